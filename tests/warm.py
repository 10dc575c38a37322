"""What a worker of a batch begins with: loaded once, by the process that workers are forked from."""

import maintext
from maintext.batch import running

__all__ = ["running"]

maintext.extract("<p>Some text of a page.").to_json()
