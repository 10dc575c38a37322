"""Bytes to text: each way an encoding is found, and each way it can be wrong."""

from __future__ import annotations

import codecs
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cost import cpu_s

from maintext.errors import DecodeError, InputError, NotHtmlError
from maintext.html import decode, parse
from maintext.html.parser import decode_label

ZH = "据新华社北京电，朱镕基同志昨日出席座谈会并讲话。与会者认为，改革开放以来成就巨大，人民生活改善。"
JA = "東京都は１５日、新型の電車を公開した。来年の春から走る予定で、安全を第一に考えたという。"
KO = "서울시는 15일 새로운 전철을 공개했다. 내년 봄부터 운행하며 승객의 안전을 먼저 생각했다고 한다."
TRADITIONAL = "臺北市政府十五日宣布，新的捷運列車將於明年春天開始營運，並以乘客的安全為優先考量。"
RU = "Сегодня в Москве открылась новая станция метро. Поезда пойдут весной следующего года, сообщили в мэрии."
EL = "Η νέα γραμμή του μετρό εγκαινιάστηκε σήμερα στην Αθήνα, είπε το υπουργείο. Άλλα έργα ακολουθούν."
PL = "Nowa linia metra zostanie otwarta wiosną przyszłego roku — ogłosił dziś urząd miasta. Żółte są gotowe."
CS = "Nová trasa metra bude otevřena příští rok na jaře, oznámil dnes úřad města. Žluté vlaky jsou hotové."
HU = "Az új metróvonalat jövő tavasszal nyitják meg, közölte ma a városháza. A kocsik őszre készülnek el."
TR = "Yeni metro hattı gelecek yıl ilkbaharda açılacak, belediye bugün duyurdu. Sarı trenler şimdiden hazır."
LV = "Jaunā metro līnija tiks atklāta nākamā gada pavasarī, šodien paziņoja dome. Vilcieni jau ir gatavi."
HE = "קו המטרו החדש ייפתח באביב הבא, כך הודיעה היום העירייה. הרכבות כבר מוכנות לנסיעה."
DE = "Die neue U-Bahn-Linie wird im nächsten Frühjahr eröffnet, erklärte die Stadt: „schön“, größer."
FR = "La nouvelle ligne de métro ouvrira au printemps prochain, a annoncé la mairie. Ça va être prêt, là-bas."
EN = "The ticket costs £5, the city said – “a fair price”. Don’t miss it: £7 in spring. © 2012 City News"


def meta(label: str) -> bytes:
    return b'<html><head><meta charset="%s"></head><body><p>' % label.encode()


def page(text: str, codec: str) -> bytes:
    return f"<html><head><title>{text[:20]}</title></head><body><p>{text}</p></body></html>".encode(codec)


# -- the order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be")],
)
def test_a_byte_order_mark_wins(mark: bytes, codec: str) -> None:
    decoded = decode(mark + ZH.encode(codec), http_charset="big5")
    assert (decoded.text, decoded.encoding, decoded.how) == (ZH, codec, "bom")


@pytest.mark.parametrize("codec", ["utf-32-le", "utf-32-be"])
def test_utf32_is_no_page_of_tags_with_zeros_between(codec: str) -> None:
    with pytest.raises(DecodeError, match="bytes as utf-32"):
        decode(f"\ufeff<p>{ZH}</p>".encode(codec))


def test_the_http_header_wins_over_meta() -> None:
    decoded = decode(meta("big5") + ZH.encode("gbk"), http_charset="GBK")
    assert (decoded.encoding, decoded.how) == ("gbk", "http")
    assert decoded.text.endswith(ZH)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("windows-1250", PL), ("windows-1250", CS), ("windows-1250", HU), ("iso-8859-2", CS),
        ("windows-1254", TR), ("iso-8859-9", TR), ("windows-1257", LV), ("iso-8859-15", "Ça coûte 5 €, cœur"),
    ],
)  # fmt: skip
def test_a_header_that_says_latin1_gives_way_to_a_meta_of_other_latin_letters(label: str, text: str) -> None:
    decoded = decode(meta(label) + text.encode(label), http_charset="ISO-8859-1")
    assert (decoded.text[-len(text) :], decoded.encoding, decoded.how) == (text, label, "meta")


@pytest.mark.parametrize("label", ["iso-8859-2", "iso-8859-15", "windows-1250"])
@pytest.mark.parametrize("text", ["„Schön“, 5 µg ® für 3 £", "Don’t, it’s “fair”, £5, 3 °C, 2¼ or 1½"])
def test_a_header_that_says_latin1_is_right_where_it_fits_better(label: str, text: str) -> None:
    decoded = decode(meta(label) + text.encode("windows-1252"), http_charset="iso-8859-1")
    assert (decoded.text[-len(text) :], decoded.how) == (text, "http")


@pytest.mark.parametrize("header", ["iso-8859-1", "ISO-8859-1", "latin1", "windows-1252", "us-ascii"])
@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("gb2312", ZH),
        ("gbk", ZH),
        ("big5", TRADITIONAL),
        ("shift_jis", JA),
        ("euc-jp", JA),
        ("euc-kr", KO),
        ("shift_jis", "ニュース、スポーツ"),
    ],
)
def test_a_header_that_says_latin1_gives_way_to_a_meta_of_double_bytes(
    header: str, label: str, text: str
) -> None:
    decoded = decode(meta(label) + text.encode("gbk" if label == "gb2312" else label), http_charset=header)
    assert decoded.text.endswith(text)
    assert (decoded.encoding, decoded.how) == (label, "meta")


@pytest.mark.parametrize("label", ["gb2312", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1251"])
@pytest.mark.parametrize("text", [DE, FR, EN, "Une école créée à Noël, où l’été dure", "plain"])
def test_a_header_that_says_latin1_is_right_where_the_letters_stand_alone(label: str, text: str) -> None:
    decoded = decode(meta(label) + text.encode("windows-1252"), http_charset="iso-8859-1")
    assert decoded.text.endswith(text)
    assert (decoded.encoding, decoded.how) == ("iso-8859-1", "http")


NOT_LATIN = [
    ("gbk", ZH), ("gb18030", ZH + "㐀"), ("big5", TRADITIONAL), ("shift_jis", JA),
    ("euc-jp", JA), ("euc-kr", KO), ("utf-8", ZH), ("windows-1251", RU), ("koi8-r", RU.replace("—", "-")),
    ("windows-1253", EL), ("windows-1255", HE),
]  # fmt: skip


@pytest.mark.parametrize("header", ["ISO-8859-1", "windows-1252"])
@pytest.mark.parametrize(("label", "text"), NOT_LATIN)
def test_a_header_that_says_latin1_gives_way_to_words_of_another_script(
    header: str, label: str, text: str
) -> None:
    for meta_label in (None, "iso-8859-1", "utf-8", label):
        data = (meta(meta_label) if meta_label else b"<p>") + text.encode(label)
        assert decode(data, http_charset=header).text.endswith(text)


def test_a_meta_that_says_latin1_gives_way_to_words_of_another_script() -> None:
    decoded = decode(meta("iso-8859-1") + ZH.encode("gbk"))
    assert (decoded.text[-len(ZH) :], decoded.encoding, decoded.how) == (ZH, "gbk", "contradicted")


LATIN = [
    DE, FR, EN, "Une école créée à Noël", "El niño comió piñas. ¿Verdad? ¡Sí!", "Menü", "café",
    "Não há informações nem ação, coração", "Perché la città è già così", "Això és el cafè",
    "Þetta er íslenska, þá og það, ég á þrjú börn", "Blåbærsyltetøy på rådhuspladsen, æøå",
    "Hyvää yötä, työpäivä päättyi", "Räksmörgås åt alla på ön", "De reünie in België, één keer",
    "ÄÖÜ äöü ÀÁÂÃÄÅ àáâãäå ÈÉÊË èéêë", "ÄÖÜäöüß", "\xa0\xa0\xa0\xa0 Home \xa0\xa0 News", "•••• ····",
    "§§ 1 ff., §§ 2", "« » « » «»", "£5 £6 ½ ¾", "© ® ™ “x” ‘y’ …", "´´´´",
]  # fmt: skip


@pytest.mark.parametrize("label", [None, "iso-8859-1"])
@pytest.mark.parametrize("text", LATIN)
def test_a_page_in_latin1_stays_in_latin1(label: str | None, text: str) -> None:
    data = (meta(label) if label else b"<p>") + text.encode("windows-1252")
    decoded = decode(data, http_charset="iso-8859-1")
    assert (decoded.text[-len(text) :], decoded.how) == (text, "http")


def test_an_unknown_http_charset_is_passed_over() -> None:
    assert decode(meta("gbk") + ZH.encode("gbk"), http_charset="x-nonsense").how == "meta"


@pytest.mark.parametrize(
    "declaration",
    [
        "<meta charset=gbk>",
        "<META CHARSET = 'GBK' />",
        '<meta http-equiv="Content-Type" content="text/html; charset=gbk">',
        "<meta content='text/html;charset=GBK' http-equiv=content-type>",
        '<meta name="x" charset="gbk">',
        "<meta\ncharset\n=\ngbk>",
    ],
)
def test_meta_declares(declaration: str) -> None:
    decoded = decode((declaration + ZH).encode("gbk"))
    assert (decoded.text, decoded.encoding, decoded.how) == (declaration + ZH, "gbk", "meta")


def test_an_xml_declaration_declares() -> None:
    text = f"<?xml version='1.0' encoding='GBK'?><p>{ZH}"
    decoded = decode(text.encode("gbk"))
    assert (decoded.text, decoded.encoding, decoded.how) == (text, "gbk", "xml")


def test_meta_wins_over_an_xml_declaration() -> None:
    decoded = decode(f"<?xml version='1.0' encoding='big5'?><meta charset=gbk>{ZH}".encode("gbk"))
    assert (decoded.encoding, decoded.how) == ("gbk", "meta")


def test_a_late_meta_declares() -> None:
    script = b"<script>" + b"var a = 1;\n" * 3000 + b"</script>"
    decoded = decode(script + meta("gbk") + ZH.encode("gbk"))
    assert (decoded.encoding, decoded.how) == ("gbk", "meta")


def test_a_meta_in_a_comment_declares_nothing() -> None:
    decoded = decode(b"<!-- <meta charset=big5> -->" + meta("gbk") + ZH.encode("gbk"))
    assert decoded.encoding == "gbk"


def test_charset_in_a_description_declares_nothing() -> None:
    data = b'<meta name=description content="how to set charset=big5">' + meta("gbk") + ZH.encode("gbk")
    assert decode(data).encoding == "gbk"


def test_a_meta_with_an_unknown_label_is_passed_over() -> None:
    decoded = decode(meta("nonsense") + meta("gbk") + ZH.encode("gbk"))
    assert (decoded.encoding, decoded.how) == ("gbk", "meta")


def test_without_a_known_declaration_the_bytes_tell() -> None:
    decoded = decode(meta("nonsense") + ZH.encode("gbk"), http_charset="more-nonsense")
    assert (decoded.text[-len(ZH) :], decoded.how) == (ZH, "detected")


@pytest.mark.parametrize("opened", ["<!--", "<script>s = '<!--'</script>", "<meta ", "<!-- --><!--"])
def test_what_is_not_closed_hides_no_meta(opened: str) -> None:
    assert decode(opened.encode() + meta("gbk") + ZH.encode("gbk")).how == "meta"


@pytest.mark.parametrize("piece", ["<!--", "<meta ", "<meta charset", "<meta charset=", "charset= ", "\xe9 "])
def test_hostile_declarations_cost_little(piece: str) -> None:
    data = b"<meta charset=" + b" " * 50_000 + (piece * 20_000).encode("latin1") + b">"
    assert cpu_s(lambda: decode(data).text) < 1


# -- labels -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("char", ["镕", "㐀", "€", "𠮷"])
def test_gb2312_is_read_as_gb18030(char: str) -> None:
    assert decode(meta("gb2312") + (ZH + char).encode("gb18030")).text.endswith(char)


def test_latin1_is_read_as_windows_1252() -> None:
    assert decode(meta("iso-8859-1") + "“naïve” €".encode("cp1252")).text.endswith("“naïve” €")


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "UTF-16BE"])
def test_utf16_declared_in_readable_bytes_is_utf8(label: str) -> None:
    decoded = decode(meta(label) + ZH.encode())
    assert (decoded.encoding, decoded.text[-len(ZH) :]) == ("utf-8", ZH)


def test_utf16_in_the_header_of_readable_bytes_is_utf8() -> None:
    assert decode(b"<p>plain", http_charset="utf-16").text == "<p>plain"


@pytest.mark.parametrize("codec", ["utf-16le", "utf-16be"])
@pytest.mark.parametrize("http_charset", [None, "utf-16", "gbk"])
@pytest.mark.parametrize("text", [ZH, "<p>\u3000\u3000一月一日，一位老人说：“一切都好。”</p>\n" * 9])
def test_utf16_without_a_mark_is_seen(codec: str, http_charset: str | None, text: str) -> None:
    decoded = decode(page(text, codec), http_charset=http_charset)
    assert (decoded.text, decoded.encoding) == (page(text, codec).decode(codec), codec)


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("ks_c_5601-1987", "euc_kr", KO),
        ("KSC5601", "euc_kr", KO),
        ("gb_2312-80", "gbk", ZH),
        ("x-sjis", "cp932", JA),
        ("iso_8859-2:1987", "iso8859_2", CS),
        ("ansi_x3.4-1968", "cp1252", FR),
        (" latin1 ", "cp1252", FR),
    ],
)
def test_labels_of_the_standard(label: str, codec: str, text: str) -> None:
    found = decode_label(text.encode(codec), label)
    assert found == (text, label.strip().lower())


@pytest.mark.parametrize("label", ["", "nonsense", "é", "a\0b", "\ud800", "rot13", "x" * 9999])
def test_labels_outside_the_standard(label: str) -> None:
    assert decode_label(b"abc", label) is None


def test_x_user_defined_is_windows_1252() -> None:
    assert decode(meta("x-user-defined") + "café".encode("cp1252")).text.endswith("café")


def test_encodings_that_browsers_refuse_are_detected_instead() -> None:
    decoded = decode(meta("iso-2022-kr") + KO.encode("euc_kr"))
    assert (decoded.text[-len(KO) :], decoded.how) == (KO, "detected")


# -- declarations that the bytes contradict -----------------------------------------------------------


@pytest.mark.parametrize("label", ["gb2312", "iso-8859-1", "big5", "shift_jis", "windows-1251"])
def test_valid_utf8_is_utf8_whatever_is_declared(label: str) -> None:
    decoded = decode(meta(label) + ZH.encode())
    assert (decoded.text[-len(ZH) :], decoded.encoding, decoded.how) == (ZH, "utf-8", "contradicted")


def test_valid_utf8_may_hold_replacement_characters() -> None:
    text = "<p>\ufffd\ufffd\ufffd naïve, café, über"
    assert decode(text.encode(), http_charset="iso-8859-1").text == text


def test_a_letter_or_two_do_not_contradict() -> None:
    decoded = decode("<p>Ã©".encode("cp1252"), http_charset="windows-1252")
    assert (decoded.text, decoded.how) == ("<p>Ã©", "http")


@pytest.mark.parametrize(
    ("declared", "codec", "text"),
    [
        ("utf-8", "gbk", ZH), ("utf-8", "cp1251", RU), ("utf-8", "cp1252", FR), ("big5", "gbk", ZH),
        ("euc-kr", "gbk", ZH), ("utf-8", "big5", TRADITIONAL), ("utf-8", "cp1252", EN),
    ],
)  # fmt: skip
def test_a_declaration_that_breaks_the_text_is_not_believed(declared: str, codec: str, text: str) -> None:
    decoded = decode(meta(declared) + (text * 3).encode(codec))
    assert (decoded.text[-len(text) :], decoded.how) == (text, "contradicted")


def test_a_declaration_is_believed_when_nothing_reads_better() -> None:
    decoded = decode(b"<meta charset=utf-8>" + bytes(range(128, 256)) * 3)
    assert decoded.text.startswith("<meta")


def test_a_little_damage_does_not_contradict() -> None:
    data = meta("utf-8") + (ZH * 10).encode() + b"\xff\xc4" + (ZH * 10).encode()
    decoded = decode(data)
    assert (decoded.how, decoded.text.count("\ufffd")) == ("meta", 2)


@pytest.mark.parametrize("declared", [None, "gbk", "iso-8859-1"])
def test_utf8_with_a_little_damage_is_utf8(declared: str | None) -> None:
    data = (ZH * 10).encode() + b"\xff" + (ZH * 10).encode()
    assert decode(data, http_charset=declared).encoding == "utf-8"


@pytest.mark.parametrize("head", [meta("utf-8"), b""])
@pytest.mark.parametrize("text", ["Le café a été payé à Orléans, déjà.".encode(), ZH.encode()])
def test_one_bad_byte_in_a_short_page_leaves_it_utf8(head: bytes, text: bytes) -> None:
    decoded = decode(head + b"<p>" + text + b"\x92</p>" + text)
    assert (decoded.encoding, decoded.text.count("\ufffd")) == ("utf-8", 1)


# -- detection ----------------------------------------------------------------------------------------

WRITTEN = [
    ("gbk", ZH), ("gb18030", ZH + "㐀"), ("big5", TRADITIONAL), ("cp932", JA), ("euc_jp", JA),
    ("iso2022_jp", JA), ("euc_kr", KO), ("cp1251", RU), ("koi8_r", RU.replace("—", "-")), ("cp1253", EL),
    ("iso8859_7", EL), ("cp1250", PL), ("iso8859_2", PL.replace("—", "-")), ("cp1250", CS), ("cp1250", HU),
    ("cp1254", TR), ("cp1257", LV), ("cp1255", HE), ("cp1252", DE), ("cp1252", FR), ("cp1252", EN),
    ("utf-8", ZH), ("utf-8", EN),
]  # fmt: skip


@pytest.mark.parametrize(("codec", "text"), WRITTEN)
def test_encodings_are_detected(codec: str, text: str) -> None:
    decoded = decode(page(text, codec))
    assert (decoded.text, decoded.how) == (page(text, "utf-8").decode(), "detected")


@pytest.mark.parametrize(("codec", "text"), WRITTEN)
def test_ascii_before_the_text_does_not_hinder(codec: str, text: str) -> None:
    menu = "<ul>" + "<li><a href=/item>Item</a>\n" * 1200 + "</ul>"
    assert decode(page(menu + text, codec)).text == page(menu + text, "utf-8").decode()


@pytest.mark.parametrize(
    "text",
    [
        "It costs £5.",
        "Home » News » Sport",
        "© 2012 City News",
        "5 °C – 7 °C",
        "Don’t. It’s ¾ full",
        "café £5",
        "the 1.6\xa0M planets",
        "a':\xa0{b",
    ],
)
def test_signs_in_english_are_no_foreign_letters(text: str) -> None:
    assert decode(page(text, "cp1252")).text == page(text, "utf-8").decode()


def test_the_top_level_domain_helps() -> None:
    short = "서울".encode("euc_kr")
    assert decode(short).text != "서울"
    assert decode(short, url="http://a.kr/").text == "서울"


@pytest.mark.parametrize(
    "url",
    [
        "http://1.2.3.4/",
        "http://[::1]/",
        "http://[bad",
        "http://a.日本/",
        "http://host/",
        "",
        "http://a.b_c/",
    ],
)
def test_any_address_will_do(url: str) -> None:
    assert decode(page(ZH, "gbk"), url=url).text == page(ZH, "utf-8").decode()


def test_nothing_is_empty_utf8() -> None:
    decoded = decode(b"")
    assert (decoded.text, decoded.encoding, decoded.how) == ("", "utf-8", "detected")


def test_ascii_is_utf8() -> None:
    assert decode(b"<p>plain").encoding == "utf-8"


# -- cut off at the end -------------------------------------------------------------------------------


@pytest.mark.parametrize("n_cut", [1, 2])
@pytest.mark.parametrize("declared", [None, "utf-8", "gbk"])
def test_utf8_cut_off_within_a_letter(declared: str | None, n_cut: int) -> None:
    decoded = decode(b"<p>" + ZH.encode()[:-n_cut], http_charset=declared)
    assert decoded.text == "<p>" + ZH[:-1] + "\ufffd"


@pytest.mark.parametrize(
    ("codec", "text"),
    [("gbk", ZH), ("big5", TRADITIONAL), ("cp932", JA), ("euc_jp", JA), ("euc_kr", KO + "다")],
)
@pytest.mark.parametrize("is_declared", [True, False])
def test_double_bytes_cut_off_within_a_letter(codec: str, text: str, is_declared: bool) -> None:
    decoded = decode(page(text, codec) + text.encode(codec)[:-1], http_charset=codec if is_declared else None)
    assert decoded.text == page(text, "utf-8").decode() + text[:-1] + "\ufffd"


# -- other files --------------------------------------------------------------------------------------

FILES = {
    "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "GIF": b"GIF89a\x01\x00", "PDF": b"%PDF-1.7\n%<html>",
    "ZIP": b"PK\x03\x04\x14\x00", "EPUB book": b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/epub+zip",
    "an office document": b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml",
    "office document": b"PK\x03\x04" + bytes(26) + b"docProps/app.xml",
    "an office": b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text",
    "RTF": b"{\\rtf1\\ansi ", "PostScript": b"%!PS-Adobe-3.0\n", "Parquet": b"PAR1\x15\x04",
    "Arrow": b"ARROW1\x00\x00", "gzip": b"\x1f\x8b\x08\x00",
    "WebP": b"RIFF\x24\x00\x00\x00WEBPVP8 ", "bzip2": b"BZh91AY&SY", "xz": b"\xfd7zXZ\x00",
    "zstd": b"\x28\xb5\x2f\xfd", "program": b"\x7fELF\x02\x01", "Ogg": b"OggS\x00\x02",
    "icon": b"\x00\x00\x01\x00\x01\x00\x10\x10",
    "MP3": b"ID3\x03\x00", "MP4": b"\x00\x00\x00\x18ftypmp42", "font": b"wOF2\x00\x01",
    "old office": b"\xd0\xcf\x11\xe0\xa1\xb1", "SQLite": b"SQLite format 3\x00",
    "ARC": b"filedesc://old.arc 0.0.0.0 20260101000000 text/plain 76\n1 0 InternetArchive\n",
    "WARC": b"WARC/1.0\r\nWARC-Type: response\r\n",
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_other_files_are_named(kind: str) -> None:
    with pytest.raises(NotHtmlError, match=kind):
        decode(FILES[kind] + b"\x00" * 500)


def test_the_error_names_the_address() -> None:
    with pytest.raises(NotHtmlError, match=r"http://a\.example/x\.png"):
        decode(FILES["PNG"], url="http://a.example/x.png")


PACKED = bytes(number * number % 257 % 256 ^ number % 251 for number in range(5000))  # with "<" in it
BINARY = [bytes(4096), bytes(range(32)) * 9, b"\x00\x01\x02\x03abcd" * 99, PACKED, b"7z\xbc\xaf" + PACKED]


@pytest.mark.parametrize("data", BINARY)
def test_binary_data_is_no_page(data: bytes) -> None:
    with pytest.raises(NotHtmlError, match="binary"):
        decode(data)


@pytest.mark.parametrize("data", [*BINARY, b"\n%PDF-1.7\n%\xe2\xe3" * 9, FILES["ZIP"] * 20])
@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_text_that_a_client_made_of_another_file_is_no_page(data: bytes, encoding: str) -> None:
    with pytest.raises(NotHtmlError):
        parse(data.decode(encoding, "replace"))


@pytest.mark.parametrize("text", ["ID3 tags explained", "RIFF and BZh are formats", "PK wins", "GIF87 & co"])
def test_a_text_may_begin_like_a_file(text: str) -> None:
    assert decode(text.encode()).text == text


def test_nuls_between_tags_are_no_binary_data() -> None:
    assert decode(b"\x00" * 50 + b"<p>\x00a\x00b").text.endswith("\x00b")


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    with contextlib.suppress(InputError):
        assert decode(data).encoding


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=99))
def test_declared_utf8_comes_back(text: str) -> None:
    data = b"<p>" + text.encode()
    assert decode(data, http_charset="utf-8").text == data.decode()


@pytest.mark.parametrize("text", [ZH, RU, PL, "The pier—built in 1961—is open."])
def test_text_whose_utf8_was_read_as_latin1_is_read_anew(text: str) -> None:
    assert parse(f"<p>{text}".encode().decode("latin-1")).text == text


@pytest.mark.parametrize(
    ("text", "label"),
    [(ZH, "gbk"), (ZH, "gb18030"), ("碼頭建於一九六一年，仍然開放。", "big5"), (RU, "windows-1251"),
     (PL, "windows-1250"), ("埠頭は一九六一年に建てられた。", "shift_jis")],
)  # fmt: skip
def test_text_whose_bytes_were_read_as_latin1_is_read_as_meta_says(text: str, label: str) -> None:
    html = f"<meta charset={label}><p>{text}"
    assert parse(html.encode(label).decode("latin-1")).text == text


@pytest.mark.parametrize("label", ["gb2312", "big5", "windows-1251", "utf-8", "nonsense"])
@pytest.mark.parametrize("text", ["Café à Genève", "Grüße aus Köln", "«Où ?» – non", "10 £ · 20 £"])
def test_latin_text_below_another_declaration_stays(text: str, label: str) -> None:
    assert parse(f"<meta charset={label}><p>{text}").text == text


@pytest.mark.parametrize(
    "text",
    ["Café à Genève", "Ã\x83\x80é", "The pier\x92s lamp", "â\x80\x94 and 字", "Ã© is é read as Latin-1"],
)
def test_other_text_stays_as_it_is_given(text: str) -> None:
    assert parse(f"<p>{text}").text == text
