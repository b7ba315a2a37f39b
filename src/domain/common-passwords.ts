// The most common passwords, loaded by the server only. Compared without case and trailing digits and exclamation marks:
// `Passwort2026!` is `passwort`.

const list = `
000000 00000000 010203 0123456789 1010101010 102030 1029384756 111111 11111111 112233 11223344 1122334455 121212 12121212
123123 123123123 123321 1234 12341234 12344321 12345 123454321 123456 1234567 12345678 123456789 1234567890 123456a 123456b
123456q 1234abcd 1234qwer 123654 123654789 123654a 123789 123abc 123asd 123qwe 123qweasd 123qweasdzxc 12qwaszx 12qwertz 131313
1357924680 142536 147258 147258369 147852 159357 159753 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6z 1qa2ws3ed
1qay2wsx 1qaz2wsx 1qazxsw2 202020 222222 222222222 232323 246810 252525 333333 369369 444444 454545 456123 456789 4711 47114711
505050 555555 55555555 654321 666666 696969 741852 741852963 753951 777777 7777777 789456 789456123 852456 87654321 888888
88888888 963852741 987654 98765432 987654321 9876543210 999999 99999999 0815 08150815
a123456 a123456789 a1b2c3 a1b2c3d4 aa123456 aaaaaa aaaaaaaa abc abcd abcde abcdef abcdefg abcdefgh abcabc abcdabcd abcd1234 abc123 abc123456
asd asdasd asdasdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfjklö asdfghjklö asdqwe asdzxc aqswdefr
qwe qweqwe qweasd qweasdzxc qwer qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzu qwertzui qwertzuio qwertzuiop
qwertzuiopü qwert123 qwerty123 qwertz123 qwerqwer qwertqwert qwertyqwerty qwertzqwertz qwe123 qwe123qwe q1w2e3 q1w2e3r4
q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5z6 qazwsx qazwsxedc qazqaz qaywsx qaywsxedc qayxsw yaq12wsx yxcvbn yxcvbnm yxcvbnmasd zxc
zxcvb zxcvbn zxcvbnm zxcasd zxcasdqwe zaq12wsx zaq1zaq1 poiuytrewq poiuztrewq lkjhgfdsa mnbvcxy mnbvcxz wasd wasdwasd
password passw0rd p@ssw0rd p@ssword pa$$word pa$$w0rd passwd passphrase passpass password1 passwort passw0rt pa$$wort p@sswort
p@ssw0rt passwörter passwoerter kennwort kennw0rt geheim geheimnis geheimwort topsecret topgeheim streng-geheim strenggeheim
secret secrets mysecret mypassword mypass meinpasswort meinkennwort meinpasswort1 deinpasswort keinpasswort neuespasswort
newpassword newpass altespasswort einpasswort daspasswort passwortpasswort passwordpassword changeme change-me changeit
aendern ändern aenderemich ändermich bitteaendern bitteändern default standard standardpasswort initial initialpasswort
startpasswort start anfang temp temporary temppass guest gast gastzugang test teste tester testen testtest testing testpasswort
testpassword testuser test1234 demo demodemo beispiel example sample muster mustermann maxmustermann erikamustermann
admin admin123 adminadmin administrator adminpass root rootroot toor superuser sysadmin system manager master masterkey webmaster
operator user username benutzer benutzername anwender login loginlogin logmein anmelden anmeldung zugang zugangsdaten einloggen
letmein letmeinnow lassmichrein openup open oeffnen sesamoeffnedich sesam sesame opensesame hallo hallohallo hallowelt halloduda
hallodu hallöchen halli hallihallo hello hellohello helloworld hellokitty hi welcome welcome1 welcometo willkommen
willkommenzuhause herzlichwillkommen moin moinmoin servus gruezi grüezi gruessgott grüssgott tschuess tschüss ciao
iloveyou iloveu iloveme ilovejesus ilovemyself loveyou loveme lovelove love lover lovers lovely loveforever truelove
ichliebedich ichliebdich ichliebeuch liebe liebling liebe123 schatz schatzi schatzii schatzilein schätzchen schnucki
schnuckel schnuffel schnuffi maus mausi mäuschen maeuschen mausebaer mausebär hase hasi hasilein häschen haeschen baerchen
bärchen baby babyboy babygirl baby123 sweety sweetie sweetheart honey honeybee herz herzchen herzblatt engel engelchen angel
angel1 angels kuss kuesse küsse kuschel kuscheln freunde freundschaft friends bestfriend bestfriends forever family familie
familie1 mama mamapapa mamma mutti mutter papa papi vati vater oma opa omaopa bruder schwester sohn tochter kinder baby1
sonne sonnenschein sonnenblume sonnenblumen sunshine sunflower sunrise sunset sommer sommer2024 sommer2025 sommer2026 summer
summertime winter winterzeit frühling fruehling fruhling herbst spring autumn fall januar februar maerz märz april juni juli
august september oktober november dezember january february march june july october december montag dienstag mittwoch
donnerstag freitag samstag sonnabend sonntag monday tuesday wednesday thursday friday saturday sunday ostern weihnachten
christmas silvester neujahr geburtstag birthday urlaub ferien holiday wochenende weekend
berlin hamburg muenchen münchen munich koeln köln cologne frankfurt stuttgart duesseldorf düsseldorf dortmund essen leipzig
bremen dresden hannover nuernberg nürnberg duisburg bochum wuppertal bielefeld bonn muenster münster karlsruhe mannheim augsburg
wiesbaden kiel rostock luebeck lübeck mainz freiburg potsdam erfurt kassel heidelberg wien vienna salzburg zuerich zürich
deutschland germany bayern hessen sachsen schwaben oesterreich österreich schweiz europa europe america london paris
newyork australia england france italia italien spanien tuerkei türkei turkiye istanbul mallorca
bayernmuenchen bayernmünchen fcbayern fcbayern1900 bayern1 schalke schalke04 schalke1904 borussia borussia09 bvb bvb09 bvb1909
borussiadortmund dortmund09 hsv hsv1887 werder werderbremen werder1899 fckoeln effzeh fckoeln1948 vfb vfbstuttgart vfl
gladbach eintracht eintrachtfrankfurt sge1899 stpauli fcstpauli unionberlin hertha herthabsc hansa hansarostock dynamo
dynamodresden bundesliga fussball fußball football soccer baseball basketball hockey handball tennis volleyball golf golfer
arsenal chelsea chelseafc liverpool liverpoolfc manchester manutd realmadrid barcelona juventus galatasaray fenerbahce besiktas
fener1907 gala1905 yankees cowboys steelers lakers eagles rangers redsox packers raiders patriots
michael michaela michelle michele daniel daniela danielle andreas andrea andre andrew stefan stefanie stephan stephanie
thomas tobias christian christina christine christoph christopher sebastian alexander alexandra alexandr alex sandra sabine
sabrina susanne simone silvia sylvia markus martin martina matthias mathias manuel manuela maria marie marina mario marcel
marco marcus mark marvin melanie miriam monika monica nadine nicole nicolas nico nina norbert oliver patrick patricia paul
paula peter petra philipp philip pascal ralf ramona rebecca robert robin roland rainer sarah sara sascha simon sven svenja
swen tanja thorsten torsten tim timo tom ulrike uwe ursula vanessa verena veronika victoria viktoria vincent volker werner
wolfgang yvonne anja anna annika anne annette antje anton arthur barbara bastian ben benjamin bernd bernhard bettina birgit
bianca bjoern björn brigitte carina carla carmen carolin caroline charlotte claudia conny cornelia dennis denise dieter
dirk dominik dominic doris elena elisabeth elke emily emma erik eva fabian felix finn florian frank franziska franz friedrich
fritz gabi gabriel gabriele george gerd gerhard gisela guenter günter hannah hanna hannes hans hansi harald heike heiko
heinz helga helmut henry herbert holger horst ines ingrid isabel isabell jacqueline jan jana janina jasmin jasmine jennifer
jenny jens jessica joachim joerg jörg johanna johannes jonas jonathan jordan joseph joshua julia julian juliane juergen
jürgen justin karin karl katharina kathrin katja katrin kerstin kevin klaus kristin kurt lars laura lea lena leon leonie
linda lisa lukas luca luisa lara manfred manuela1 margit heidi hermann ashley amanda anthony austin brandon charlie
chelsea1 chris david donald edward elizabeth eric ethan hunter jackson jacob jake james jason jeremy jessie jordan23 john johnny
kimberly matthew maxwell max maximilian nathan nicholas pamela rachel richard ronaldo ronaldo7 messi messi10 neymar ryan samantha
samuel scott steven taylor thomas1 tyler william zachary mohammed muhammad mustafa mehmet fatih ayse emre
monkey monkeys dragon dragons dragonball tiger tigger tigers lion lions panther puma jaguar leopard bear bears teddy teddybear
teddybaer teddybär wolf wolves wolfpack eagle adler falke falcon falcons hawk delfin delphin dolphin dolphins schmetterling
butterfly pferd pferde pony ponyhof einhorn unicorn hund hunde hundchen hündchen katze katzen kater kätzchen kaetzchen
kitty kitten cat cats dog dogs doggy puppy hamster hase123 vogel papagei pinguin penguin elefant elephant loewe löwe
schlange snake spinne spider spiderman frosch kroete biene bienchen marienkaefer marienkäfer igel fuchs eichhoernchen
eichhörnchen krokodil schildkroete schildkröte fisch fische balu simba bello rocky rex lucky luna sammy bella buddy bandit
ginger pepper shadow smokey cookie cookies muffin peanut princess prinzessin prinz prince queen king kingkong koenig könig
kaiser superman batman ironman hulk spongebob pokemon pikachu pokemon1 mario64 supermario zelda minecraft fortnite roblox
starwars startrek yoda darthvader skywalker jedi harrypotter hogwarts hermine gandalf frodo herrderringe lordoftherings
matrix neo morpheus naruto sasuke onepiece gameofthrones winteriscoming disney mickey mickeymouse donald1 goofy
snoopy garfield asterix obelix idefix simpsons homer pumuckl biene-maja sandmann sandmännchen
mercedes mercedesbenz bmw bmwm3 audi audia4 volkswagen golf4 golfgti porsche porsche911 ferrari lamborghini opel vwgolf vwpolo
corvette mustang camaro harley harleydavidson yamaha suzuki kawasaki honda toyota ford fiesta focus passat trabant
computer laptop internet google google1 facebook youtube amazon paypal ebay twitter instagram whatsapp telekom vodafone windows
windows10 windows11 microsoft apple iphone samsung android linux ubuntu nokia sony playstation xbox nintendo server datenbank
database network netzwerk router fritzbox speedport drucker hacker hackme matrix1 zugriff killer terminator rambo
freedom freiheit frieden peace liberty trustno1 trustnoone vertrauen whatever egal scheissegal scheißegal keineahnung
weissnicht weißnicht vergessen vergesslich passwortvergessen forgot forgetme nichts nothing nopassword nopass keins ohne
scheisse scheiße scheiss arsch arschloch fuck fuckyou fuckme fuckoff asshole bitch shit sex sexy sexsex porno pussy dick
hitler88 blowme bollocks badboy badgirl bigdaddy bigboy
schule lehrer student studium universitaet universität arbeit chef buero büro firma firma123 sekretariat feierabend projekt
verein feuerwehr polizei polizist bundeswehr soldat doktor krankenhaus kirche jesus jesuschrist jesus1 christus gott
halleluja engel123 glaube hoffnung himmel hölle hoelle teufel devil satan lucifer
gitarre guitar klavier piano musik music musik123 metallica rammstein slipknot nirvana acdc ironmaiden beatles toten-hosen
totehosen dietotenhosen dieaerzte dieärzte onkelz boehseonkelz helenefischer eminem tokiohotel technobase techno hiphop rocknroll
pizza pasta spaghetti schokolade chocolate kaffee coffee bier beer weizenbier pils wodka vodka whisky whiskey tequila
jackdaniels cocacola pepsi redbull cola banane banana apfel apple123 erdbeere strawberry kirsche cherry orange zitrone ananas
kartoffel kartoffelsalat pommes currywurst bratwurst doener döner schnitzel brot butter kaese käse zucker sugar
blume blumen flower flowers rose rosen rosenrot tulpe lilie orchidee lavendel garten gartenzwerg regenbogen rainbow stern
sterne sternchen sternschnuppe star stars superstar mond mondschein moon moonlight himmelblau wolke wolken regen schnee
schneemann schneewittchen eisbaer eisbär feuer fire wasser water ocean meer strand beach insel berg berge wald natur
schwarz weiss weiß rot blau gruen grün gelb lila pink rosa silber gold golden silver black white red blue green yellow purple
diamond diamant jewel perle crystal kristall magic magie zauber zauberer merlin wizard mystery
gewinner winner champion number1 nummer1 bestof thebest legend legende hero superheld ninja samurai pirat pirate
captain kapitaen kapitän ritter knight warrior gladiator hunter1 ranger scooter maverick thunder donner blitz lightning storm
phoenix dallas austin1 houston boston denver phoenix1 chicago texas
access access14 flower1 secret1 shadow1 master1 monkey1 dragon1 hottie hotdog cheese chicken bailey ginger1 hammer silver1
joker jokers ace poker casino lucky7 lottery lotto sechserimlotto jackpot geld geldgeld money bargeld million millionaer
millionär reich euro euroeuro bank konto sparkasse volksbank postbank praemie prämie praemien prämien bonus gutschein
empfehlung empfehlungen empfehlen empfehler werben kunde kunden kundenwerben versicherung tarif vertrag
sonnseite bergvogel funkelnetz zuspruch aa aaa bbbbbb asas asasas qq qqqq qqqqqq ww www xxxx xxxxxx yyyyyy zzzzzz zzz
abcxyz xyz xyzxyz blabla blablabla lalala lololo lol lollol haha hahaha hihihi huhu juhu yeah yeahyeah tralala papperlapapp
superpasswort sicher sicherheit sicherespasswort security safe secure securepassword unsicher
nummer zahl buchstabe ziffer grossbuchstabe zeichen achtzeichen
`
  .trim()
  .split(/\s+/)

const bases = new Set(list.flatMap((entry) => [entry, baseOf(entry)]))
bases.delete('')

export const commonPasswordCount = bases.size

export function isCommonPassword(text: string): boolean {
  const plain = text.normalize('NFC').toLowerCase()
  return bases.has(plain) || bases.has(baseOf(plain))
}

function baseOf(plain: string): string {
  let end = plain.length
  while (end > 0 && /[0-9!]/.test(plain[end - 1]!)) end--
  return plain.slice(0, end)
}
