"""Peers: other extractors as systems of :func:`~maintext.lab.evaluate.run.evaluate`.

A peer is never a dependency. Each is installed into a virtual environment of its own by
``scripts/install_peers`` and runs there as a program that is sent pages and answers with texts, one
line of JSON each. So peers may need versions that exclude one another, one that crashes takes
nothing with it, and programs under other licences stay programs of their own.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import OptionError
from maintext.lab.evaluate.peer_process import DEFAULT_TIMEOUT, PeerSystem

__all__ = ["DEFAULT_TIMEOUT", "PEERS", "Peer", "PeerSystem", "environment_python", "peer_system"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Another extractor and how it is run.

    Attributes
    ----------
    name
        Name of the system in tables.
    environment
        Name of its virtual environment; ``None`` for our own.
    requirements
        What pip installs into it, each within a major version.
    code
        Program text that defines ``extract(html, url, lang)``, which returns the main text; ``url``
        is ``None`` and ``lang`` is ``und`` when unknown.
    """

    name: str
    environment: str | None
    requirements: tuple[str, ...]
    code: str


# The default call of each library. Comments are content to trafilatura by default.
_TRAFILATURA = """
import trafilatura
def extract(html, url, lang):
    return trafilatura.extract(html, url=url)
"""
_TRAFILATURA_FAST = """
import trafilatura
def extract(html, url, lang):
    return trafilatura.extract(html, url=url, fast=True)
"""
# It gives HTML; line breaks between blocks keep their words apart.
_READABILITY = """
from lxml import html as lxml_html
from readability import Document
BLOCKS = set("address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3"
             " h4 h5 h6 header hr li main nav ol p pre section table td th tr ul".split())
def extract(html, url, lang):
    root = lxml_html.fromstring(Document(html, url=url).summary())
    for node in root.iter():
        if node.tag in BLOCKS:
            node.text = "\\n" + (node.text or "")
            node.tail = "\\n" + (node.tail or "")
    return root.text_content()
"""
_RESILIPARSE = """
from resiliparse.extract.html2text import extract_plain_text
def extract(html, url, lang):
    return extract_plain_text(html, main_content=True)
"""
# Told the language where it has stop words, as a user of one site would do. A peer must not wait for
# the network: tldextract would fetch its list of suffixes, and has a copy to do without.
_NEWSPAPER4K = """
import tldextract
offline = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
tldextract.extract = tldextract.tldextract.TLD_EXTRACTOR = offline
import newspaper
from newspaper.languages import get_available_languages
KNOWN = set(get_available_languages())
def extract(html, url, lang):
    code = lang.split("-")[0]
    options = {"language": code} if code in KNOWN else {}
    address = url or "https://example.org/"
    article = newspaper.Article(address, fetch_images=False, **options)
    article.download(input_html=html)
    article.parse()
    return article.text
if "zh" in KNOWN:  # loads its dictionary on first use: a part of starting, not of a page
    extract("<p>中文</p>", None, "zh")
"""
# Without a list of stop words it has a mode that needs none: thresholds of 0 and no list.
_JUSTEXT = """
import justext
NAMES = {
    "af": "Afrikaans", "sq": "Albanian", "ar": "Arabic", "hy": "Armenian", "az": "Azerbaijani",
    "eu": "Basque", "be": "Belarusian", "bn": "Bengali", "bs": "Bosnian", "bg": "Bulgarian",
    "ca": "Catalan", "hr": "Croatian", "cs": "Czech", "da": "Danish", "nl": "Dutch",
    "en": "English", "eo": "Esperanto", "et": "Estonian", "fi": "Finnish", "fr": "French",
    "gl": "Galician", "ka": "Georgian", "de": "German", "el": "Greek", "gu": "Gujarati",
    "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "is": "Icelandic", "id": "Indonesian",
    "ga": "Irish", "it": "Italian", "kn": "Kannada", "kk": "Kazakh", "ko": "Korean",
    "la": "Latin", "lv": "Latvian", "lt": "Lithuanian", "mk": "Macedonian", "ms": "Malay",
    "ml": "Malayalam", "mr": "Marathi", "ne": "Nepali", "no": "Norwegian_Bokmal",
    "nb": "Norwegian_Bokmal", "nn": "Norwegian_Nynorsk", "fa": "Persian", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sr": "Serbian", "sk": "Slovak",
    "sl": "Slovenian", "es": "Spanish", "sw": "Swahili", "sv": "Swedish", "ta": "Tamil",
    "te": "Telugu", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese",
    "cy": "Welsh", "und": "English",
}
LISTS = justext.get_stoplists()
def extract(html, url, lang):
    name = NAMES.get(lang.split("-")[0])
    if name in LISTS:
        found = justext.justext(html, justext.get_stoplist(name))
    else:
        found = justext.justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
    return "\\n".join(paragraph.text for paragraph in found if not paragraph.is_boilerplate)
"""
_GOOSE3 = """
from pathlib import Path
import goose3
from goose3.text import StopWordsChinese
KNOWN = {file.stem[10:] for file in (Path(goose3.__file__).parent / "resources/text").glob("stopwords-*")}
made = {}
def goose(code):
    if code not in made:
        options = {"target_language": code, "use_meta_language": False} if code in KNOWN else {}
        if code == "zh":
            options["stopwords_class"] = StopWordsChinese
        made[code] = goose3.Goose(options)
    return made[code]
def extract(html, url, lang):
    return goose(lang.split("-")[0]).extract(raw_html=html).cleaned_text
goose("zh").extract(raw_html="<p>中文</p>")  # loads its dictionary: a part of starting
"""
_BOILERPY3 = """
from boilerpy3.extractors import ArticleExtractor
extractor = ArticleExtractor()
def extract(html, url, lang):
    return extractor.get_content(html)
"""
_RS_TRAFILATURA = """
import rs_trafilatura
def extract(html, url, lang):
    return rs_trafilatura.extract(html, url=url).main_content
"""
_GNE = """
from gne import GeneralNewsExtractor
extractor = GeneralNewsExtractor()
def extract(html, url, lang):
    return extractor.extract(html)["content"]
"""
_TURBOHTML_ARTICLE = """
import turbohtml
def extract(html, url, lang):
    return turbohtml.parse(html).article().text
"""

# jusText asks for lxml with an extra that lxml no longer has.
_CLEANER = "lxml-html-clean>=0.4,<1"


def _registry() -> dict[str, Peer]:
    rows: tuple[tuple[str, str | None, tuple[str, ...], str], ...] = (
        ("trafilatura", "trafilatura", ("trafilatura>=2,<3", _CLEANER), _TRAFILATURA),
        ("trafilatura-fast", "trafilatura", ("trafilatura>=2,<3", _CLEANER), _TRAFILATURA_FAST),
        ("readability-lxml", "readability-lxml", ("readability-lxml>=0.8,<1",), _READABILITY),
        ("resiliparse", "resiliparse", ("resiliparse>=2,<3",), _RESILIPARSE),
        ("newspaper4k", "newspaper4k", ("newspaper4k[zh]>=0.9,<0.10",), _NEWSPAPER4K),
        ("justext", "justext", ("justext>=3,<4", _CLEANER), _JUSTEXT),
        ("goose3", "goose3", ("goose3[chinese]>=3,<4",), _GOOSE3),
        ("boilerpy3", "boilerpy3", ("boilerpy3>=1,<2",), _BOILERPY3),
        ("rs-trafilatura", "rs-trafilatura", ("rs-trafilatura>=0.1,<0.2",), _RS_TRAFILATURA),
        ("gne", "gne", ("gne>=0.4,<0.5",), _GNE),
        ("turbohtml-article", None, (), _TURBOHTML_ARTICLE),
    )
    return {
        name: Peer(name=name, environment=environment, requirements=requirements, code=code)
        for name, environment, requirements, code in rows
    }


PEERS = _registry()
"""The peers by name."""


def environment_python(peers_dir: str | os.PathLike[str], environment: str) -> Path:
    """Give the path of the Python of a peer's environment, whether it exists or not."""
    inside = Path("Scripts", "python.exe") if os.name == "nt" else Path("bin", "python")
    return Path(peers_dir).absolute() / environment / inside


def peer_system(
    name: str, peers_dir: str | os.PathLike[str] = ".peers", *, timeout_s: float = DEFAULT_TIMEOUT
) -> PeerSystem:
    """Make a peer a system for :func:`~maintext.lab.evaluate.run.evaluate`.

    Parameters
    ----------
    name
        A key of :data:`PEERS`.
    peers_dir
        Folder with the environments that ``scripts/install_peers`` made.
    timeout_s
        Seconds for one page; then the peer is ended, and started anew for the next page.

    Returns
    -------
    PeerSystem
        Picklable. Nothing is started before the first page.

    Raises
    ------
    OptionError
        There is no such peer, its environment is missing, or the time is not above 0.
    """
    if name not in PEERS:
        raise OptionError(f"peer {name!r} is unknown: choose from {', '.join(PEERS)}")
    if not timeout_s > 0:
        raise OptionError(f"timeout_s is {timeout_s}: give a number of seconds above 0")
    peer = PEERS[name]
    python = sys.executable
    if peer.environment is not None:
        python = str(environment_python(peers_dir, peer.environment))
        if not Path(python).exists():
            raise OptionError(
                f"peer {name} is not installed in {Path(peers_dir)}: "
                f"run  scripts/install_peers --dir {Path(peers_dir)} {name}"
            )
    return PeerSystem(name=name, code=peer.code, python=python, timeout_s=timeout_s)
