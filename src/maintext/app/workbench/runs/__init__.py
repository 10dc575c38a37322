"""Runs: work of minutes to hours, each in a process of its own, with its state and its records on disk.

::

    folder.py      the files of a run: what was asked for, its state, its records
    records.py     a table of records in SQLite: written by the run, filtered and sorted by the server
    work.py        the process of a run: ``python -m maintext.app.workbench.runs.work FOLDER``
    extraction.py  what it does for a recipe, a crawl, a batch
    evaluation.py  what it does to evaluate methods, and to train a model
    report.py      the report of a recipe or a batch as a page
    keeper.py      the runs of a server: started, listed, stopped, deleted
    export.py      records as a file

The server and a run share nothing but the folder: a run that is killed takes nothing with it, and a server
that ends ends its runs, because they read from a pipe that is closed then.
"""
