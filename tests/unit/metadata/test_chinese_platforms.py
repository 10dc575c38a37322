"""The fields, pictures and text of pages in the structure of Chinese platforms."""

from __future__ import annotations

import pytest
from tests.unit.metadata.chinese_platforms import PLATFORMS
from tests.unit.metadata.platforms.form import Platform
from tests.unit.metadata.platforms.forums import FORUMS
from tests.unit.metadata.platforms.overseas import OVERSEAS
from tests.unit.metadata.platforms.portals import PORTALS
from tests.unit.metadata.platforms.social import SOCIAL
from tests.unit.metadata.platforms.tech import TECH
from tests.unit.metadata.platforms.versions import VERSIONS

import maintext

# What is known and not mended, by platform: the reason.
KNOWN = {
    "WeChat picture message": "a picture of a carousel above the heading",
    "a product page of JD's form": "text: the table of facts; picture of the product",
}


def flaws(page: Platform) -> list[str]:
    """What of a page was not found as it stands."""
    document = maintext.extract(page.html, url=page.url)
    writers = tuple(one.name for one in document.authors if one.role in {"author", "reporter"})
    published = str(document.published or "")
    images = [image.url for image in document.images]
    comments = "\n".join(comment.text for comment in document.comments)
    return [
        *([] if document.title == page.title else [f"title {document.title}"]),
        *([] if page.authors in {None, writers} else [f"authors {writers}"]),
        *([] if page.source in {None, document.source} else [f"source {document.source}"]),
        *([] if published.startswith(page.published or "") else [f"published {published}"]),
        *([] if page.tags in {None, tuple(document.tags)} else [f"tags {document.tags}"]),
        *(f"no image {end}" for end in page.images if not any(url.endswith(end) for url in images)),
        *(f"image {end}" for end in page.no_images if any(url.endswith(end) for url in images)),
        *(f"text without {part}" for part in page.has if part not in document.text),
        *(f"text with {part}" for part in page.has_not if part in document.text + comments),
        *(f"comments without {part}" for part in page.comments if part not in comments),
    ]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            one, marks=pytest.mark.xfail(reason=KNOWN[one.name], strict=True) if one.name in KNOWN else ()
        )
        for one in (*PLATFORMS, *SOCIAL, *TECH, *PORTALS, *FORUMS, *OVERSEAS, *VERSIONS)
    ],
    ids=lambda page: page.name,
)
def test_a_platform_is_read(page: Platform) -> None:
    assert flaws(page) == []


def test_the_pictures_of_a_hidden_text_stand_in_its_markdown() -> None:
    document = maintext.extract(PLATFORMS[0].html, url=PLATFORMS[0].url)
    assert "](https://mmbiz.qpic.cn/a/640?wx_fmt=jpeg)" in document.markdown
