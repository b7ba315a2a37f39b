import type { Tenant } from '../../../domain/tenant.ts'

// Plain markup: `## heading`, paragraphs, `- lists`, one per line; no bold, no links.

const imprintDe = `
## Anbieter

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 München

## Kontakt

- Telefon: +49 89 99998 410 (Montag bis Freitag, 8 bis 19 Uhr, Samstag, 9 bis 13 Uhr)
- E-Mail: empfehlung@bergvogel.example

## Vorstand

Dr. Alma Steinadler (Vorsitz), Konrad Felsgrat, Ottilie Bergahorn

## Aufsichtsrat

Vorsitz: Hieronymus Latschenkamm

## Registereintrag

Amtsgericht München, HRB 999810

## Umsatzsteuer-Identifikationsnummer

DE999810410. Versicherungsleistungen sind nach § 4 Nr. 10 Buchst. a Umsatzsteuergesetz von der Umsatzsteuer befreit.

## Aufsichtsbehörde

Bundesanstalt für Finanzdienstleistungsaufsicht (BaFin), Graurheindorfer Straße 108, 53117 Bonn

## Verantwortlich für den Inhalt nach § 18 Abs. 2 Medienstaatsvertrag

Dr. Alma Steinadler, Am Vogelschrofen 1, 81671 München

## Streitbeilegung

Wir sind Mitglied im Versicherungsombudsmann e. V. und nehmen an dessen Streitbeilegungsverfahren für Verbraucherinnen und Verbraucher teil. Beschwerden richten Sie bitte zunächst an uns; Sie können sich außerdem jederzeit an die BaFin wenden.
`

const imprintEn = `
## Provider

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 Munich, Germany

## Contact

- Phone: +49 89 99998 410 (Monday to Friday, 8 am to 7 pm, Saturday, 9 am to 1 pm)
- E-mail: empfehlung@bergvogel.example

## Board of management

Dr Alma Steinadler (chair), Konrad Felsgrat, Ottilie Bergahorn

## Supervisory board

Chair: Hieronymus Latschenkamm

## Commercial register

Local court (Amtsgericht) of Munich, HRB 999810

## VAT identification number

DE999810410. Insurance services are exempt from VAT under section 4 no. 10 (a) of the German VAT Act.

## Supervisory authority

Federal Financial Supervisory Authority (BaFin), Graurheindorfer Strasse 108, 53117 Bonn, Germany

## Responsible for the content under section 18 (2) of the State Media Treaty

Dr Alma Steinadler, Am Vogelschrofen 1, 81671 Munich

## Dispute resolution

We are a member of the German insurance ombudsman association (Versicherungsombudsmann e. V.) and take part in its procedure for consumers. Please address complaints to us first; you can also turn to BaFin at any time.
`

const privacyDe = `
Der Schutz Ihrer Daten gehört zu unserem Beruf. Diese Hinweise nach Art. 13 der Datenschutz-Grundverordnung (DSGVO) erläutern, wie wir Ihre personenbezogenen Daten im Empfehlungsprogramm verarbeiten. Für Ihre Versicherungsverträge gelten die gesonderten Hinweise, die Sie mit den Vertragsunterlagen erhalten.

## 1. Verantwortliche Stelle

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 München, Telefon +49 89 99998 410, empfehlung@bergvogel.example. Unseren Datenschutzbeauftragten erreichen Sie unter derselben Anschrift oder per E-Mail an datenschutz@bergvogel.example.

## 2. Daten der Empfehler

Wenn Sie eine Empfehlung aussprechen, verarbeiten wir Name, gegebenenfalls die Firma, E-Mail-Adresse und Zugangsdaten (das Passwort nur als Prüfwert), das empfohlene Produkt, die betreuende Agentur, die Aufteilung der Prämie, Ihre Zustimmung zu den Teilnahmebedingungen sowie die Zahl der Aufrufe Ihres Links. Für die Auszahlung benötigen wir Kontoinhaber und IBAN. Die IBAN wird verschlüsselt gespeichert und nur verkürzt angezeigt.

- Führung Ihres Zugangs, Zuordnung der Empfehlung, Berechnung und Auszahlung: Art. 6 Abs. 1 Buchst. b DSGVO
- Prüfung der Teilnahmeberechtigung und Schutz vor Missbrauch: Art. 6 Abs. 1 Buchst. f DSGVO; unser Interesse liegt in einem regelgerechten Programm
- Nachweis der Zahlungen und Einhaltung des Sondervergütungsverbots: Art. 6 Abs. 1 Buchst. c DSGVO in Verbindung mit § 147 Abgabenordnung, § 257 Handelsgesetzbuch und § 48b Versicherungsaufsichtsgesetz
- Newsletter: Ihre Einwilligung nach Art. 6 Abs. 1 Buchst. a DSGVO, die Sie durch einen Link in einer E-Mail bestätigen

Lädt eine Agentur Sie nach einem Gespräch ein, haben wir Ihren Namen und Ihre E-Mail-Adresse von ihr (Art. 14 DSGVO). Wir verwenden sie allein für diese Einladung und höchstens zwei Erinnerungen, aufgrund unseres Interesses und des Interesses der Agentur, Ihrem Wunsch aus dem Gespräch nachzukommen (Art. 6 Abs. 1 Buchst. f DSGVO); Sie können dem jederzeit widersprechen. Registrieren Sie sich über die Einladung oder eine Karte, sieht die Agentur Ihren Namen und den Stand Ihrer Empfehlungen.

## 3. Daten der Kontakte

Den Empfehlungslink erhalten Sie unmittelbar von der Person, die Sie kennt; wir selbst schreiben Sie auf deren Wunsch hin nicht an. Erst mit dem Absenden des Formulars verarbeiten wir Vorname und E-Mail-Adresse, Ihre Zustimmung sowie die Nummer der Empfehlung, damit wir einen Vertrag eindeutig zuordnen können. Weitere Angaben machen Sie freiwillig auf Ihrer Seite. Kommt ein Vertrag zustande, übermittelt die Vertragsabteilung dessen Stand (abgeschlossen, bestätigt, storniert) an das Empfehlungsprogramm. Vertragsinhalte und Gesundheitsangaben werden nicht übermittelt.

- Anbahnung eines Vertrags und Zuordnung Ihrer Prämie: Art. 6 Abs. 1 Buchst. b DSGVO
- Ansprache zu Werbezwecken, nur nach gesonderter Zustimmung: Art. 6 Abs. 1 Buchst. a DSGVO

Die empfehlende Person sieht Ihre Initialen und den erreichten Schritt, jedoch weder Ihre Anschrift noch Angaben zu Ihrem Vertrag.

## 4. Besuch dieser Seiten und Kontakt

Für die Auslieferung der Seiten und die Abwehr von Angriffen verarbeiten wir Zeitpunkt, aufgerufene Seite und für höchstens sieben Tage die IP-Adresse (Art. 6 Abs. 1 Buchst. f DSGVO). Ohne Einwilligung speichern wir auf Ihrem Gerät nur, was für die aufgerufene Funktion unbedingt erforderlich ist, und erst bei Bedarf (§ 25 Abs. 2 Nr. 2 TDDDG, Art. 6 Abs. 1 Buchst. f DSGVO):

- zs_user: Ihre Anmeldung, 14 Tage oder bis zur Abmeldung
- zs_agency und zs_sso: die Anmeldung von Agenturen, 14 Tage oder bis zur Abmeldung, und die gemeinsame Anmeldung, höchstens zehn Minuten
- zs_referrer: dass auf diesem Gerät eine E-Mail-Adresse eingegeben wurde (als verschlüsselter Prüfwert), damit der Knopf in unserer E-Mail sie ohne weitere Nachfrage bestätigt, bis zum Schließen des Browsers
- zs_recipient (auch mit der Nummer der Empfehlung am Ende) und zs_reward: die Wiedererkennung nach Annahme einer Empfehlung oder Aufruf eines Prämienlinks, bis zum Schließen des Browsers
- zs_language: Ihre Sprachwahl, ein Jahr
- zs_consent: Ihre Cookie-Auswahl, 60 Tage oder bis zum Schließen des Browsers
- Sitzungsspeicher: begonnene Eingaben und die Position auf der Seite, bis zum Schließen des Fensters; eine Übertragung findet nicht statt

Wie oft Seiten und Schritte des Programms erreicht werden, zählen wir in Tagessummen je Kanal und Kampagne: ohne Cookie, ohne Kennung und ohne IP-Adresse, also ohne Bezug zu Ihnen. Bei einer Empfehlung und ihrer Annahme ist vermerkt, über welchen Kanal und welche Kampagne sie zustande kam (Art. 6 Abs. 1 Buchst. f DSGVO).

Mit Ihrer freiwilligen Einwilligung (§ 25 Abs. 1 TDDDG, Art. 6 Abs. 1 Buchst. a DSGVO) speichern wir im Cookie zs_channel für 730 Tage, über welchen Kanal oder welche Kampagne Sie zu uns gefunden haben (Marketing). Unter „Cookie-Einstellungen“ am Fuß jeder Seite können Sie Ihre Auswahl jederzeit für die Zukunft ändern; ein Widerruf löscht zs_channel. Den Nachweis Ihrer Einwilligung bewahren wir unter einer zufälligen Kennung drei Jahre auf (Art. 7 Abs. 1 DSGVO).

Nachrichten über das Kontaktformular (Name, E-Mail-Adresse, Thema, Text) leiten wir per E-Mail an unseren Kundenservice weiter, um Ihnen zu antworten (Art. 6 Abs. 1 Buchst. b und f DSGVO). Im Empfehlungsprogramm selbst werden sie nach 30 Tagen gelöscht.

## 5. Empfänger

- die Agentur, die Sie betreut oder der Ihre Empfehlung zugeordnet ist
- Dienstleister für Rechenzentrum und E-Mail-Versand in Deutschland als Auftragsverarbeiter
- beteiligte Kreditinstitute bei Überweisungen
- Behörden und Gerichte im Rahmen gesetzlicher Pflichten, insbesondere die BaFin

Gutscheinpartner erhalten keine Daten zu Ihrer Person. Eine Übermittlung in Drittländer findet nicht statt.

## 6. Speicherdauer

- unbestätigte Daten von Kontakten: 12 Wochen
- nie bestätigte Zugänge: 4 Wochen, oder so lange, wie eine Empfehlung noch offen ist
- Name und Adresse aus einer Einladung: 30 Tage nach deren Ende, spätestens also gut sechs Wochen nach dem Versand
- Adressen und Texte unserer E-Mails: 30 Tage nach dem Versand, von nicht zugestellten 90 Tage
- Zugang der Empfehler und ihre Empfehlungen: bis zur Löschung durch Sie unter „Meine Daten“
- Zahlungsbelege mit Name, IBAN und Betrag: 8 Jahre ab Ende des Kalenderjahres, in einem gesonderten, zugriffsbeschränkten Bestand
- Nachweise über Einwilligungen, nach der Löschung Ihrer übrigen Daten allein unter einem verschlüsselten Prüfwert Ihrer Adresse: drei Jahre nach Widerruf; bei Telefonwerbung fünf Jahre (§ 7a Gesetz gegen den unlauteren Wettbewerb)

## 7. Ihre Rechte

- Auskunft (Art. 15 DSGVO), Berichtigung (Art. 16), Löschung (Art. 17), Einschränkung (Art. 18) und Datenübertragbarkeit (Art. 20)
- Widerspruch gegen Verarbeitungen auf Grundlage berechtigter Interessen und jederzeit gegen Direktwerbung (Art. 21)
- Widerruf erteilter Einwilligungen mit Wirkung für die Zukunft (Art. 7 Abs. 3)
- Beschwerde beim Bayerischen Landesamt für Datenschutzaufsicht, Ansbach

Es genügt eine Nachricht an datenschutz@bergvogel.example. Kontakte können ihre Daten zudem über den Link in ihrer E-Mail selbst einsehen, berichtigen, herunterladen und löschen.

## 8. Bereitstellung der Daten

Die Teilnahme ist freiwillig. Ohne die als Pflichtfeld gekennzeichneten Angaben können wir eine Empfehlung nicht anlegen und eine Prämie nicht auszahlen.

## 9. Automatisierte Entscheidungen

Teilnahmebedingungen prüfen wir maschinell vor, etwa gleiche Bankverbindungen auf beiden Seiten. Über Zweifelsfälle entscheiden Mitarbeitende. Eine ausschließlich automatisierte Entscheidung nach Art. 22 DSGVO findet nicht statt.

Stand: November 2026
`

const privacyEn = `
Protecting your data is part of our profession. These notes under Art. 13 of the General Data Protection Regulation (GDPR) explain how we process your personal data in the referral programme. For your insurance policies, the separate notes you receive with the policy documents apply.

## 1. Controller

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 Munich, Germany, phone +49 89 99998 410, empfehlung@bergvogel.example. You can reach our data protection officer at the same address or by e-mail at datenschutz@bergvogel.example.

## 2. Data of referrers

When you make a recommendation we process your name, your company if you name one, e-mail address and login data (the password as a check value only), the product recommended, the agency in charge, the split of the reward, your consent to the terms of participation and the number of visits to your link. For payment we need the account holder and the IBAN. The IBAN is stored encrypted and shown in part only.

- Keeping your login, assigning the recommendation, calculation and payment: Art. 6 (1) (b) GDPR
- Checking eligibility and preventing abuse: Art. 6 (1) (f) GDPR; our interest is a programme that follows its rules
- Proof of payments and compliance with the ban on special remuneration: Art. 6 (1) (c) GDPR in conjunction with section 147 of the Fiscal Code, section 257 of the Commercial Code and section 48b of the Insurance Supervision Act
- Newsletter: your consent under Art. 6 (1) (a) GDPR, which you confirm through a link in an e-mail

If an agency invites you after a conversation, we have your name and e-mail address from that agency (Art. 14 GDPR). We use them for this invitation and two reminders at most, on the basis of our interest and the agency’s in following up on what you spoke about (Art. 6 (1) (f) GDPR); you can object at any time. If you register by the invitation or a card, the agency sees your name and how far your recommendations are.

## 3. Data of contacts

You receive the referral link directly from the person who knows you; we do not write to you at their request. Only when you send the form do we process your first name and e-mail address, your consent and the number of the recommendation, so that we can assign a policy without doubt. Any further details on your page are voluntary. If a policy is concluded, the policy department reports its state (concluded, confirmed, cancelled) to the referral programme. Contents of the policy and health data are not passed on.

- Steps towards a contract and assigning your reward: Art. 6 (1) (b) GDPR
- Contact for advertising, only after separate consent: Art. 6 (1) (a) GDPR

The referrer sees your initials and the step reached, but neither your address nor any details of your policy.

## 4. Visiting these pages and contact

To deliver the pages and fend off attacks we process the time, the page and, for seven days at most, the IP address (Art. 6 (1) (f) GDPR). Without consent we store on your device only what is strictly necessary for the function you call up, and only when it is needed (section 25 (2) no. 2 TDDDG, Art. 6 (1) (f) GDPR):

- zs_user: your login, 14 days or until you log out
- zs_agency and zs_sso: the login of agencies, 14 days or until they log out, and single sign-on, ten minutes at most
- zs_referrer: that an e-mail address was typed on this device (as a keyed check value), so that the button in our e-mail confirms it without asking again, until the browser is closed
- zs_recipient (also with the number of the recommendation at its end) and zs_reward: knowing you again after you accepted a recommendation or opened a reward link, until the browser is closed
- zs_language: your language, one year
- zs_consent: your choice of cookies, 60 days or until the browser is closed
- session storage: entries you have begun and your place on the page, until the window is closed; nothing is transmitted

How often pages and steps of the programme are reached we count as sums by day, channel and campaign: without a cookie, without an id and without the IP address, so without reference to you. With a recommendation and its acceptance we record through which channel and which campaign it came about (Art. 6 (1) (f) GDPR).

With your voluntary consent (section 25 (1) TDDDG, Art. 6 (1) (a) GDPR) we store in the cookie zs_channel for 730 days through which channel or campaign you found us (marketing). Under “Cookie settings” at the foot of every page you can change your choice for the future at any time; a withdrawal deletes zs_channel. The proof of your consent is kept under a random id for three years (Art. 7 (1) GDPR).

Messages through the contact form (name, e-mail address, topic, text) are passed on to our customer service by e-mail in order to answer you (Art. 6 (1) (b) and (f) GDPR). In the referral programme itself they are deleted after 30 days.

## 5. Recipients of the data

- the agency that looks after you or to which your recommendation is assigned
- service providers for data centre and e-mail in Germany, as processors
- the banks involved in transfers
- authorities and courts under statutory duties, in particular BaFin

Voucher partners receive no personal data. No data is transferred to third countries.

## 6. Storage periods

- unconfirmed data of contacts: 12 weeks
- accounts never confirmed: 4 weeks, or as long as a recommendation is still open
- name and address from an invitation: 30 days after it ended, so little more than six weeks after it was sent
- addresses and texts of our e-mails: 30 days after sending, of those never delivered 90 days
- the referrer’s login and recommendations: until you delete the login under “My data”
- payment records with name, IBAN and amount: 8 years from the end of the calendar year, in a separate store with restricted access
- proof of consent, after your other data are deleted under a keyed check value of your address only: three years after withdrawal; for advertising by phone five years (section 7a of the Act against Unfair Competition)

## 7. Your rights

- access (Art. 15 GDPR), rectification (Art. 16), erasure (Art. 17), restriction (Art. 18) and data portability (Art. 20)
- objection to processing based on legitimate interests, and at any time to direct advertising (Art. 21)
- withdrawal of consent with effect for the future (Art. 7 (3))
- complaint to the Bavarian Data Protection Authority (BayLDA), Ansbach

A message to datenschutz@bergvogel.example is enough. Contacts can also see, correct, download and delete their data themselves through the link in their e-mail.

## 8. Providing data

Taking part is voluntary. Without the entries marked as required we cannot create a recommendation or pay a reward.

## 9. Automated decisions

We pre-check the terms of participation by machine, for example identical bank details on both sides. Doubtful cases are decided by employees. There is no solely automated decision under Art. 22 GDPR.

As of November 2026
`

const termsDe = `
## 1. Gegenstand

Die Bergvogel Versicherung AG bedankt sich für erfolgreiche Empfehlungen mit einer Prämie. Diese Bedingungen regeln die Teilnahme von Mitarbeitenden und Agenturen der Bergvogel-Gruppe und von Kundinnen und Kunden, die eine Agentur dazu eingeladen hat. Alle empfehlen privat.

## 2. Teilnahmeberechtigung

- Teilnehmen kann, wer eine volljährige natürliche Person mit Wohnsitz in Deutschland ist und sich mit einer freigegebenen E-Mail-Adresse der Bergvogel-Gruppe anmeldet oder über die Einladung oder Karte einer Agentur registriert hat.
- Sie nennen eine Empfehlung, Sie beraten nicht. Beratung und Vermittlung übernehmen ausschließlich unsere registrierten Agenturen.
- Für Verträge, die Sie beruflich selbst vermitteln, gibt es keine Prämie aus diesem Programm.

## 3. Empfehlung

- Nach der Anmeldung erhalten Sie einen persönlichen Link, einen QR-Code und einen Empfehlungscode.
- Sie geben diese selbst und nur an Menschen weiter, die Sie kennen und die damit einverstanden sind. Der Versand an unbekannte Personen sowie Werbung in Portalen und Foren sind nicht gestattet.
- Eine Empfehlung ist für Ihren Kontakt 60 Tage gültig und endet mit Ablauf des 60. Tages. Wer bis dahin angenommen hat, nimmt weiter teil.
- Hat bis dahin niemand angenommen, weisen wir Sie sieben Tage vorher einmal per E-Mail auf das Ende der Empfehlung hin.

## 4. Kontakte

- Empfohlen werden volljährige natürliche Personen mit Wohnsitz in Deutschland, die für das gewählte Produkt noch keinen Vertrag bei uns haben.
- Sich selbst zu empfehlen ist ausgeschlossen. Empfehler und Kontakte verwenden verschiedene E-Mail-Adressen.
- Gleiche Bankverbindung oder gleicher Haushalt führen zu einer Prüfung vor der Freigabe, ebenso mehr als 20 belohnte Empfehlungen im Kalenderjahr.

## 5. Prämie

- Die Höhe steht beim Produkt und auf der Seite Ihrer Empfehlung. Sie können die Prämie behalten, hälftig teilen oder Ihrem Kontakt überlassen.
- Die Prämie des Kontakts ist auf 15 Euro je Versicherungsvertrag und Kalenderjahr begrenzt (§ 48b Versicherungsaufsichtsgesetz). Was darüber hinausgeht, erhalten Sie; haben Sie die gesamte Prämie überlassen, entfällt der übersteigende Teil. Die tatsächlichen Beträge zeigen wir Ihnen vor der Zustimmung an.
- Der Anspruch entsteht, sobald der Vertrag bestätigt, nicht widerrufen und die Beschwerdefrist von 14 Tagen abgelaufen ist. Sie erhalten dann eine E-Mail mit dem Link zu Ihrer Prämie.
- Die Prämie ist innerhalb von 12 Monaten abzurufen; danach verfällt sie.
- Überweisungen erfolgen etwa vier Wochen nach Angabe der Bankverbindung und nur auf Konten in Deutschland. Gutscheincodes versenden wir innerhalb von 24 Stunden per E-Mail.
- Eine Prämie kann für Mitarbeitende lohnsteuerpflichtig sein. Die Personalabteilung rechnet dies, soweit nötig, mit der Gehaltsabrechnung ab.

## 6. Wegfall

Wird der Vertrag widerrufen, innerhalb des ersten Jahres storniert oder der Beitrag nicht gezahlt, entfällt die Prämie. Ein bereits ausgezahlter Betrag kann zurückgefordert werden, wenn Sie den Grund zu vertreten haben.

## 7. Verstöße

Bei unrichtigen Angaben oder unzulässiger Werbung können wir eine Prämie zurückhalten und Sie nach Anhörung von der Teilnahme ausschließen.

## 8. Änderung und Beendigung

Wir können das Programm mit einer Frist von vier Wochen ändern oder einstellen. Bereits ausgesprochene Empfehlungen behandeln wir nach den Bedingungen, denen Sie zugestimmt haben. Sie können Ihre Teilnahme jederzeit durch Löschen Ihres Zugangs beenden.

## 9. Schlussbestimmungen

Es gilt das Recht der Bundesrepublik Deutschland. Die Unwirksamkeit einzelner Bestimmungen berührt die übrigen nicht.

Fassung vom 1. Dezember 2026
`

const termsEn = `
## 1. Subject

Bergvogel Versicherung AG thanks you for successful recommendations with a reward. These terms govern participation by employees and agencies of the Bergvogel group and by customers whom an agency has invited. All of them make private recommendations.

## 2. Eligibility

- You can take part if you are a natural person of full age living in Germany and log in with an approved e-mail address of the Bergvogel group, or have registered by the invitation or card of an agency.
- You make a recommendation, you do not give advice. Advice and mediation are provided by our registered agencies only.
- There is no reward from this programme for policies that you mediate yourself in the course of your work.

## 3. Recommendation

- After logging in you receive a personal link, a QR code and a referral code.
- You pass these on yourself and only to people you know who agree to it. Sending them to strangers and advertising on portals or forums are not permitted.
- A recommendation is valid for your contact for 60 days and ends with the 60th day. Whoever has accepted by then continues to take part.
- If nobody has accepted by then, we tell you once by e-mail, seven days before, that the recommendation is about to end.

## 4. Contacts

- Contacts are natural persons of full age resident in Germany who do not yet hold a policy with us for the chosen product.
- Recommending yourself is excluded. Referrers and contacts use different e-mail addresses.
- The same bank account or the same household leads to a review before release, as do more than 20 rewarded recommendations in a calendar year.

## 5. Reward

- The amount is shown with the product and on the page of your recommendation. You can keep the reward, share it in halves or leave it to your contact.
- The contact’s reward is limited to 15 euros per policy and calendar year (section 48b of the German Insurance Supervision Act). You receive what exceeds it; if you left the whole reward to your contact, the excess lapses. We show you the actual amounts before you agree.
- You are entitled once the policy is confirmed, has not been revoked and the complaint period of 14 days has passed. You then receive an e-mail with the link to your reward.
- It can be collected within 12 months; after that it lapses.
- Transfers are made about four weeks after the bank details are entered, to accounts in Germany only. We send voucher codes by e-mail within 24 hours.
- For employees a reward may be subject to wage tax. Where necessary, the human resources department settles this with the payroll.

## 6. When it lapses

If the policy is revoked, cancelled within the first year or the premium is not paid, there is no reward. An amount already paid can be reclaimed where the reason lies with you.

## 7. Breaches

In case of incorrect statements or unlawful advertising we may withhold a reward and, after hearing you, exclude you from the programme.

## 8. Changes and end

We may change or end the programme with four weeks’ notice. Recommendations already made are treated under the terms you agreed to. You can leave at any time by deleting your login.

## 9. Final provisions

The law of the Federal Republic of Germany applies. If individual provisions are invalid, the others are not affected. The German version is binding.

Version of 1 December 2026
`

export const bgvLegal: Tenant['legal'] = {
  imprint: { de: imprintDe.trim(), en: imprintEn.trim() },
  privacy: { de: privacyDe.trim(), en: privacyEn.trim() },
  terms: { de: termsDe.trim(), en: termsEn.trim() },
  termsVersion: '2026-12',
  imprintUrl: null,
}
