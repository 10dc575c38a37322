"""Integrations with other libraries: one file per library, which only that file imports.

Each file names the extra that installs its library; ``docs/`` has a page for each. ``import maintext`` loads
nothing of this.
"""
