"""What JSON-LD declares to be the text of the page: an article, posts, or a description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.classify.embedded.embedded import Embedded, words
from maintext.classify.embedded.markup import bare

if TYPE_CHECKING:
    from maintext.classify.embedded.data import Place, Text

__all__ = ["declared_text"]

_POSTS = frozenset({"DiscussionForumPosting", "SocialMediaPosting", "Question", "Answer", "Comment"})
_POST_KEYS = frozenset({"text", "articleBody"})
_FAQ = "FAQPage"
# What is described by these is the site, its makers, or a part of the page.
_NOT_THE_SUBJECT = frozenset(
    "WebSite WebPage Organization NewsMediaOrganization Corporation Person Brand ImageObject Offer "
    "AggregateOffer Review ListItem BreadcrumbList SearchAction PropertyValue QAPage".split()
) | {_FAQ}
# An article's description is a summary. A job's is the text.
_ARTICLES = ("Article", "BlogPosting", "ForumPosting", "MediaPosting", "Report")


def declared_text(found: list[Text]) -> Embedded | None:
    """Return the text that JSON-LD declares: of an article, else of posts, else a description.

    Parameters
    ----------
    found
        Strings of the page's JSON-LD. Equal ones count once. Of descriptions the longest is taken,
        and none of the page's site, maker, pictures and the like. Questions of a FAQ come last, as
        they mostly stand beside another text.
    """
    return (
        _joined("json-ld:articleBody", [t for t in found if _is_article(t)])
        or _joined("json-ld:text", [t for t in found if _is_post(t) and not _is_faq(t.place)])
        or _description([t for t in found if _is_description(t)])
        or _joined("json-ld:text", [t for t in found if _is_post(t) and _is_faq(t.place)])
    )


def _is_article(text: Text) -> bool:
    return text.place.key == "articleBody" and _POSTS.isdisjoint(text.place.types)


def _is_post(text: Text) -> bool:
    if text.place.key == "name":
        return "Question" in text.place.types
    return text.place.key in _POST_KEYS and not _POSTS.isdisjoint(text.place.types)


def _is_description(text: Text) -> bool:
    return text.place.key == "description" and _NOT_THE_SUBJECT.isdisjoint(text.place.types)


def _is_faq(place: Place) -> bool:
    at: Place | None = place
    while at is not None and _FAQ not in at.types:
        at = at.above
    return at is not None


def _joined(origin: str, chosen: list[Text]) -> Embedded | None:
    once = {text.text: (text,) for text in reversed(chosen)}
    return Embedded(origin, tuple(reversed(once.values()))) if once else None


def _description(chosen: list[Text]) -> Embedded | None:
    if not chosen:
        return None
    longest = max(chosen, key=lambda text: len(words(bare(text.text))))
    is_summary = any(name.endswith(_ARTICLES) for name in longest.place.types)
    return Embedded("json-ld:description", ((longest,),), is_summary=is_summary)
