import type { TenantContent } from '../../../domain/tenant.ts'

const infoDe = `
## So gewinnen Sie Kundschaft durch Empfehlungen

Zufriedene Kundinnen und Kunden empfehlen gern weiter, wenn man sie darum bittet. Sie laden sie ein, wir übernehmen den Rest: den persönlichen Link, die Zuordnung zu Ihrer Agentur, die Auszahlung der Prämie und die Abrechnung.

- Sie laden ein: vor Ort mit einem QR-Code oder nach einem Telefonat per E-Mail.
- Ihre Kundin oder Ihr Kunde gibt den Link selbst weiter. Wir schreiben keine Kontakte an.
- Kommt ein Vertrag zustande, geben Sie den Auftrag frei, und wir zahlen die Prämie aus.
- Die Prämien und das Serviceentgelt berechnen wir Ihrer Agentur einmal im Monat.

## Was Sie dafür brauchen

- eine Agenturnummer der Bergvogel Versicherung
- die Registrierung durch die Inhaberin oder den Inhaber
- die Freischaltung durch uns, in der Regel innerhalb von zwei Werktagen

## Wer was darf

Inhaberinnen und Inhaber legen Mitarbeitende an, bestimmen den Prämienplan und sehen Rechnungen. Mitarbeitende laden ein und sehen die Empfehlungen, die aus ihren eigenen Einladungen entstanden sind.

## Fragen

Unser Agenturservice hilft unter empfehlung@bergvogel.example oder +49 89 99998 410.
`

const infoEn = `
## How you win customers by recommendation

Satisfied customers like to recommend when they are asked. You invite them, we do the rest: the personal link, the assignment to your agency, the payment of the reward and the billing.

- You invite: on site with a QR code, or by e-mail after a phone call.
- Your customers pass on the link themselves. We write to no contacts.
- When a policy is concluded, you release the order and we pay the reward.
- Once a month we bill your agency for the rewards and the service fee.

## What you need

- an agency number of Bergvogel Versicherung
- the registration by the owner
- the activation by us, usually within two working days

## Who may do what

Owners add employees, set the reward plan and see invoices. Employees invite, and see the recommendations that came from their own invitations.

## Questions

Our agency service helps at empfehlung@bergvogel.example or +49 89 99998 410.
`

const rulesDe = `
## 1. Gegenstand

Die Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 München, stellt ihren Agenturen ein Empfehlungsprogramm bereit. Diese Regeln gelten zwischen der Bergvogel Versicherung AG und der teilnehmenden Agentur; sie ergänzen den Agenturvertrag. Gegenüber Empfehlern gelten die Teilnahmebedingungen des Programms.

## 2. Teilnahme

Teilnehmen können Agenturen mit gültigem Agenturvertrag und einer Registrierung nach § 34d Gewerbeordnung. Die Registrierung nimmt die Inhaberin oder der Inhaber vor. Der Zugang besteht erst nach der Freischaltung. Ein Anspruch auf Teilnahme besteht nicht.

## 3. Zugänge

- Zugänge sind persönlich und dürfen nicht weitergegeben werden.
- Scheidet eine Person aus, beendet die Inhaberin oder der Inhaber ihren Zugang unverzüglich.
- Die Agentur steht für das Verhalten der Personen ein, die sie anlegt.

## 4. Einladen

- Eingeladen wird nur, wer mit der Agentur gesprochen und der E-Mail zugestimmt hat. Die Einwilligung muss sich nachweisen lassen (Art. 7 Abs. 1 DSGVO, § 7 Abs. 2 Nr. 2 UWG).
- Kontakte der Empfehler werden nicht angeschrieben oder angerufen, solange sie nicht selbst zugestimmt haben.
- Für Empfehlungen innerhalb der Agentur oder desselben Haushalts gibt es keine Prämie.

## 5. Prämien

Prämien an Empfehler sind Sachzuwendungen oder Geldleistungen der Agentur, die wir in ihrem Namen auskehren. An künftige Versicherungsnehmerinnen und Versicherungsnehmer fließen höchstens 15 Euro je Vertrag und Kalenderjahr (§ 48b Abs. 2 Versicherungsaufsichtsgesetz). Der Prämienplan der Agentur gilt für Empfehlungen, die ab seinem Gültigkeitstag entstehen; frühere behalten den Plan, der damals in Kraft war.

## 6. Freigabe

Die Agentur gibt einen Auftrag frei, sobald der Vertrag wirksam und die Widerrufsfrist nach § 8 Versicherungsvertragsgesetz abgelaufen ist. Ohne Freigabe gibt das Programm bestätigte Aufträge nach Ablauf der vereinbarten Frist selbst frei.

## 7. Abrechnung

Die ausgelösten Prämien und das vereinbarte Serviceentgelt je Prämie werden monatlich abgerechnet. Prämien werden als durchlaufende Posten ohne Umsatzsteuer weiterberechnet (§ 10 Abs. 1 Satz 5 Umsatzsteuergesetz), das Serviceentgelt zuzüglich Umsatzsteuer. Für stornierte Aufträge gibt es eine Rechnungskorrektur.

## 8. Datenschutz

Agentur und Bergvogel Versicherung AG verarbeiten die Daten der Eingeladenen jeweils in eigener Verantwortung. Näheres steht in den Datenschutzhinweisen für Agenturen.

## 9. Ende

Beide Seiten können die Teilnahme jederzeit in Textform beenden. Bis dahin entstandene Prämien werden ausgezahlt und abgerechnet. Bei Verstößen gegen diese Regeln können wir Zugänge sofort sperren.

## 10. Schluss

Es gilt deutsches Recht. Ist eine Regel unwirksam, bleiben die übrigen gültig. Änderungen kündigen wir mit einer Frist von vier Wochen in Textform an.
`

const rulesEn = `
This translation is for information; the German wording is binding.

## 1. Subject

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 Munich, provides its agencies with a referral programme. These rules apply between Bergvogel Versicherung AG and the participating agency and supplement the agency contract. Towards referrers the terms of the programme apply.

## 2. Participation

Agencies with a valid agency contract and a registration under section 34d of the Trade Regulation Act can take part. The owner registers. Access exists only after activation. There is no right to take part.

## 3. Access

- Access is personal and must not be passed on.
- When somebody leaves, the owner ends their access without delay.
- The agency answers for the people whom it adds.

## 4. Inviting

- Only people who have spoken with the agency and agreed to the e-mail are invited. Their consent must be provable (Art. 7(1) GDPR, section 7(2) no. 2 of the Act against Unfair Competition).
- Contacts of referrers are not written to or called unless they have agreed themselves.
- There is no reward for recommendations within the agency or the same household.

## 5. Rewards

Rewards to referrers are benefits of the agency that we pay out in its name. Future policyholders receive at most 15 euros per policy and calendar year (section 48b(2) of the Insurance Supervision Act). The agency's reward plan applies to recommendations made from its day of validity; earlier ones keep the plan that was in force then.

## 6. Release

The agency releases an order as soon as the policy is in force and the withdrawal period under section 8 of the Insurance Contract Act has ended. Without a release the programme releases confirmed orders by itself after the agreed period.

## 7. Billing

Released rewards and the agreed service fee per reward are billed monthly. Rewards are passed on as disbursements without VAT (section 10(1) sentence 5 of the VAT Act), the service fee with VAT. Cancelled orders are credited.

## 8. Data protection

The agency and Bergvogel Versicherung AG each process the data of the people invited under their own responsibility. Details are in the privacy information for agencies.

## 9. End

Both sides can end participation at any time in text form. Rewards that have arisen until then are paid and billed. In case of breaches of these rules we can block access at once.

## 10. Final provisions

German law applies. If a rule is invalid the others remain in force. We announce changes four weeks in advance in text form.
`

const privacyDe = `
## 1. Verantwortliche Stelle

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 München. Unsere Datenschutzbeauftragte erreichen Sie unter datenschutz@bergvogel.example.

## 2. Welche Daten wir verarbeiten

- von der Agentur: Nummer, Name, Anschrift, Telefon, E-Mail-Adresse, Umsatzsteuer-Identifikationsnummer, Logo
- von Inhaberinnen, Inhabern und Mitarbeitenden: Anrede, Name, E-Mail-Adresse, Mitarbeiternummer, Passwort (nur als Prüfwert), Zeitpunkt der Anmeldungen, bei der gemeinsamen Anmeldung die Kennung des Bergvogel-Kontos
- was jemand im Agenturbereich tut: wer wen eingeladen, welchen Auftrag freigegeben und welche Angaben geändert hat

## 3. Wozu und auf welcher Grundlage

- Zugang, Einladungen, Berichte und Abrechnung: zur Erfüllung des Vertrags mit der Agentur (Art. 6 Abs. 1 Buchst. b DSGVO) und für Mitarbeitende aufgrund unseres berechtigten Interesses an einem geordneten Programm (Art. 6 Abs. 1 Buchst. f DSGVO)
- Protokoll der Änderungen: berechtigtes Interesse an Nachvollziehbarkeit und Sicherheit (Art. 6 Abs. 1 Buchst. f DSGVO)
- Rechnungen: gesetzliche Pflicht (Art. 6 Abs. 1 Buchst. c DSGVO, § 147 Abgabenordnung)

## 4. Cookies

Während der Anmeldung setzen wir den Cookie „zs_agency“, der Sie angemeldet hält (höchstens 14 Tage), bei der gemeinsamen Anmeldung für höchstens zehn Minuten den Cookie „zs_sso“. Beide sind für die gewünschte Funktion unbedingt erforderlich (§ 25 Abs. 2 Nr. 2 TDDDG).

## 5. Wer die Daten erhält

Die eigene Agentur sieht ihre Personen und Vorgänge, andere Agenturen nichts davon. Technische Dienstleister verarbeiten Daten in unserem Auftrag (Art. 28 DSGVO). In Länder außerhalb des Europäischen Wirtschaftsraums übermitteln wir nichts.

## 6. Wie lange wir sie behalten

Zugänge bestehen bis zum Ausscheiden oder bis zum Ende der Teilnahme. Namen bleiben so lange in Berichten und im Protokoll, wie die zugehörigen Vorgänge aufbewahrt werden müssen. Rechnungen bewahren wir acht Jahre auf.

## 7. Ihre Rechte

- Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit (Art. 15 bis 20 DSGVO)
- Widerspruch gegen Verarbeitungen aufgrund berechtigter Interessen (Art. 21 DSGVO)
- Beschwerde bei einer Aufsichtsbehörde, etwa dem Bayerischen Landesamt für Datenschutzaufsicht (Art. 77 DSGVO)
`

const privacyEn = `
## 1. Controller

Bergvogel Versicherung AG, Am Vogelschrofen 1, 81671 Munich. You can reach our data protection officer at datenschutz@bergvogel.example.

## 2. Which data we process

- of the agency: number, name, address, phone, e-mail address, VAT identification number, logo
- of owners and employees: salutation, name, e-mail address, employee number, password (as a check value only), the time of logins, and with single sign-on the identifier of the Bergvogel account
- what somebody does in the agency area: who invited whom, released which order and changed which details

## 3. What for, and on which basis

- access, invitations, reports and billing: to perform the contract with the agency (Art. 6(1)(b) GDPR) and for employees on the basis of our legitimate interest in an orderly programme (Art. 6(1)(f) GDPR)
- the record of changes: legitimate interest in traceability and security (Art. 6(1)(f) GDPR)
- invoices: legal obligation (Art. 6(1)(c) GDPR, section 147 of the German Fiscal Code)

## 4. Cookies

While you are logged in we set the cookie “zs_agency”, which keeps you logged in (14 days at most), and during single sign-on the cookie “zs_sso” for ten minutes at most. Both are strictly necessary for the function you asked for (section 25(2) no. 2 TDDDG).

## 5. Who receives the data

Your own agency sees its people and what they do; other agencies see nothing of it. Technical service providers process data on our behalf (Art. 28 GDPR). We transfer nothing to countries outside the European Economic Area.

## 6. How long we keep them

Access exists until somebody leaves or participation ends. Names stay in reports and in the record for as long as the matters they belong to have to be kept. We keep invoices for eight years.

## 7. Your rights

- access, rectification, erasure, restriction, portability (Art. 15 to 20 GDPR)
- objection to processing based on legitimate interests (Art. 21 GDPR)
- complaint to a supervisory authority, such as the Bavarian State Office for Data Protection Supervision (Art. 77 GDPR)
`

export const bgvAgencyTexts = {
  info: { de: infoDe.trim(), en: infoEn.trim() },
  rules: { de: rulesDe.trim(), en: rulesEn.trim() },
  privacy: { de: privacyDe.trim(), en: privacyEn.trim() },
} satisfies TenantContent['agency']
