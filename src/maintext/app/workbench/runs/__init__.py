"""Runs: long work, each in its own process, with state and records on disk.

::

    folder.py      the files of a run: request, progress, records
    records.py     the records in SQLite: written by the run, filtered, sorted and exported by the server
    work.py        the process of a run: ``python -m maintext.app.workbench.runs.work FOLDER``
    extraction.py  runs of recipes, crawls and batches, and their report
    evaluation.py  runs that evaluate methods or train a model
    keeper.py      the runs of a server: start, list, stop, delete

The server and a run share only the folder. A run ends with its server, because its stdin is then closed.
"""
