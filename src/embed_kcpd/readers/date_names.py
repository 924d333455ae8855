"""Names of months and days of the week in languages of Europe.

In:  a name as a date has it, in small letters and without accents (``without_accents``).
Out: the number of the month, or whether the name is that of a day.

The names and abbreviations are those of the Unicode CLDR for Catalan, Czech, Danish, Dutch,
English, Finnish, French, German, Greek, Italian, Norwegian, Polish, Portuguese, Romanian, Russian,
Spanish, Swedish, Turkish and Ukrainian, both as they stand alone and as they stand in a date, and
a few more ("Jänner", "Mrz").  No name means two months.  Croatian is not among them: its
"listopada" is October, that of Polish November.
"""

import unicodedata

_MONTHS = (
    """january jan januar janvier janv enero ene gennaio gen janeiro januari tammikuuta tammikuu
    tammi stycznia styczen sty ledna leden led января январь янв січня січень січ ιανουαριου
    ιανουαριος ιαν ocak oca gener ianuarie ian janner""",
    """february feb februar fevrier fevr febrero febbraio fevereiro fev februari helmikuuta
    helmikuu helmi lutego luty lut unora unor uno февраля февраль февр лютого лютии лют
    φεβρουαριου φεβρουαριος φεβ subat sub febrer febr februarie feber""",
    """march mar marz mars marzo marco maart mrt marts maaliskuuta maaliskuu maalis marca marzec
    brezna brezen bre марта март мар березня березень бер μαρτιου μαρτιος μαρ mart marc martie
    maerz mrz""",
    """april apr avril avr abril abr aprile huhtikuuta huhtikuu huhti kwietnia kwiecien kwi dubna
    duben dub апреля апрель апр квітня квітень квіт απριλιου απριλιος απρ nisan nis aprilie""",
    """may mai mayo maggio mag maio mei maj toukokuuta toukokuu touko maja kvetna kveten kve мая
    маи травня травень трав μαιου μαιος μαι mayis maig""",
    """june jun juni juin junio giugno giu junho kesakuuta kesakuu kesa czerwca czerwiec cze
    cervna cerven cvn июня июнь июн червня червень черв ιουνιου ιουνιος ιουν haziran haz juny
    iunie iun""",
    """july jul juli juillet juil julio luglio lug julho heinakuuta heinakuu heina lipca lipiec
    lip cervence cervenec cvc июля июль июл липня липень лип ιουλιου ιουλιος ιουλ temmuz tem
    juliol iulie iul""",
    """august aug aout agosto ago augustus augusti elokuuta elokuu elo sierpnia sierpien sie
    srpna srpen srp августа август авг серпня серпень серп αυγουστου αυγουστος αυγ agustos agu
    agost ag""",
    """september sep sept septembre septiembre settembre set setembro syyskuuta syyskuu syys
    wrzesnia wrzesien wrz zari zar сентября сентябрь сент вересня вересень вер σεπτεμβριου
    σεπτεμβριος σεπ eylul eyl setembre septembrie setiembre sett""",
    """october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta lokakuu loka
    pazdziernika pazdziernik paz rijna rijen rij октября октябрь окт жовтня жовтень жовт
    οκτωβριου οκτωβριος οκτ ekim eki octombrie""",
    """november nov novembre noviembre novembro marraskuuta marraskuu marras listopada listopad
    lis listopadu ноября ноябрь нояб листопада листопад лист νοεμβριου νοεμβριος νοε kasim kas
    noiembrie""",
    """december dec dezember dez decembre diciembre dic dicembre dezembro desember des joulukuuta
    joulukuu joulu grudnia grudzien gru prosince prosinec pro декабря декабрь дек грудня
    грудень груд δεκεμβριου δεκεμβριος δεκ aralik ara desembre decembrie""",
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
"""The number of each month by its name."""

_DAYS = """
    montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi
    mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim lunes martes miercoles
    jueves viernes sabado domingo mie jue vie sab dom lunedi martedi mercoledi giovedi venerdi
    sabato domenica gio segunda-feira terca-feira quarta-feira quinta-feira sexta-feira seg ter
    qua qui sex maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo mandag
    tirsdag onsdag torsdag fredag lørdag søndag man tirs ons tors fre lør søn tisdag lordag
    sondag tis lor son tir tor maanantaina tiistaina keskiviikkona torstaina perjantaina
    lauantaina sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai ti ke to pe la
    su poniedziałek wtorek sroda czwartek piatek sobota niedziela pon wt sr czw pt sob niedz
    pondeli utery streda ctvrtek patek nedele po ut st ct pa ne понедельник вторник среда
    четверг пятница суббота воскресенье пн вт ср чт пт сб вс понеділок вівторок середа четвер
    пʼятниця субота неділя нд δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη δευ τρι τετ
    πεμ παρ σαβ κυρ pazartesi sali carsamba persembe cuma cumartesi pazar pzt sal car per cum
    cmt paz dilluns dimarts dimecres dijous divendres dissabte diumenge dl dt dc dj dv ds dg
    luni marti miercuri joi vineri sambata duminica vin dum
"""
DAYS = frozenset(_DAYS.split())
"""Names of days; the English ones are known to ``date_forms``, wherever they stand."""


def without_accents(text: str) -> str:
    """A text in small letters without the marks on them.

    >>> without_accents("5. MÄRZ"), without_accents("Kasım")
    ('5. marz', 'kasim')
    """
    text = text.lower()
    if text.isascii():
        return text
    parted = unicodedata.normalize("NFD", text).replace("ı", "i")
    return "".join(each for each in parted if not unicodedata.combining(each))
