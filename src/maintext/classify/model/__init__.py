"""The learned method's model: evaluation here, training in :mod:`maintext.lab.train`."""
