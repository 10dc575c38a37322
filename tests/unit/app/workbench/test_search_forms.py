"""Search forms: what is sent with them."""

from __future__ import annotations

from maintext.app.workbench.forms import find_forms, form_url
from maintext.html import parse

SITE = "https://site.example/shelf/"


def sent(form: str, filled: dict[str, str], charset: str = "utf-8") -> str:
    page = parse(f"<meta charset={charset}><title>栈桥</title>{form}".encode(charset), SITE)
    return form_url(page, find_forms(page)[0]["row"], filled)


def test_all_that_a_browser_sends_is_sent_in_page_order() -> None:
    form = """<form action="look?old=1#top"><input type=hidden name=part value=5><input name=word value=x>
    <input name=place><select name=sort><option value=new>Newest<option selected>By name</select>
    <select name=size><option>all<option>big</select><select name=more multiple><option>1</select>
    <input type=checkbox name=open checked><input type=checkbox name=shut><input type=radio name=way value=a>
    <input type=radio name=way value=b checked><input type=text name=off disabled value=1><input type=text>
    <textarea name=empty></textarea><textarea name=note>a b</textarea>
    <fieldset disabled><input name=shut value=1></fieldset><button type=button name=map>Map</button>
    <button name=go value=1>Go</button><input type=submit name=go value=2></form>"""
    assert sent(form, {"word": "tin can"}) == (
        f"{SITE}look?part=5&word=tin+can&place=&sort=By+name&size=all&open=on&way=b&empty=&note=a+b&go=1"
    )


def test_a_form_is_sent_in_the_encoding_of_its_page_or_its_own() -> None:
    assert sent("<form><input name=q></form>", {"q": "渔港"}, "gbk") == f"{SITE}?q=%D3%E6%B8%DB"
    assert sent("<form><input name=q></form>", {"q": "渔港"}).endswith("?q=%E6%B8%94%E6%B8%AF")
    own = "<form accept-charset=utf-8><input name=q></form>"
    assert sent(own, {"q": "渔港"}, "gbk").endswith("?q=%E6%B8%94%E6%B8%AF")
    unknown = "<form accept-charset=none-such><input name=q></form>"
    assert sent(unknown, {"q": "渔港"}, "gbk").endswith("?q=%E6%B8%94%E6%B8%AF")


def test_a_field_is_called_as_the_page_calls_it() -> None:
    form = """<form><label for=a>Name of the boat:</label> <input id=a name=q1>
    <input name=q2 aria-label="Home port"><label>Built in <input name=q3></label><input name=q4 title="Owner">
    <input name=q5 placeholder="Sail number"><input name=q6></form>"""
    page = parse(form.encode(), SITE)
    labels = [field["label"] for field in find_forms(page)[0]["fields"]]
    assert labels == ["Name of the boat:", "Home port", "Built in", "Owner", "Sail number", ""]
