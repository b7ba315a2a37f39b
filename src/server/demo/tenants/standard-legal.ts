import type { Tenant } from '../../../domain/tenant.ts'

// Plain markup: `## heading`, paragraphs, `- lists`, one per line; no bold, no links.

const imprintDe = `
## Anbieter

Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Köln

## Kontakt

- Telefon: +49 221 4710 520 (Montag bis Freitag, 8 bis 18 Uhr)
- E-Mail: hallo@sonnseite.example

## Vertreten durch

Geschäftsführung: Marlene Sonnwend und Theo Lichtblick

## Registereintrag

Amtsgericht Köln, HRB 999141

## Umsatzsteuer-Identifikationsnummer

DE999141520 (nach § 27a Umsatzsteuergesetz)

## Verantwortlich für den Inhalt nach § 18 Abs. 2 Medienstaatsvertrag

Marlene Sonnwend, Sonnwinkelgasse 14, 50968 Köln

## Versicherungsvermittlung

Hausratversicherungen vermitteln wir als gebundener Versicherungsvertreter nach § 34d Abs. 7 Gewerbeordnung. Zuständig ist die Industrie- und Handelskammer zu Köln, Vermittlerregister-Nr. D-SONN-14520-SN.

## Streitbeilegung

Wenn du mit einem Energievertrag nicht zufrieden bist, schreib uns zuerst: Wir antworten innerhalb von vier Wochen. Danach kannst du dich an die Schlichtungsstelle Energie wenden; an deren Verfahren nehmen wir teil. Bei allen anderen Verträgen nehmen wir nicht an einem Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil.
`

const imprintEn = `
## Provider

Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Cologne, Germany

## Contact

- Phone: +49 221 4710 520 (Monday to Friday, 8 am to 6 pm)
- E-mail: hallo@sonnseite.example

## Represented by

Managing directors: Marlene Sonnwend and Theo Lichtblick

## Commercial register

Local court (Amtsgericht) of Cologne, HRB 999141

## VAT identification number

DE999141520 (section 27a of the German VAT Act)

## Responsible for the content under section 18 (2) of the State Media Treaty

Marlene Sonnwend, Sonnwinkelgasse 14, 50968 Cologne

## Insurance mediation

We mediate household insurance as a tied agent under section 34d (7) of the German Trade Regulation Act. The competent body is the Cologne Chamber of Industry and Commerce, register no. D-SONN-14520-SN.

## Dispute resolution

If you are unhappy with an energy contract, please write to us first: we answer within four weeks. After that you can turn to the German energy arbitration board (Schlichtungsstelle Energie), in whose procedure we take part. For all other contracts we do not take part in dispute resolution before a consumer arbitration board.
`

const privacyDe = `
Hier liest du, welche Daten wir im Empfehlungsprogramm von dir verarbeiten, wofür wir sie brauchen und wann wir sie löschen. Das gilt, wenn du etwas empfiehlst, und genauso, wenn dir etwas empfohlen wird.

## 1. Wer verantwortlich ist

Verantwortlich ist die Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Köln, hallo@sonnseite.example, +49 221 4710 520. Unsere Datenschutzbeauftragte erreichst du unter derselben Adresse mit dem Zusatz „Datenschutz“ oder unter datenschutz@sonnseite.example.

## 2. Wenn du etwas empfiehlst

Wir verarbeiten deinen Namen, deine E-Mail-Adresse, dein Passwort (nur als Prüfwert), das empfohlene Produkt, die gewählte Aufteilung der Prämie, deine Zustimmung zu den Teilnahmebedingungen und die Zahl der Klicks auf deinen Link. Für eine Auszahlung kommen Kontoinhaber, IBAN und, wenn du sie angibst, die BIC dazu. Die IBAN speichern wir verschlüsselt und zeigen sie nur verkürzt an.

- Zweck: dein Konto führen, Empfehlungen zuordnen, Prämien berechnen und auszahlen. Rechtsgrundlage: Vertrag, Art. 6 Abs. 1 Buchst. b DSGVO.
- Zweck: Missbrauch verhindern, zum Beispiel Empfehlungen an sich selbst oder automatisch erzeugte Anfragen. Rechtsgrundlage: unser berechtigtes Interesse an einem fairen Programm, Art. 6 Abs. 1 Buchst. f DSGVO. Empfiehlst du ohne Anmeldung, speichern wir dafür bis zu deiner Bestätigung, höchstens so lange, wie der Link gilt, einen verschlüsselten Prüfwert deines Internetanschlusses. Nimmt jemand die Empfehlung an, halten wir nur fest, ob es derselbe Anschluss war; die IP-Adresse selbst speichern wir dafür nicht.
- Zweck: Zahlungen nachweisen. Rechtsgrundlage: gesetzliche Pflicht, Art. 6 Abs. 1 Buchst. c DSGVO mit § 147 Abgabenordnung und § 257 Handelsgesetzbuch.
- Zweck: Newsletter. Rechtsgrundlage: deine Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO. Du bestätigst sie über einen Link in einer E-Mail und kannst sie jederzeit widerrufen.
- Zweck: Aktionen wie Verlosungen, nur wenn du teilnimmst. Rechtsgrundlage: deine Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO; die Bedingungen stehen bei der Aktion.

## 3. Wenn dir etwas empfohlen wird

Wir schreiben dir nicht, nur weil jemand uns deine Adresse nennt. Den Link bekommst du direkt von der Person, die dich kennt. Erst wenn du das Formular absendest, speichern wir Vorname und E-Mail-Adresse, deine Zustimmung zu den Bedingungen und die Nummer der Empfehlung. Schließt du danach einen Vertrag ab, melden die zuständigen Kolleginnen und Kollegen dessen Stand (abgeschlossen, bestätigt oder storniert) an das Empfehlungsprogramm.

- Zweck: deine Prämie zuordnen und dir mitteilen, wie es weitergeht. Rechtsgrundlage: Vertrag und dessen Anbahnung, Art. 6 Abs. 1 Buchst. b DSGVO.
- Zweck: Missbrauch verhindern. Hat noch niemand die Empfehlung bestätigt, halten wir fest, ob sie vom selben Internetanschluss stammt, an dem du sie annimmst, nicht aber deine IP-Adresse. Rechtsgrundlage: unser berechtigtes Interesse an einem fairen Programm, Art. 6 Abs. 1 Buchst. f DSGVO.
- Zweck: Werbung zu unseren Produkten, nur wenn du gesondert zustimmst. Rechtsgrundlage: deine Einwilligung, Art. 6 Abs. 1 Buchst. a DSGVO.

Die Person, die dich empfohlen hat, sieht deine Initialen und den Schritt, auf dem deine Empfehlung gerade steht. Deine Adresse, deinen Vertrag und deinen Preis sieht sie nicht.

## 4. Wenn du die Seite nur ansiehst oder uns schreibst

Wir verarbeiten die technischen Daten, ohne die keine Seite ausgeliefert werden kann: Zeitpunkt, aufgerufene Seite und, für höchstens sieben Tage, die IP-Adresse zur Abwehr von Angriffen (Art. 6 Abs. 1 Buchst. f DSGVO). Notwendiges speichern wir auf deinem Gerät ohne Einwilligung (§ 25 Abs. 2 Nr. 2 TDDDG, Art. 6 Abs. 1 Buchst. f DSGVO), und zwar erst, wenn es gebraucht wird:

- zs_user: hält deine Anmeldung, 14 Tage oder bis zum Abmelden
- zs_referrer: merkt sich als verschlüsselten Prüfwert, dass du auf diesem Gerät deine E-Mail-Adresse eingegeben hast, damit der Knopf in unserer E-Mail sie ohne weitere Nachfrage bestätigt, bis du den Browser schließt
- zs_recipient (auch mit der Nummer der Empfehlung am Ende) und zs_reward: erkennen dich wieder, nachdem du eine Empfehlung angenommen oder den Link zu deiner Prämie geöffnet hast, bis du den Browser schließt
- zs_language: merkt sich deine Sprachwahl, ein Jahr
- zs_consent: merkt sich deine Cookie-Auswahl, 60 Tage oder bis du den Browser schließt
- Sitzungsspeicher: angefangene Eingaben, die Stelle auf der Seite und eine schon beantwortete Rückfrage, bis du das Fenster schließt; davon wird nichts übertragen

Wie oft Seiten und Schritte des Programms erreicht werden, zählen wir in Tagessummen je Kanal und Kampagne: ohne Cookie, ohne Kennung und ohne IP-Adresse, also ohne Bezug zu dir. Bei einer Empfehlung und ihrer Annahme steht, über welchen Kanal und welche Kampagne sie zustande kam (Art. 6 Abs. 1 Buchst. f DSGVO).

Nur wenn du zustimmst (§ 25 Abs. 1 TDDDG, Art. 6 Abs. 1 Buchst. a DSGVO), merken wir uns mit dem Cookie zs_channel 730 Tage lang, über welchen Kanal oder welche Kampagne du gekommen bist (Marketing). Zustimmen ist freiwillig. Unter „Cookie-Einstellungen“ am Fuß jeder Seite kannst du deine Auswahl jederzeit ändern; ein Widerruf löscht zs_channel und lässt unberührt, was vorher zulässig war. Den Nachweis deiner Einwilligung bewahren wir unter einer zufälligen Kennung drei Jahre auf (Art. 7 Abs. 1 DSGVO).

Schreibst du uns über das Kontaktformular, leiten wir Namen, E-Mail-Adresse, Thema und Nachricht per E-Mail an unseren Kundenservice weiter, um dir zu antworten (Art. 6 Abs. 1 Buchst. b und f DSGVO). Im Empfehlungsprogramm selbst löschen wir die Nachricht nach 30 Tagen.

## 5. Wer Daten erhält

- Rechenzentrum und E-Mail-Versand in Deutschland, jeweils mit Vertrag zur Auftragsverarbeitung
- unsere Bank und deine Bank, wenn wir eine Prämie überweisen
- der Partner, bei dem du einen Gutschein einlöst: Er erhält von uns keine Daten zu deiner Person
- der Versicherer, wenn du eine Hausratversicherung abschließt
- Behörden und Gerichte, soweit uns ein Gesetz dazu verpflichtet

Eine Übermittlung in Länder außerhalb der Europäischen Union findet nicht statt.

## 6. Wie lange wir Daten aufbewahren

- Unbestätigte Daten von Kontakten: 12 Wochen, dann werden sie gelöscht.
- Ein Konto, das du nie bestätigt hast: 4 Wochen, oder so lange, wie deine Empfehlung noch offen ist. Die Adressen und Texte unserer E-Mails löschen wir nach 30 Tagen, von nicht zugestellten nach 90.
- Empfehlungen: Ein Link gilt 60 Tage. Danach steht die Empfehlung noch in deinem Bereich, bis du dein Konto löschst.
- Dein Konto: bis du es löschst. Das geht jederzeit unter „Meine Daten“.
- Zahlungsbelege (Name, IBAN, Betrag): 8 Jahre ab dem Ende des Kalenderjahres, getrennt vom Konto und nur für die Buchhaltung einsehbar.
- Nachweise über Einwilligungen: bis drei Jahre nach deinem Widerruf, auch wenn deine übrigen Daten gelöscht sind (dann nur unter einem verschlüsselten Prüfwert deiner Adresse); Nachweise über eine Einwilligung in Telefonwerbung fünf Jahre nach dem Widerruf.

## 7. Deine Rechte

- Auskunft über deine Daten und eine Kopie davon (Art. 15 DSGVO)
- Berichtigung (Art. 16), Löschung (Art. 17) und Einschränkung der Verarbeitung (Art. 18)
- Mitnahme deiner Daten in einem gängigen Format (Art. 20)
- Widerspruch gegen Verarbeitungen, die auf unserem berechtigten Interesse beruhen (Art. 21)
- Widerruf einer Einwilligung mit Wirkung für die Zukunft (Art. 7 Abs. 3)
- Beschwerde bei einer Aufsichtsbehörde. Für uns zuständig ist die Landesbeauftragte für Datenschutz und Informationsfreiheit Nordrhein-Westfalen, Düsseldorf.

Schreib uns einfach an datenschutz@sonnseite.example. Auch Kontakte können ihre Daten über den Link in ihrer E-Mail selbst ansehen, ändern, herunterladen und löschen.

## 8. Musst du Daten angeben?

Nein. Ohne Namen und E-Mail-Adresse können wir aber keine Empfehlung anlegen, ohne Bankverbindung kein Geld überweisen.

## 9. Automatische Entscheidungen

Wir prüfen automatisch, ob eine Empfehlung den Bedingungen entspricht, etwa ob auf beiden Seiten dieselbe Bankverbindung steht. Ist etwas unklar, entscheidet immer ein Mensch. Eine automatische Entscheidung im Sinne von Art. 22 DSGVO gibt es nicht.

Stand: Dezember 2026
`

const privacyEn = `
Here you can read which of your data we process in the referral programme, what we need it for and when we delete it. This applies when you recommend something and just as much when something is recommended to you.

## 1. Who is responsible

The controller is Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Cologne, Germany, hallo@sonnseite.example, +49 221 4710 520. You can reach our data protection officer at the same address, marked “Datenschutz”, or at datenschutz@sonnseite.example.

## 2. When you recommend something

We process your name, your e-mail address, your password (as a check value only), the product you recommend, the way you split the reward, your consent to the terms of participation and the number of clicks on your link. For a payment we also need the account holder, the IBAN and, if you enter it, the BIC. We store the IBAN encrypted and only ever show part of it.

- Purpose: keeping your account, assigning recommendations, calculating and paying rewards. Legal basis: contract, Art. 6 (1) (b) GDPR.
- Purpose: preventing abuse, such as recommending yourself or automated requests. Legal basis: our legitimate interest in a fair programme, Art. 6 (1) (f) GDPR. If you recommend without logging in, we store for this, until you confirm and at most as long as the link is valid, a keyed check value of your internet connection. When somebody accepts, we only note whether it was the same connection; the IP address itself is not stored for this.
- Purpose: proof of payments. Legal basis: legal obligation, Art. 6 (1) (c) GDPR with section 147 of the German Fiscal Code and section 257 of the German Commercial Code.
- Purpose: newsletter. Legal basis: your consent, Art. 6 (1) (a) GDPR. You confirm it through a link in an e-mail and can withdraw it at any time.
- Purpose: campaigns such as prize draws, only if you take part. Legal basis: your consent, Art. 6 (1) (a) GDPR; the conditions stand beside the campaign.

## 3. When something is recommended to you

We do not write to you just because somebody gives us your address. You receive the link directly from the person who knows you. Only when you send the form do we store your first name and e-mail address, your consent to the terms and the number of the recommendation. If you then conclude a contract, the team in charge reports its state (concluded, confirmed or cancelled) to the referral programme.

- Purpose: assigning your reward and telling you what happens next. Legal basis: contract and steps before a contract, Art. 6 (1) (b) GDPR.
- Purpose: preventing abuse. Where nobody has confirmed the recommendation yet, we note whether it came from the internet connection on which you accept it, but not your IP address. Legal basis: our legitimate interest in a fair programme, Art. 6 (1) (f) GDPR.
- Purpose: advertising for our products, only if you agree to it separately. Legal basis: your consent, Art. 6 (1) (a) GDPR.

The person who recommended us to you sees your initials and the step your recommendation is on. They do not see your address, your contract or your price.

## 4. When you just look at the site or write to us

We process the technical data without which no page can be delivered: the time, the page and, for seven days at most, the IP address to fend off attacks (Art. 6 (1) (f) GDPR). What is necessary is stored on your device without consent (section 25 (2) no. 2 TDDDG, Art. 6 (1) (f) GDPR), and only once it is needed:

- zs_user: keeps you logged in, 14 days or until you log out
- zs_referrer: remembers, as a keyed check value, that you typed your e-mail address on this device, so that the button in our e-mail confirms it without asking again, until you close the browser
- zs_recipient (also with the number of the recommendation at its end) and zs_reward: know you again after you accepted a recommendation or opened the link to your reward, until you close the browser
- zs_language: remembers your language, one year
- zs_consent: remembers your choice of cookies, 60 days or until you close the browser
- session storage: what you have begun to type, your place on the page and a question you have answered, until you close the window; none of it is transmitted

How often pages and steps of the programme are reached we count as sums by day, channel and campaign: without a cookie, without an id and without the IP address, so without reference to you. With a recommendation and its acceptance we keep through which channel and which campaign it came about (Art. 6 (1) (f) GDPR).

Only if you agree (section 25 (1) TDDDG, Art. 6 (1) (a) GDPR) do we remember with the cookie zs_channel for 730 days through which channel or campaign you came (marketing). Agreeing is voluntary. Under “Cookie settings” at the foot of every page you can change your choice at any time; a withdrawal deletes zs_channel and leaves untouched what was lawful before. The proof of your consent is kept under a random id for three years (Art. 7 (1) GDPR).

If you write to us through the contact form, we pass your name, e-mail address, topic and message on to our customer service by e-mail in order to answer you (Art. 6 (1) (b) and (f) GDPR). In the referral programme itself we delete the message after 30 days.

## 5. Who receives data

- the data centre and the e-mail service in Germany, each under a data processing agreement
- our bank and your bank when we transfer a reward
- the partner where you redeem a voucher: it receives no personal data from us
- the insurer if you take out household insurance
- authorities and courts where the law obliges us

No data is transferred to countries outside the European Union.

## 6. How long we keep data

- Unconfirmed data of contacts: 12 weeks, then it is deleted.
- An account that you never confirmed: 4 weeks, or as long as your recommendation is still open. Addresses and texts of our e-mails are deleted after 30 days, of those never delivered after 90.
- Recommendations: a link is valid for 60 days. After that the recommendation stays in your area until you delete your account.
- Your account: until you delete it, which you can do at any time under “My data”.
- Payment records (name, IBAN, amount): 8 years from the end of the calendar year, kept apart from the account and visible to the accounts department only.
- Proof of consent: up to three years after you withdraw it, even when your other data are deleted (then under a keyed check value of your address only); proof of consent to advertising by phone five years after it is withdrawn.

## 7. Your rights

- access to your data and a copy of it (Art. 15 GDPR)
- rectification (Art. 16), erasure (Art. 17) and restriction of processing (Art. 18)
- taking your data with you in a common format (Art. 20)
- objection to processing based on our legitimate interest (Art. 21)
- withdrawal of consent with effect for the future (Art. 7 (3))
- complaint to a supervisory authority. Ours is the State Commissioner for Data Protection and Freedom of Information of North Rhine-Westphalia, Düsseldorf.

Just write to datenschutz@sonnseite.example. Contacts can also see, change, download and delete their data themselves through the link in their e-mail.

## 8. Do you have to provide data?

No. But without a name and an e-mail address we cannot create a recommendation, and without bank details we cannot transfer money.

## 9. Automated decisions

We check automatically whether a recommendation meets the terms, for example whether both sides use the same bank account. Whenever something is unclear, a person decides. There is no automated decision within the meaning of Art. 22 GDPR.

As of December 2026
`

const termsDe = `
## 1. Worum es geht

Die Sonnseite Energie & Zuhause GmbH („wir“) bedankt sich mit einer Prämie, wenn auf deine Empfehlung hin ein neuer Vertrag über eines der im Programm gezeigten Produkte zustande kommt.

## 2. Wer empfehlen darf

- Du bist eine natürliche Person, mindestens 18 Jahre alt und wohnst in Deutschland.
- Du handelst privat und nicht gewerblich. Als Vermittlerin oder Vermittler, Dienstleister oder Mitarbeitende von Sonnseite nimmst du an diesem Programm nicht teil.
- Kundin oder Kunde bei uns musst du nicht sein.

## 3. So empfiehlst du

- Du erhältst einen persönlichen Link, einen Kurzlink, einen QR-Code und einen Empfehlungscode. Alle vier führen zur selben Empfehlung.
- Du gibst sie selbst weiter, an Menschen, die du kennst und die nichts dagegen haben. Massenversand, Anzeigen, Gutscheinportale und öffentliche Kommentarspalten sind nicht erlaubt.
- Ein Link gilt für deine Kontakte 60 Tage. Am Ende des 60. Tages läuft er ab. Wer bis dahin angenommen hat, bleibt dabei.
- Hat bis dahin niemand angenommen, sagen wir dir sieben Tage vorher einmal per E-Mail, wann die Empfehlung abläuft.
- Du kannst einen Link mit mehreren Menschen teilen. Jeder neue Vertrag zählt.

## 4. Wer empfohlen werden kann

- Dein Kontakt ist mindestens 18 Jahre alt, eine andere Person als du und nutzt eine andere E-Mail-Adresse. Sich selbst zu empfehlen ist nicht möglich.
- Dein Kontakt schließt über den Link einen neuen Vertrag ab. Verlängerungen, Tarifwechsel und Umzüge zählen nicht.
- Wohnt ihr im selben Haushalt oder nutzt ihr dasselbe Bankkonto, prüfen wir die Empfehlung, bevor wir die Prämie freigeben.
- Wir belohnen höchstens 20 Empfehlungen je Person und Kalenderjahr ohne weitere Prüfung.

## 5. Die Prämie

- Wie hoch die Prämie ist, steht beim Produkt und auf der Seite deiner Empfehlung.
- Du entscheidest vorab, ob du die Prämie behältst, mit deinem Kontakt 50:50 teilst oder ganz verschenkst.
- Der Anspruch entsteht, wenn der Vertrag bestätigt ist, nicht widerrufen wurde und 14 Tage seit Vertragsdatum vergangen sind. Dann bekommst du eine E-Mail mit einem Link zu deiner Prämie.
- Empfiehlst du ohne Anmeldung, gehört die Empfehlung erst dir, wenn du den Link in unserer E-Mail genutzt hast. So lange wartet dein Anteil; du kannst ihn dir bis 12 Monate nach der Freigabe des Vertrags sichern. Kommt ein Vertrag zustande, schicken wir dir einen neuen Link, und nach sieben Tagen noch einen.
- Dein Kontakt wartet darauf höchstens 14 Tage ab der Freigabe, dann liegt sein Anteil auch ohne deine Bestätigung bereit. Spricht etwas dafür, dass beide dieselbe Person sind (Postfach, Haushalt, Bankkonto oder Internetanschluss), prüfen wir ihn vorher.
- Du hast 12 Monate Zeit, die Prämie abzuholen. Danach verfällt sie.
- Geld überweisen wir etwa vier Wochen, nachdem du uns deine Bankverbindung angegeben hast, auf ein Konto im SEPA-Raum. Gutscheincodes schicken wir innerhalb von 24 Stunden per E-Mail. Gutscheine gibt es nur, wenn ihre Beträge genau zur Prämie passen.
- Prämien können steuerpflichtig sein. Darum kümmerst du dich selbst.

## 6. Wenn ein Vertrag nicht zustande kommt

Wird der Vertrag widerrufen, storniert oder nicht beliefert, entfällt die Prämie. Haben wir sie schon ausgezahlt, können wir sie zurückfordern, wenn du den Grund zu vertreten hast.

## 7. Missbrauch

Bei falschen Angaben, Empfehlungen an dich selbst oder unerlaubter Werbung können wir Prämien zurückhalten und dich von der Teilnahme ausschließen. Vorher hören wir dich an.

## 8. Änderungen und Ende

Wir können das Programm mit einer Frist von vier Wochen ändern oder beenden. Für Empfehlungen, die du bis dahin angelegt hast, gelten die Bedingungen, denen du zugestimmt hast. Du kannst deine Teilnahme jederzeit beenden, indem du dein Konto löschst; hol offene Prämien vorher ab.

## 9. Zum Schluss

Es gilt deutsches Recht. Ist eine Regelung unwirksam, bleiben die übrigen bestehen. Fragen beantworten wir gern unter hallo@sonnseite.example.

Fassung vom 1. Dezember 2026
`

const termsEn = `
## 1. What this is about

Sonnseite Energie & Zuhause GmbH (“we”) says thank you with a reward when your recommendation leads to a new contract for one of the products shown in the programme.

## 2. Who may recommend

- You are a natural person, at least 18 years old and resident in Germany.
- You act privately and not as a business. Agents, service providers and employees of Sonnseite cannot take part in this programme.
- You do not have to be a customer.

## 3. How to recommend

- You receive a personal link, a short link, a QR code and a referral code. All four lead to the same recommendation.
- You pass them on yourself, to people you know who do not mind. Mass mailings, advertisements, voucher portals and public comment sections are not allowed.
- A link is valid for your contacts for 60 days and expires at the end of the 60th day. Whoever has accepted by then stays in.
- If nobody has accepted by then, we tell you once by e-mail, seven days before, when the recommendation expires.
- You can share one link with several people. Every new contract counts.

## 4. Who can be recommended

- Your contact is at least 18 years old, a person other than you and uses a different e-mail address. You cannot recommend yourself.
- Your contact concludes a new contract through the link. Renewals, changes of tariff and moves do not count.
- If you live in the same household or use the same bank account, we review the recommendation before we release the reward.
- We reward at most 20 recommendations per person and calendar year without further review.

## 5. The reward

- The amount is shown with the product and on the page of your recommendation.
- You decide beforehand whether to keep the reward, share it 50:50 with your contact or give it all away.
- You are entitled to the reward once the contract is confirmed, has not been revoked and 14 days have passed since its date. You then receive an e-mail with a link to your reward.
- If you recommend without logging in, the recommendation is yours only once you have used the link in our e-mail. Until then your share waits; you can claim it up to 12 months after the contract was released. When a contract comes about, we send you a new link, and another one after seven days.
- Your contact waits for that no longer than 14 days from the release; then their share is ready without your confirmation, too. If something suggests that both are the same person (mailbox, household, bank account or internet connection), we review it first.
- You have 12 months to collect the reward. After that it lapses.
- We transfer money about four weeks after you have entered your bank details, to an account in the SEPA area. We send voucher codes by e-mail within 24 hours. Vouchers are offered only where their values make up the exact reward.
- Rewards may be taxable. You take care of that yourself.

## 6. If a contract does not come about

If the contract is revoked, cancelled or never supplied, there is no reward. If we have already paid it, we can reclaim it where the reason lies with you.

## 7. Abuse

In case of false statements, recommending to yourself or unlawful advertising we may withhold rewards and exclude you from the programme. We will hear you first.

## 8. Changes and end

We may change or end the programme with four weeks’ notice. Recommendations created by then remain subject to the terms you agreed to. You can leave at any time by deleting your account; please collect open rewards first.

## 9. Finally

German law applies. If one provision is invalid, the others remain in force. The German version is binding. We are happy to answer questions at hallo@sonnseite.example.

Version of 1 December 2026
`

export const standardLegal: Tenant['legal'] = {
  imprint: { de: imprintDe.trim(), en: imprintEn.trim() },
  privacy: { de: privacyDe.trim(), en: privacyEn.trim() },
  terms: { de: termsDe.trim(), en: termsEn.trim() },
  termsVersion: '2026-12',
  imprintUrl: null,
}
