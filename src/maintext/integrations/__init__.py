"""Other libraries' doors into maintext: one file per library, which is imported in that file only.

Each file states the extra that brings its library; ``docs/`` has a page for each. Nothing here is imported by
``import maintext``.
"""
