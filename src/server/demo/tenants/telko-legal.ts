import type { Tenant } from '../../../domain/tenant.ts'
import { telkoCompany, telkoVatId } from './telko-company.ts'

// Plain markup: `## heading`, paragraphs, `- lists`, one per line; no bold, no links.

const imprintDe = `
## Anbieter

Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg

## Kontakt

- Telefon: +49 40 66969 330 (täglich von 7 bis 22 Uhr)
- E-Mail: freunde@funkelnetz.example

## Geschäftsführung

Nova Funkensprung und Ilja Lichtbogen

## Registereintrag

${telkoCompany.court}, ${telkoCompany.number}

## Umsatzsteuer-Identifikationsnummer

${telkoVatId} (nach § 27a Umsatzsteuergesetz)

## Aufsichtsbehörde

Bundesnetzagentur für Elektrizität, Gas, Telekommunikation, Post und Eisenbahnen, Tulpenfeld 4, 53113 Bonn

## Verantwortlich für den Inhalt nach § 18 Abs. 2 Medienstaatsvertrag

Nova Funkensprung, Funkelufer 28, 20457 Hamburg

## Schlichtung

Bei Streit über Telekommunikationsdienste kannst du die Verbraucherschlichtungsstelle Telekommunikation der Bundesnetzagentur anrufen (§ 68 Telekommunikationsgesetz). Vorher klären wir es gern direkt mit dir. An anderen Verfahren vor einer Verbraucherschlichtungsstelle nehmen wir nicht teil.
`

const imprintEn = `
## Provider

Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, Germany

## Contact

- Phone: +49 40 66969 330 (every day from 7 am to 10 pm)
- E-mail: freunde@funkelnetz.example

## Managing directors

Nova Funkensprung and Ilja Lichtbogen

## Commercial register

Local court (Amtsgericht) of Hamburg, ${telkoCompany.number}

## VAT identification number

${telkoVatId} (section 27a of the German VAT Act)

## Supervisory authority

Federal Network Agency (Bundesnetzagentur), Tulpenfeld 4, 53113 Bonn, Germany

## Responsible for the content under section 18 (2) of the State Media Treaty

Nova Funkensprung, Funkelufer 28, 20457 Hamburg

## Arbitration

In disputes about telecommunications services you can call on the consumer arbitration board of the Federal Network Agency (section 68 of the German Telecommunications Act). We would like to sort it out with you first. We do not take part in other procedures before a consumer arbitration board.
`

const privacyDe = `
Kurz gesagt: Wir speichern nur, was wir für deine Empfehlung und deinen Bonus brauchen, geben nichts zum Verkauf weiter und löschen, was nicht mehr nötig ist. Hier die ganze Fassung nach Art. 13 der Datenschutz-Grundverordnung (DSGVO).

## 1. Verantwortlich

Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, freunde@funkelnetz.example, +49 40 66969 330. Unser Datenschutzteam und die Datenschutzbeauftragte: datenschutz@funkelnetz.example.

## 2. Du empfiehlst

Wir verarbeiten Name, E-Mail-Adresse, Passwort (nur als Prüfwert), deine Kundennummer, falls du sie angibst, den empfohlenen Tarif, die Aufteilung des Bonus, deine Zustimmung zu den Teilnahmebedingungen und die Zahl der Klicks auf deinen Link. Willst du Geld statt Gutschein, kommen Kontoinhaber und IBAN dazu. Die IBAN liegt bei uns verschlüsselt.

- Wofür: dein Bereich, deine Empfehlungen, dein Bonus. Grundlage: Vertrag (Art. 6 Abs. 1 Buchst. b DSGVO)
- Wofür: Schutz vor Tricksereien, etwa Selbstwerbung oder Bots. Grundlage: unser berechtigtes Interesse an einem fairen Programm (Art. 6 Abs. 1 Buchst. f DSGVO). Empfiehlst du ohne Anmeldung, merken wir uns dafür bis zu deiner Bestätigung, höchstens so lange, wie der Link gilt, einen verschlüsselten Prüfwert deines Internetanschlusses, nicht die IP-Adresse
- Wofür: Buchhaltung. Grundlage: gesetzliche Pflicht (Art. 6 Abs. 1 Buchst. c DSGVO, § 147 Abgabenordnung, § 257 Handelsgesetzbuch)
- Wofür: Newsletter, wenn du ihn bestellst und bestätigst. Grundlage: Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO)
- Wofür: Aktionen wie Verlosungen, wenn du mitmachst. Grundlage: Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO), die Bedingungen stehen bei der Aktion

## 3. Dir wird etwas empfohlen

Den Link schickt dir jemand, den du kennst, nicht wir. Sobald du das Formular abschickst, verarbeiten wir Vorname, E-Mail-Adresse, deine Zustimmung und die Nummer der Empfehlung. Bestellst du dann einen Tarif, meldet unser Bestellsystem den Stand des Auftrags (abgeschlossen, bestätigt, storniert) an das Programm. Verbindungs-, Verkehrs- und Standortdaten kommen im Programm nicht vor.

- Wofür: deinen Anteil am Bonus zuordnen und dich auf dem Laufenden halten. Grundlage: Vertrag und Vertragsanbahnung (Art. 6 Abs. 1 Buchst. b DSGVO)
- Wofür: Schutz vor Tricksereien. Hat noch niemand die Empfehlung bestätigt, halten wir fest, ob sie vom selben Internetanschluss stammt, an dem du sie annimmst, nicht aber deine IP-Adresse. Grundlage: berechtigtes Interesse (Art. 6 Abs. 1 Buchst. f DSGVO)
- Wofür: Werbung, nur mit eigenem Häkchen. Grundlage: Einwilligung (Art. 6 Abs. 1 Buchst. a DSGVO)

Wer dir etwas empfohlen hat, sieht deine Initialen und den aktuellen Schritt. Mehr nicht.

## 4. Du schaust dich nur um oder schreibst uns

Zum Ausliefern der Seite und gegen Angriffe verarbeiten wir Zeitpunkt, Seite und höchstens sieben Tage lang die IP-Adresse (Art. 6 Abs. 1 Buchst. f DSGVO). Ohne dein Ja landet auf deinem Gerät nur, was unbedingt nötig ist, und erst dann, wenn es gebraucht wird (§ 25 Abs. 2 Nr. 2 TDDDG, Art. 6 Abs. 1 Buchst. f DSGVO):

- zs_user: deine Anmeldung, 14 Tage oder bis zum Abmelden
- zs_referrer: weiß als verschlüsselter Prüfwert, dass deine E-Mail-Adresse auf diesem Gerät eingegeben wurde; der Knopf in unserer E-Mail bestätigt sie dann ohne weitere Nachfrage, bis der Browser zugeht
- zs_recipient (auch mit der Nummer der Empfehlung am Ende) und zs_reward: erkennen dich nach dem Annehmen einer Empfehlung oder dem Öffnen deines Bonus-Links, bis der Browser zugeht
- zs_language: deine Sprache, bis du den Browser schließt; wenn du „Komfort“ erlaubst, ein Jahr
- zs_consent: deine Cookie-Auswahl, 60 Tage oder bis der Browser zugeht
- Sitzungsspeicher: angefangene Eingaben, die Stelle auf der Seite und eine schon beantwortete Rückfrage, bis das Fenster zugeht; übertragen wird davon nichts

Wie oft Seiten und Schritte des Programms erreicht werden, zählen wir in Tagessummen je Kanal und Kampagne: ohne Cookie, ohne Kennung und ohne IP-Adresse, also ohne Bezug zu dir. Bei einer Empfehlung und ihrer Annahme steht, über welchen Kanal und welche Kampagne sie kam (Art. 6 Abs. 1 Buchst. f DSGVO).

Mit deinem freiwilligen Ja (§ 25 Abs. 1 TDDDG, Art. 6 Abs. 1 Buchst. a DSGVO) merken wir uns deine Sprache ein Jahr lang (Komfort) und im Cookie zs_channel 730 Tage lang, über welchen Kanal oder welche Kampagne du kamst (Marketing). Abschalten kannst du das jederzeit unter „Cookie-Einstellungen“ am Fuß jeder Seite; zs_channel wird dann gelöscht, und was vorher lief, bleibt zulässig. Den Nachweis deiner Einwilligung bewahren wir unter einer zufälligen Kennung drei Jahre auf (Art. 7 Abs. 1 DSGVO).

Was du ins Kontaktformular schreibst (Name, E-Mail-Adresse, Thema, Nachricht), geht per E-Mail an unseren Service, damit wir dir antworten können (Art. 6 Abs. 1 Buchst. b und f DSGVO). Im Empfehlungsprogramm selbst löschen wir es nach 30 Tagen.

## 5. Wer etwas bekommt

- Rechenzentrum und E-Mail-Dienst in Deutschland, per Vertrag zur Auftragsverarbeitung gebunden
- die Banken, über die dein Geld läuft
- Behörden und Gerichte, wenn das Gesetz es verlangt

Gutscheinpartner erfahren nicht, wer du bist. Daten verlassen die Europäische Union nicht.

## 6. Wann wir löschen

- unbestätigte Daten von Kontakten: nach 12 Wochen
- nie bestätigte Zugänge: nach 4 Wochen, oder wenn keine Empfehlung mehr offen ist
- Adressen und Texte unserer E-Mails: nach 30 Tagen, von nicht zugestellten nach 90
- dein Konto und deine Empfehlungen: wenn du es löschst (unter „Meine Daten“)
- Zahlungsbelege mit Name, IBAN und Betrag: 8 Jahre ab Ende des Kalenderjahres, getrennt gelagert
- Nachweise über Einwilligungen: drei Jahre nach Widerruf, bei Telefonwerbung fünf; sind deine übrigen Daten schon gelöscht, dann nur unter einem verschlüsselten Prüfwert deiner Adresse

## 7. Deine Rechte

- Auskunft und Kopie (Art. 15 DSGVO)
- Berichtigung (Art. 16), Löschung (Art. 17), Einschränkung (Art. 18)
- Datenübertragbarkeit (Art. 20)
- Widerspruch, gegen Direktwerbung jederzeit (Art. 21)
- Widerruf jeder Einwilligung für die Zukunft (Art. 7 Abs. 3)
- Beschwerde beim Hamburgischen Beauftragten für Datenschutz und Informationsfreiheit

Eine Mail an datenschutz@funkelnetz.example reicht. Kontakte können ihre Daten über den Link in ihrer E-Mail selbst ansehen, ändern, herunterladen und löschen.

## 8. Freiwillig

Alles ist freiwillig. Ohne Name und E-Mail-Adresse gibt es aber keinen Link, ohne IBAN kein Geld.

## 9. Keine Entscheidung ohne Menschen

Ob alles den Regeln entspricht, prüft zuerst die Software. Passt etwas nicht, schaut ein Mensch drauf. Automatische Entscheidungen nach Art. 22 DSGVO gibt es nicht.

Stand: Dezember 2026
`

const privacyEn = `
In short: we store only what we need for your recommendation and your reward, sell nothing to anyone and delete what is no longer needed. Here is the full version under Art. 13 of the General Data Protection Regulation (GDPR).

## 1. Controller

Funkelnetz GmbH, Funkelufer 28, 20457 Hamburg, Germany, freunde@funkelnetz.example, +49 40 66969 330. Our privacy team and data protection officer: datenschutz@funkelnetz.example.

## 2. You recommend

We process your name, e-mail address, password (as a check value only), your customer number if you enter it, the tariff you recommend, the split of the reward, your consent to the terms and the number of clicks on your link. If you want money rather than a voucher, we also need the account holder and the IBAN. We keep the IBAN encrypted.

- What for: your area, your recommendations, your reward. Basis: contract (Art. 6 (1) (b) GDPR)
- What for: protection against tricks such as recommending to oneself or bots. Basis: our legitimate interest in a fair programme (Art. 6 (1) (f) GDPR). If you recommend without logging in, we keep for this, until you confirm and at most as long as the link is valid, a keyed check value of your internet connection, not the IP address
- What for: accounting. Basis: legal obligation (Art. 6 (1) (c) GDPR, section 147 of the Fiscal Code, section 257 of the Commercial Code)
- What for: the newsletter, if you order and confirm it. Basis: consent (Art. 6 (1) (a) GDPR)
- What for: campaigns such as prize draws, if you take part. Basis: consent (Art. 6 (1) (a) GDPR), the conditions stand beside the campaign

## 3. Something is recommended to you

The link is sent to you by someone you know, not by us. As soon as you send the form we process your first name, e-mail address, your consent and the number of the recommendation. If you then order a tariff, our ordering system reports the state of the order (concluded, confirmed, cancelled) to the programme. Call, traffic and location data play no part in the programme.

- What for: assigning your share of the reward and keeping you up to date. Basis: contract and steps before a contract (Art. 6 (1) (b) GDPR)
- What for: protection against tricks. Where nobody has confirmed the recommendation yet, we note whether it came from the internet connection on which you accept it, but not your IP address. Basis: legitimate interest (Art. 6 (1) (f) GDPR)
- What for: advertising, only with a tick of its own. Basis: consent (Art. 6 (1) (a) GDPR)

Whoever recommended to you sees your initials and the current step. Nothing more.

## 4. You are just looking around or writing to us

To deliver the page and fend off attacks we process the time, the page and, for seven days at most, the IP address (Art. 6 (1) (f) GDPR). Without your yes, only what is strictly necessary ends up on your device, and only once it is needed (section 25 (2) no. 2 TDDDG, Art. 6 (1) (f) GDPR):

- zs_user: your login, 14 days or until you log out
- zs_referrer: knows, as a keyed check value, that your e-mail address was typed on this device; the button in our e-mail then confirms it without asking again, until the browser is closed
- zs_recipient (also with the number of the recommendation at its end) and zs_reward: know you again after you accepted a recommendation or opened your reward link, until the browser is closed
- zs_language: your language, until you close the browser; for one year if you allow convenience
- zs_consent: your choice of cookies, 60 days or until the browser is closed
- session storage: what you began to type, your place on the page and a question you have answered, until the window is closed; none of it is transmitted

How often pages and steps of the programme are reached we count as sums by day, channel and campaign: without a cookie, without an id and without the IP address, so without reference to you. With a recommendation and its acceptance we keep through which channel and which campaign it came (Art. 6 (1) (f) GDPR).

With your voluntary yes (section 25 (1) TDDDG, Art. 6 (1) (a) GDPR) we keep your language for a year (convenience) and remember in the cookie zs_channel for 730 days through which channel or campaign you came (marketing). You can switch this off at any time under “Cookie settings” at the foot of every page; zs_channel is then deleted, and what ran before remains lawful. The proof of your consent is kept under a random id for three years (Art. 7 (1) GDPR).

What you write in the contact form (name, e-mail address, topic, message) goes to our service team by e-mail so that we can answer you (Art. 6 (1) (b) and (f) GDPR). In the referral programme itself we delete it after 30 days.

## 5. Who receives something

- the data centre and the e-mail service in Germany, bound by data processing agreements
- the banks your money passes through
- authorities and courts where the law requires it

Voucher partners do not learn who you are. Data does not leave the European Union.

## 6. When we delete

- unconfirmed data of contacts: after 12 weeks
- accounts never confirmed: after 4 weeks, or once no recommendation is open any more
- addresses and texts of our e-mails: after 30 days, of those never delivered after 90
- your account and your recommendations: when you delete it (under “My data”)
- payment records with name, IBAN and amount: 8 years from the end of the calendar year, stored separately
- proof of consent: three years after withdrawal, for advertising by phone five; once your other data are deleted, under a keyed check value of your address only

## 7. Your rights

- access and a copy (Art. 15 GDPR)
- rectification (Art. 16), erasure (Art. 17), restriction (Art. 18)
- data portability (Art. 20)
- objection, to direct advertising at any time (Art. 21)
- withdrawal of any consent for the future (Art. 7 (3))
- complaint to the Hamburg Commissioner for Data Protection and Freedom of Information

An e-mail to datenschutz@funkelnetz.example is enough. Contacts can see, change, download and delete their data themselves through the link in their e-mail.

## 8. Voluntary

Everything is voluntary. But without a name and an e-mail address there is no link, and without an IBAN no money.

## 9. No decision without a person

Software checks first whether everything follows the rules. If something does not fit, a person takes a look. There are no automated decisions under Art. 22 GDPR.

As of December 2026
`

const termsDe = `
## 1. Das Programm

Mit „Freunde ins Funkelnetz“ belohnt die Funkelnetz GmbH („wir“) neue Festnetz- und Mobilfunkverträge, die auf deine Empfehlung hin zustande kommen.

## 2. Wer mitmachen kann

- Natürliche Personen ab 18 Jahren mit Wohnsitz in Deutschland, die privat handeln
- Nicht teilnehmen können Mitarbeitende, Vertriebspartner und Dienstleister von Funkelnetz.
- Hast du einen Vertrag bei uns, kannst du deine Kundennummer (FN und acht Ziffern) hinterlegen. Pflicht ist das nicht.

## 3. Dein Link

- Du bekommst Link, Kurzlink, QR-Code und Empfehlungscode und teilst sie selbst mit Menschen, die du kennst.
- Er gilt 60 Tage, bis zum Ende des 60. Tages. Wer bis dahin angenommen hat, bleibt dabei.
- Hat bis dahin niemand angenommen, sagen wir dir sieben Tage vorher einmal per E-Mail, wann deine Empfehlung abläuft.
- Nicht erlaubt: Spam, bezahlte Anzeigen, Gutscheinportale, Posts in fremden Kommentarspalten.

## 4. Wem du etwas empfehlen kannst

- Einer anderen Person ab 18 Jahren mit eigener E-Mail-Adresse. Dir selbst kannst du nichts empfehlen.
- Neu heißt: In den letzten sechs Monaten bestand bei uns kein Vertrag derselben Art, also Festnetz oder Mobilfunk.
- Gleicher Haushalt oder gleiches Bankkonto auf beiden Seiten: Dann schauen wir genauer hin, bevor wir den Bonus freigeben.
- Mehr als 20 belohnte Empfehlungen im Kalenderjahr prüfen wir einzeln.

## 5. Dein Bonus

- Wie viel es gibt, steht beim Tarif und auf der Seite deiner Empfehlung.
- Stufenbonus: Ab dem zweiten freigegebenen Auftrag innerhalb von sechs Monaten nach dem ersten Vertragsdatum gibt es für den Standardbonus 60 statt 50 Euro.
- Du entscheidest: alles für dich, 50:50 oder alles für deinen Kontakt.
- Der Bonus wird frei, wenn der Anschluss bestätigt ist, nicht widerrufen wurde und 30 Tage seit Vertragsdatum vorbei sind. Dann kommt eine E-Mail mit dem Link zu deinem Bonus.
- Ohne Anmeldung empfohlen? Dann gehört die Empfehlung erst dir, wenn du den Link in unserer E-Mail genutzt hast. So lange wartet dein Anteil, bis zu 12 Monate nach der Freigabe des Auftrags. Kommt ein Auftrag, schicken wir dir einen neuen Link, nach sieben Tagen noch einen.
- Dein Kontakt wartet darauf höchstens 14 Tage ab der Freigabe, dann ist sein Anteil auch ohne deine Bestätigung da. Sieht es so aus, als wärt ihr dieselbe Person (Postfach, Haushalt, Bankkonto oder Internetanschluss), schauen wir vorher hin.
- Hol ihn innerhalb von 12 Monaten ab, danach verfällt er.
- Geld überweisen wir etwa vier Wochen nach Angabe der Bankverbindung auf ein Konto im SEPA-Raum. Gutscheincodes kommen innerhalb von 24 Stunden per E-Mail, sofern die Beträge genau aufgehen.
- Falls Steuern anfallen, sind das deine.

## 6. Kein Vertrag, kein Bonus

Bei Widerruf, Storno oder wenn der Anschluss nicht geschaltet werden kann, entfällt der Bonus. Schon ausgezahlte Beträge können wir zurückfordern, wenn es an dir lag.

## 7. Fair bleiben

Bei falschen Angaben, Selbstwerbung oder Spam können wir den Bonus zurückhalten und dich ausschließen. Vorher hören wir uns deine Seite an.

## 8. Änderungen

Wir können das Programm mit vier Wochen Frist ändern oder beenden. Für schon angelegte Empfehlungen gilt, was du akzeptiert hast. Aussteigen kannst du jederzeit: einfach Konto löschen, vorher Bonus abholen.

## 9. Sonst noch

Es gilt deutsches Recht. Ist ein Punkt unwirksam, gelten die anderen weiter. Fragen an freunde@funkelnetz.example.

Fassung vom 1. Dezember 2026
`

const termsEn = `
## 1. The programme

With “Friends on Funkelnetz”, Funkelnetz GmbH (“we”) rewards new fixed-line and mobile contracts that come about on your recommendation.

## 2. Who can take part

- Natural persons aged 18 or over who are resident in Germany and act privately
- Employees, sales partners and service providers of Funkelnetz cannot take part.
- If you have a contract with us, you can store your customer number (FN and eight digits). You do not have to.

## 3. Your link

- You get a link, short link, QR code and referral code and share them yourself with people you know.
- It is valid for 60 days, until the end of the 60th day. Whoever has accepted by then stays in.
- If nobody has accepted by then, we tell you once by e-mail, seven days before, when your recommendation expires.
- Not allowed: spam, paid advertisements, voucher portals, posts in other people’s comment sections.

## 4. Whom you can recommend it to

- Another person aged 18 or over with an e-mail address of their own. You cannot recommend to yourself.
- New means: no contract of the same kind, fixed line or mobile, with us in the last six months.
- Same household or same bank account on both sides: we take a closer look before we release the reward.
- More than 20 rewarded recommendations in a calendar year are reviewed one by one.

## 5. Your reward

- The amount is shown with the tariff and on the page of your recommendation.
- Staged reward: from the second released order within six months of the first contract date, the standard reward is 60 instead of 50 euros.
- You decide: all for you, 50:50 or all for your contact.
- The reward is released once the line is confirmed, has not been revoked and 30 days have passed since the contract date. Then you get an e-mail with the link to your reward.
- Recommended without logging in? Then the recommendation is yours only once you have used the link in our e-mail. Until then your share waits, up to 12 months after the order was released. When an order comes in, we send you a new link, and another one after seven days.
- Your contact waits for that no longer than 14 days from the release; then their share is there without your confirmation, too. If it looks as if you were the same person (mailbox, household, bank account or internet connection), we take a look first.
- Collect it within 12 months, after that it lapses.
- We transfer money about four weeks after you enter your bank details, to an account in the SEPA area. Voucher codes arrive by e-mail within 24 hours, provided their values make up the exact amount.
- If taxes are due, they are yours.

## 6. No contract, no reward

If the contract is revoked or cancelled, or the line cannot be connected, there is no reward. We can reclaim amounts already paid if the reason lies with you.

## 7. Stay fair

In case of false statements, recommending to yourself or spam we may withhold the reward and exclude you. We will hear your side first.

## 8. Changes

We can change or end the programme with four weeks’ notice. Recommendations already created follow what you accepted. You can leave at any time: just delete your account, and collect your reward first.

## 9. Anything else

German law applies. If one point is invalid, the others still apply. The German version is binding. Questions to freunde@funkelnetz.example.

Version of 1 December 2026
`

export const telkoLegal: Tenant['legal'] = {
  imprint: { de: imprintDe.trim(), en: imprintEn.trim() },
  privacy: { de: privacyDe.trim(), en: privacyEn.trim() },
  terms: { de: termsDe.trim(), en: termsEn.trim() },
  termsVersion: '2026-12',
  imprintUrl: null,
}
