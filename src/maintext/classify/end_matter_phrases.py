"""Phrases of end matter, by language: notices of rights, calls to follow, credits.

General knowledge of the field, not read off any page. Words are beginnings of words, of five letters or more,
with "_" for the end of a word; pieces are looked for anywhere, for scripts without spaces between words.
"""

from __future__ import annotations

import re

from maintext.html import characters as ch

__all__ = [
    "CREDITS", "CREDIT_OPENERS", "CREDIT_WORDS", "FOLLOW", "NOTICES", "PLACES", "Phrases",
]  # fmt: skip

_STEM = 5
# Words of so many letters, as ``characters.WORDS`` has them; those of ASCII are found faster.
_WORD = re.compile(rf"[^\W{ch.CJK_PATTERN}]{{{_STEM},}}")
_ASCII_WORD = re.compile(rf"\w{{{_STEM},}}", re.ASCII)
_MAX_STEM = 8  # letters that compiled code compares


class Phrases:
    """Phrases of one meaning in many languages, looked for in texts.

    Parameters
    ----------
    words
        By language, beginnings of words between spaces.
    pieces
        By language, pieces of texts between commas.

    Attributes
    ----------
    words, pieces
        All of them; ``stems`` are the first eight letters of the words.
    """

    def __init__(self, words: dict[str, str], pieces: dict[str, str]) -> None:
        self.words = tuple(dict.fromkeys(" ".join(words.values()).split()))
        self.pieces = tuple(
            dict.fromkeys(piece.strip() for its in pieces.values() for piece in its.split(","))
        )
        self._by_letter: dict[str, list[str]] = {}
        for piece in self.pieces:
            self._by_letter.setdefault(piece[0], []).append(piece)
        self._by_stem: dict[str, list[str]] = {}
        for word in self.words:
            self._by_stem.setdefault(word[:_STEM], []).append(word)
        self.stems = tuple({word.rstrip("_")[:_MAX_STEM] for word in self.words})

    def find(self, text: str) -> set[str]:
        """Return the phrases that stand in a lower-case text; of each word the first."""
        # Most pieces begin with a letter that a text of another script lacks.
        letters = self._by_letter.keys() & set(text)
        phrases = {piece for letter in letters for piece in self._by_letter[letter] if piece in text}
        for word in (_ASCII_WORD if text.isascii() else _WORD).findall(text):
            for beginning in self._by_stem.get(word[:_STEM], ()):
                if f"{word}_".startswith(beginning):
                    phrases.add(beginning)
                    break
        return phrases


NOTICES = Phrases(
    {
        "en": "copyright reserved reproduc republi redistribut retransmi rebroadcast rewritten prohibit"
        " permission consent unauthori disclaim liable liability endorse necessarily trademark construed"
        " verbatim",
        "de": "urheberrecht vorbehalten vervielfält nachdruck genehmigung zustimmung haftung gewähr untersagt"
        " verbreitung weiterverbreit",
        "fr": "réserv interdit autoris préalable rediffus intégral responsabilit",
        "es": "reservad prohibid autoriz responsabiliz redistribu",
        "pt": "reproduç proibid reescrit expressa",
        "it": "riservat riproduz vietat",
        "nl": "voorbehouden overgenomen overname toestemming verboden auteursrecht",
        "sv da no fi": "rättigheter upphovsrätt tillstånd förbehåll kopiering förbjud rettigheder tilladelse"
        " forbehold ophavsret rettigheter tillatelse forbudt pidätet tekijänoik kiellet kopioin",
        "pl": "zastrzeż kopiowan powielan rozpowszech zabron zezwolen zgody autorski wydawc regulamin"
        " odpowiedzialno",
        "cs sk": "vyhraz šíření souhlas publikov přetisk autorská zakáz súhlas",
        "hu ro": "fenntart engedél másol rezervat interzis",
        "hr sr": "pridržan zadržan zabranjen dopušten dozvole_ preuziman kopiran",
        "lt et ca": "saugomos draudžiam leidimo_ õigused kaitstud keelatud reservats autoritz",
        "ru": "перепечат копирован запрещ запретен цитирован гиперссыл обязательн правообла авторски разрешен"
        " редакци ответственн учредител свидетельств письменн",
        "uk bg": "передрук заборон посилан гіперпос відповідальн дозвол препечат забран позован",
        "el": "αναδημοσ αναπαραγ απαγορ επιφύ επιφυ πνευματικ",
        "tr": "hakları saklıdır izinsiz kopyalan yayınlan alıntı",
        "ar fa": "محفوظة النشر برداشت بازنشر",
        "id": "dilarang memperbanyak tertulis penerbit",
    },
    {
        "marks": "©, (c)",
        "zh": "声明, 聲明, 转载, 轉載, 转贴, 轉貼, 授权, 授權, 注明, 註明, 出处, 出處, 侵权, 侵權, 免责,"
        " 免責, 版权, 版權, 著作權, 本网, 本網, 本站, 本平台, 文责, 文責, 赞同, 贊同, 真实性, 真實性,"
        " 不代表, 不构成, 不構成, 不承担, 不承擔, 概不负责, 概不負責, 法律责任, 法律責任, 违者, 違者, 追究,"
        " 供参考, 供參考, 投资建议, 投資建議, 风险自, 風險自, 自负, 自負, 自担, 自擔, 摘编, 摘編, 镜像,"
        " 鏡像, 书面, 書面, 许可, 許可, 稿件来源, 稿件來源, 信息存储,"
        " 来自网络, 來自網絡, 来源于网络, 來源於網絡, 来源网络, 图片来源, 圖片來源, 联系删除, 聯絡刪除,"
        " 侵删, 侵刪,"
        " 不得转载, 不得轉載, 禁止转载, 禁止轉載, 严禁转载, 嚴禁轉載, 谢绝转载, 謝絕轉載, 请勿转载, 請勿轉載,"
        " 授权转载, 授權轉載,"
        " 仅代表, 僅代表, 立场, 立場, 自媒体, 自媒體, 仅提供, 僅提供, 据此操作, 不表明,"
        " 证实其描述, 證實其描述,"
        # Of the sites of novels.
        " 首发域名, 阅读网址, 手机版阅读, 手机用户请, 阅读体验, 本章未完, 继续阅读",
        "ja": "無断, 転載, 転用, 複製, 禁じ, 禁止, 著作権",
        "ko": "무단, 전재, 재배포, 금지, 저작권",
        "th": "สงวน, ลิขสิทธิ์, ห้าม, เผยแพร่",
        "vi": "bản quyền, ghi rõ nguồn, sao chép",
        "ar fa ur": "جميع الحقوق, إعادة النشر, إعادة نشر, دون إذن, تمامی حقوق, بدون اجازه, ذکر منبع, ممنوع"
        ", جملہ حقوق, محفوظ ہیں, بغیر اجازت",
        "he": "כל הזכויות, להעתיק, לשכפל, ללא רשות",
        "hi bn": "सर्वाधिकार, बिना अनुमति, वर्जित, সর্বস্বত্ব, অনুমতি ছাড়া, নিষিদ্ধ",
    },
)
"""What notices of rights and liability say."""

FOLLOW = Phrases(
    {
        "en": "follow_ subscri",
        "de": "folgen_ abonnier",
        "fr": "suivez abonne rejoign",
        "es": "síguenos síganos sigue_ suscr",
        "pt": "acompanh inscrev assine_",
        "it": "seguici iscriv",
        "nl": "abonneer aanmeld inschrijv",
        "sv da no fi": "prenumerer anmäl_ tilmeld abonner seuraa_ tilaa_",
        "hu ro": "kövess iratkoz abonea urmăr",
        "hr sr": "prati_ pratite pretplat prijavi",
        "lt et ca": "sekite prenumeruo jälgige tellige segueix subscriu",
        "pl": "śledź polub_ dołącz obserwuj subskryb zapisz_",
        "cs": "sleduj odebír přihlaste",
        "ru": "подпис подпиш присоедин",
        "uk bg": "підпис підпиш приєдн абонир последвай",
        "el": "ακολουθ εγγραφ",
        "tr": "takip_ abone",
        "ar fa": "تابعنا تابعونا اشترك دنبال",
        "id": "ikuti_ langgan berlangganan",
    },
    {
        "zh": "关注, 關注, 订阅, 訂閱, 扫描, 掃描, 扫码, 掃碼, 扫一扫, 掃一掃, 加入, 点赞, 按讚, 按赞, 追蹤,"
        " 分享到, 分享至,"
        " “在看”, 「在看」",
        "ja": "フォロー, 登録",
        "ko": "구독, 팔로우",
        "hi bn": "फॉलो, सब्सक्राइब, ফলো, সাবস্ক্রাইব",
        "th vi": "ติดตาม, สมัครรับ, theo dõi, đăng ký",
        "he": "עקבו אחרינו, הירשמו, הצטרפו",
        "fa ur": "عضو شوید, فالو, سبسکرائب",
    },
)
"""What readers are asked to do in a call to follow or subscribe."""

PLACES = Phrases(
    {
        "names": "facebook twitter instagram telegram whatsapp youtube linkedin tiktok pinterest weibo"
        " wechat",
        "en": "newsletter inbox_",
        "nl sv da no fi": "nieuwsbrief nyhetsbrev nyhedsbrev uutiskir",
        "es fr ca hu tr": "boletín infolettre butllet hírlev bülten",
        "hr sr lt et": "njuzleter bilten_ naujienl uudiskir",
        "ru uk": "вконтакт контакте_ одноклас телеграм рассыл розсил",
        "pl": "fanpage biuletyn",
        "bg": "бюлетин фейсбук",
        "ar fa": "فيسبوك تويتر نشرتنا البريدية تلگرام اینستاگرام خبرنامه",
    },
    {
        "zh": "微信, 微博, 公众号, 公眾號, 二维码, 二維碼, 频道, 頻道, 客户端, 客戶端, 脸书, 臉書, 粉丝,"
        " 粉絲, 蓝字, 藍字, 扫码关注, 掃碼關注, line好友, 電子報, “在看”, 「在看」,"
        " 手机打开, 朋友圈, 读者群",
        "ja": "ツイッター, フェイスブック, メルマガ, チャンネル",
        "ko": "페이스북, 트위터, 인스타그램, 유튜브, 뉴스레터",
        "hi bn": "फेसबुक, व्हाट्सएप, टेलीग्राम, ट्विटर, ফেসবুক, ইউটিউব",
        "th vi": "เฟซบุ๊ก, ไลน์, ทวิตเตอร์, จดหมายข่าว, bản tin",
        "he": "פייסבוק, אינסטגרם, טלגרם, וואטסאפ, ניוזלטר",
        "ur": "فیس بک, ٹوئٹر, یوٹیوب, واٹس ایپ",
    },
)
"""Where readers are asked to follow."""

CREDITS = frozenset(
    (
        "source sources photo photos image images credit credits text"  # en
        " quelle quellen foto fotos bild bilder redaktion"  # de
        " crédit crédits auteur"  # fr
        " fuente fuentes imagen fonte fontes imagem fonti autore immagine"  # es pt it
        " bron bronnen källa kilde lähde zdroj zdroje forrás sursa"  # nl sv da fi cs hu ro
        " źródło źródła fot oprac autor autorzy zdjęcie zdjęcia tekst redakcja"  # pl
        " источник источники автор фото текст редактор джерело"  # ru uk bg
        " πηγή πηγές φωτογραφία kaynak haber"  # el tr
        " 责任编辑 責任編輯 责编 責編 编辑 編輯 校对 校對 来源 來源 资料来源 資料來源 稿源 作者 撰文 文 图 圖"
        " 选稿 组稿 图源 圖源 图片来源 圖片來源 摄影 攝影 审核 審核 监制"
        " 一审 二审 三审 初审 复审 终审 审校 采写 撰稿 供稿 供图 通讯员 摄像 排版"
        " 一审一校 二审二校 三审三校 责任校对 编审 编審 核稿 审签 签发 值班编辑 值班主任 网络编辑 本期编辑"
        " 文字 图文 海报 剪辑 统筹 本文来源 文章来源 稿件来源 信息来源 投稿邮箱 新闻热线"  # zh
        " 出典 写真 提供 文 출처 사진 기자"  # ja ko
    ).split()
)
"""Words before a colon, a slash or a dot for who wrote a text or took a picture, or where it is from."""

CREDIT_OPENERS = (
    "written by", "reporting by", "edited by", "editing by", "photo by", "photos by", "image by",
    "courtesy of", "dzięki uprzejmości",
)  # fmt: skip
"""The same for lines without a colon."""

CREDIT_WORDS = frozenset(
    (
        "photo photos photograph picture image images credit credits"  # en
        " foto fotos fotó bild bilder crédit crédits imagen imagem immagine fot"
        " zdjęcie фото снимок φωτογραφία"
    ).split()
)
"""Words before a colon with which a caption says who took the picture; in Chinese gold texts that stays."""
