"""Runs of the workbench: recipe, crawl, batch, evaluation, training; each a process and a folder.

``folder.py`` has the files, the progress and the processes of runs, ``records.py`` the records in SQLite.
``work.py`` is the process; ``extraction.py`` and ``evaluation.py`` do its work.
"""
