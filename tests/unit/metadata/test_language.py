# ruff: noqa: E501 - markup and sentences, one a line

from __future__ import annotations

import pytest

import maintext
from maintext.metadata.language import detect_language

TEXTS = {
    "en": "The library in the old town has opened its doors again, and many people came to see what is new.",
    "de": "Die Bibliothek in der Altstadt hat wieder geöffnet, und viele Menschen sind gekommen, um sie zu sehen.",
    "fr": "La bibliothèque de la vieille ville a rouvert ses portes et beaucoup de gens sont venus pour la voir.",
    "es": "La biblioteca de la ciudad ha vuelto a abrir sus puertas y muchas personas fueron para ver lo que es nuevo.",
    "it": "La biblioteca della città ha riaperto le sue porte e molte persone sono venute per vedere che cosa è nuovo.",
    "pt": "A biblioteca da cidade abriu as portas e muitas pessoas não foram, mas há quem diga que é uma das melhores.",
    "nl": "De bibliotheek in de oude stad is weer open en veel mensen zijn gekomen om te zien wat er nieuw is.",
    "sv": "Biblioteket i staden har öppnat igen och många människor kom för att se vad som är nytt, men inte alla.",
    "fi": "Kirjasto on taas auki, ja moni tuli katsomaan, mitä uutta siellä on, mutta kaikki eivät olleet tyytyväisiä.",
    "pl": "Biblioteka w starym mieście jest znowu otwarta i wielu ludzi przyszło, żeby zobaczyć, co się zmieniło.",
    "cs": "Knihovna ve starém městě je zase otevřená a mnoho lidí přišlo, aby se podívali, co je nového, ale ne všichni.",
    "tr": "Eski kentteki kütüphane yeniden açıldı ve çok sayıda insan yeni olan her şeyi görmek için geldi.",
    "vi": "Thư viện của thành phố đã mở cửa trở lại và có nhiều người đến để xem những gì mới trong năm nay.",
    "id": "Perpustakaan di kota tua itu sudah dibuka dan banyak orang yang datang untuk melihat apa yang baru.",
    "sw": "Maktaba ya mji wa kale imefunguliwa tena na watu wengi walikuja kwa ajili ya kuona vitabu katika ukumbi huo.",
    "xh": "Ithala leencwadi livuliwe kwakhona kwaye abantu abaninzi bathi bonwabile ngoku kuba kukho iincwadi ezintsha.",
    "zu": "Umtapo wezincwadi usuvuliwe futhi abantu abaningi bathi bajabule kakhulu ngoba kunezincwadi ezintsha lapho.",
    "ru": "Библиотека в старом городе снова открыта, и многие пришли посмотреть, что там нового, но не все остались.",
    "uk": "Бібліотека в старому місті знову відкрита, і багато людей прийшли, щоб подивитися, що там є нового.",
    "bg": "Библиотеката в стария град отново е отворена и много хора са дошли да видят какво ново има, но не всички.",
    "el": "Η βιβλιοθήκη της παλιάς πόλης άνοιξε ξανά και πολλοί ήρθαν για να δουν τι νέο υπάρχει.",
    "ar": "فتحت المكتبة أبوابها من جديد في المدينة القديمة وقد جاء كثير من الناس إلى هذا المكان.",
    "fa": "کتابخانه شهر دوباره باز شده است و مردم برای دیدن آن آمده اند که این خود یک خبر خوب است.",
    "he": "הספרייה בעיר העתיקה נפתחה מחדש ואנשים רבים באו לראות מה חדש",
    "ko": "구시가지의 도서관이 다시 문을 열었고 많은 사람들이 새로운 것을 보러 왔다.",
    "ja": "旧市街の図書館が再び開館し、多くの人々が新しい展示を見に訪れた。",
    "th": "ห้องสมุดในเมืองเก่าเปิดอีกครั้งและมีผู้คนมากมายมาดูสิ่งใหม่ๆ",
    "zh-Hans": "老城区的图书馆今天重新开放，许多市民前来参观，这里还设有儿童阅览区。",
    "zh-Hant": "老城區的圖書館今天重新開放，許多市民前來參觀，這裡還設有兒童閱覽區。",
}


@pytest.mark.parametrize("tag", TEXTS)
def test_a_sentence(tag: str) -> None:
    assert detect_language(TEXTS[tag]).tag == tag


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("da", "Kommunen betalte to millioner kroner for at reparere stenbuerne. Siden vinterens oversvømmelse var den gamle færge den eneste forbindelse mellem byerne. Mange beboere måtte hver morgen køre en omvej på tyve kilometer. Beboerne fejrede åbningen med kaffe og kage ved bredden."),
        ("fi", "Vanha silta joen yli avattiin maanantaina puolen vuoden korjausten jälkeen. Kaupunki maksoi kivikaarien korjauksesta kaksi miljoonaa euroa. Asukkaat juhlivat avajaisia joen rannalla kahvin ja kakun kanssa."),
        ("no", "Kommunen betalte to millioner kroner for å reparere steinbuene. Siden vinterens flom var den gamle ferga den eneste forbindelsen mellom bygdene. Mange beboere måtte hver morgen kjøre en omvei på tjue kilometer."),
        ("tr", "Nehirspor, deplasmanda karşılaştığı rakibini 3-1 mağlup ederek liderliğini sürdürdü. Sarı-lacivertlilerin gollerini Kaya (2) ve Demir kaydetti. Teknik direktör maçın ardından oyuncularını tebrik etti."),
        ("uk", "Міська рада у вівторок проголосувала за розширення старого мосту через річку, поклавши край суперечці, яка майже десять років розділяла місто."),
        ("lv", "Pilsētas dome otrdien nolēma paplašināt veco tiltu pār upi, tādējādi izbeidzot strīdu, kas gandrīz desmit gadus šķēla pilsētu. Darbi ilgs astoņpadsmit mēnešus, un katru reizi tiks slēgta tikai viena josla."),
    ],
)  # fmt: skip
def test_a_few_sentences_with_few_of_the_commonest_words(tag: str, text: str) -> None:
    assert detect_language(text).tag == tag


@pytest.mark.parametrize("text", ["", "   ", "12 34 56", "ok", "!!! ???", "x" * 200, "GPU CPU RAM SSD LCD"])
def test_what_is_no_text_has_no_language(text: str) -> None:
    assert detect_language(text).tag == ""


# Kazakh, Mongolian, Uyghur, Kurdish and Pashto have no word lists.
OTHERS = {
    "kk": "Ескі қаладағы кітапхана қайтадан ашылды, жаңа кітаптарды көруге көп адам келді.",
    "mn": "Хуучин хотын номын сан дахин нээгдэж, шинэ номыг үзэхээр олон хүн цугларчээ.",
    "ug": "كونا شەھەردىكى كۈتۈپخانا قايتا ئېچىلدى، نۇرغۇن كىشىلەر يېڭى كىتابلارنى كۆرگىلى كەلدى.",
    "ckb": "کتێبخانەی شاری کۆن جارێکی تر کرایەوە و خەڵکێکی زۆر هاتن بۆ بینینی کتێبە نوێیەکان.",
    "ps": "په زاړه ښار کې کتابتون بیا پرانیستل شو او ډېر خلک د نویو کتابونو لیدلو ته راغلل.",
}


@pytest.mark.parametrize("tag", OTHERS)
def test_letters_that_the_commonest_language_of_a_script_does_not_have(tag: str) -> None:
    assert detect_language(OTHERS[tag]).tag == ""


@pytest.mark.parametrize(
    ("text", "tag"), [("Нижний Новгород, Казань, Омск", "ru"), ("القاهرة، بيروت، تونس", "ar")]
)
def test_names_alone_are_of_the_commonest_language_of_their_script(text: str, tag: str) -> None:
    assert detect_language(text).tag == tag


@pytest.mark.parametrize(
    ("declared", "text", "tag"),
    [
        ("kk-KZ", OTHERS["kk"], "kk"),
        ("mr", "जुन्या शहरातील ग्रंथालय पुन्हा उघडले असून नवी पुस्तके पाहण्यासाठी अनेक लोक आले आहेत.", "mr"),
        ("en", "जुन्या शहरातील ग्रंथालय पुन्हा उघडले असून नवी पुस्तके पाहण्यासाठी अनेक लोक आले आहेत.", "hi"),
        ("ms", "Perpustakaan di bandar lama itu telah dibuka semula dan ramai orang datang untuk melihat buku baharu.", "ms"),
        ("ms", TEXTS["en"], "en"),
        ("de", TEXTS["id"], "id"),
    ],
)  # fmt: skip
def test_a_declared_language_that_the_text_does_not_tell_from_its_neighbour(
    declared: str, text: str, tag: str
) -> None:
    assert maintext.extract(f"<html lang={declared}><p>{text}</p><p>{text}</p>").language == tag


def test_chinese_without_telling_letters() -> None:
    assert detect_language("人生三十年大山小水天地日月").tag == "zh"


def test_chinese_with_latin_names_is_chinese() -> None:
    assert (
        detect_language("苹果公司（Apple Inc.）今天发布了新的 iPhone 与 MacBook Pro 产品线。").tag
        == "zh-Hans"
    )


def test_simplified_text_that_quotes_traditional_letters() -> None:
    assert detect_language(TEXTS["zh-Hans"] * 2 + "匾上写着「圖書館」。").tag == "zh-Hans"


def test_a_sentence_of_its_own_language_is_surer_than_a_mixed_one() -> None:
    pure, mixed = detect_language(TEXTS["en"]), detect_language(f"{TEXTS['en']} {TEXTS['de']}")
    assert pure.confidence > mixed.confidence


def test_what_begins_with_numbers_is_told_by_what_follows() -> None:
    numbers = " ".join(map(str, range(100, 600)))
    assert detect_language(numbers).tag == ""
    assert (
        detect_language(f"{numbers} The lamp was lit in the evening, and the keeper went to sleep.").tag
        == "en"
    )


def test_long_texts_cost_no_more() -> None:
    assert detect_language(TEXTS["en"] * 100_000).tag == "en"


def test_lone_surrogates_are_no_error() -> None:
    assert detect_language(TEXTS["zh-Hans"] + "\ud800").tag == "zh-Hans"
