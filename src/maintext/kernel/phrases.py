# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Dates, prices, addresses and CJK phrases in short texts; the twin of :mod:`maintext.features.phrases`.

Compiled only; the types of the class stand in ``phrases.pxd``. Cost O(n_characters), without the GIL.
"""

import cython
from cython.cimports.cpython.unicode import Py_UNICODE_ISDECIMAL
from cython.cimports.maintext.kernel.characters import CJK, WORD, flags_of
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

__all__ = ["Short"]

_DECIMAL = cython.declare(cython.uchar, 64)  # only of the table of features.wording: what "\d" matches


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _class(
    point: cython.uint,
    table: cython.pointer(cython.const[cython.uint]),
    flags: cython.pointer(cython.const[cython.uchar]),
) -> cython.uchar:
    """Class flags of a character, with that of decimal digits."""
    if point < 0x10000:
        return (table[point] >> 16) & 0xFF
    is_decimal: cython.bint = False
    with cython.gil:
        is_decimal = Py_UNICODE_ISDECIMAL(cython.cast(cython.Py_UCS4, point))
    return flags_of(point, flags) | (_DECIMAL if is_decimal else 0)


@cython.final
@cython.cclass
class Short:
    """A short text in lower case with a line feed behind it, and what is looked for in it.

    The patterns are those of :mod:`maintext.features.phrases`, each a method that says whether it matches at
    a place. None can match across the line feed, so no place needs to be compared with the length.
    """

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def _is(self, at: cython.Py_ssize_t, flag: cython.uchar) -> cython.bint:
        """Whether a character has one of some class flags."""
        return (
            _class(self.text[at], cython.address(self.table[0]), cython.address(self.flags[0])) & flag
        ) != 0

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def _digits(self, at: cython.Py_ssize_t, most: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """First place behind the digits at a place, of which so many are taken at most."""
        end: cython.Py_ssize_t = at
        while end - at < most and self._is(end, _DECIMAL):
            end += 1
        return end

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark(self, at: cython.Py_ssize_t, letter: cython.uint) -> cython.bint:
        """Whether one of ``-/.`` or this character stands at a place."""
        point: cython.uint = self.text[at]
        return 0x2D <= point <= 0x2F or point == letter

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def _space(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """First place behind a space that may stand at a place."""
        return at + 1 if self.text[at] == 0x20 else at

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def _says(self, at: cython.Py_ssize_t, a: cython.uint, b: cython.uint, c: cython.uint) -> cython.bint:
        """Whether three characters stand at a place; 0 for any."""
        text: cython.uint[::1] = self.text
        return text[at] == a and (b == 0 or (text[at + 1] == b and (c == 0 or text[at + 2] == c)))

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def is_date(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether a date or time begins at a digit: 2024-05-01, 1.5.24, 11:30, 3 hours ago."""
        i: cython.Py_ssize_t = self._digits(at, 4)
        if i == at + 4:
            i = self._space(i)
            if self._mark(i, 0x5E74):  # 年
                i = self._space(i + 1)
                j: cython.Py_ssize_t = self._digits(i, 2)
                if j > i and self._mark(self._space(j), 0x6708):  # 月
                    return True
        i = self._digits(at, 2)
        if self.text[i] == 0x3A:  # :
            return self._digits(i + 1, 2) == i + 3
        if self._mark(i, 0):
            j = self._digits(i + 1, 2)
            if j > i + 1 and self._mark(j, 0) and self._digits(j + 1, 2) == j + 3:
                return True
        if self.text[at + 1] != 0x20:
            return False
        i = at + 2
        while self._is(i, WORD):
            i += 1
        return i > at + 2 and self.text[i] == 0x20 and self._says(i + 1, 0x61, 0x67, 0x6F)  # ago

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def has_unit(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether the name of a currency stands behind a digit: 12 €, 12zł."""
        at = self._space(at + 1)
        return (
            self._says(at, 0x20AC, 0, 0)  # €
            or self._says(at, 0x7A, 0x142, 0)  # zł
            or self._says(at, 0x5143, 0, 0)  # 元
            or self._says(at, 0x440, 0x443, 0x431)  # руб
            or self._says(at, 0x75, 0x73, 0x64)  # usd
            or self._says(at, 0x65, 0x75, 0x72)  # eur
        )

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def is_address(self, at: cython.Py_ssize_t) -> cython.bint:
        """Whether an address is to be seen at ``@``, ``h`` or ``w``: a@b.de, https://, www."""
        if self.text[at] == 0x77:  # w
            return self._says(at + 1, 0x77, 0x77, 0x2E)
        if self.text[at] == 0x68:  # h
            if not self._says(at + 1, 0x74, 0x74, 0x70):
                return False
            return self._says(at + 5 if self.text[at + 4] == 0x73 else at + 4, 0x3A, 0x2F, 0x2F)
        if at == 0 or not self._is(at - 1, WORD):
            return False
        i: cython.Py_ssize_t = at + 1
        while self.text[i] == 0x2D or self._is(i, WORD):
            i += 1
        return i > at + 1 and self.text[i] == 0x2E and self._is(i + 1, WORD)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def phrase(self, at: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.ulonglong:
        """Bits of the longest CJK phrase that begins at a place."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for k in range(self.lengths.shape[0]):
            if at + self.lengths[k] <= n:
                value: cython.ulonglong = no_letters()
                for i in range(at, at + self.lengths[k]):
                    value = with_letter(value, self.text[i])
                place: cython.Py_ssize_t = place_of(value, self.phrases)
                if self.phrases[place] == value:
                    return self.phrase_bits[place]
        return 0

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def bits(
        self, n: cython.Py_ssize_t, date: cython.ulonglong, price: cython.ulonglong, address: cython.ulonglong
    ) -> cython.ulonglong:
        """Bits of all that the text's first ``n`` characters hold."""
        found: cython.ulonglong = 0
        at: cython.Py_ssize_t
        for at in range(n):
            point: cython.uint = self.text[at]
            of: cython.uchar = _class(point, cython.address(self.table[0]), cython.address(self.flags[0]))
            if of & _DECIMAL:
                if not found & date and self.is_date(at):
                    found |= date
                if not found & price and self.has_unit(at):
                    found |= price
            elif of & CJK:
                found |= self.phrase(at, n)
            elif point == 0x40 or point == 0x68 or point == 0x77:
                if not found & address and self.is_address(at):
                    found |= address
            elif (
                (point == 0x24 or point == 0xA3 or point == 0xA5 or point == 0x20AC or point == 0x20BD)
                or (point == 0x20B9 or point == 0xFFE5)
            ) and self._is(self._space(at + 1), _DECIMAL):  # a sign before the price
                found |= price
        return found
