"""``python -m maintext``: the command line."""

from maintext.cli import main

if __name__ == "__main__":
    main(prog_name="maintext")
