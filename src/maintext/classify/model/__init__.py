"""Models and their evaluation; training is :mod:`maintext.lab.train`."""
