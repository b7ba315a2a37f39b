import type { Locale, Localised } from './tenant.ts'

// What the accessibility statement of every tenant says of the product. test/accessibility-statement.test.ts holds it to test/wcag.json:
// what is met names criteria that are met there, and what is not there stands among the barriers.

/** A sentence, and the success criteria of WCAG 2.2 that it speaks of. */
type Sentence = Localised & { criteria: string[] }

/** When somebody last read the statement beside the table. */
export const reviewedOn = '2026-11-29'

/** Success criteria of levels A and AA, by their state in the table. */
export const criteria = { all: 55, met: 48, notApplicable: 6, otherwise: 1 }

export const metParts: Sentence[] = [
  {
    criteria: ['2.1.1', '2.1.2', '2.4.1', '2.4.3', '2.4.7', '2.4.11'],
    de: 'Die Seiten lassen sich mit der Tastatur allein bedienen. Das Element, das den Fokus hat, ist sichtbar hervorgehoben und wird von nichts verdeckt; ein Sprunglink führt direkt zum Inhalt.',
    en: 'The pages can be used with the keyboard alone. The element that has the focus is visibly marked and hidden behind nothing, and a skip link leads straight to the content.',
  },
  {
    criteria: ['1.3.1', '2.4.2', '2.4.6', '4.1.2', '4.1.3'],
    de: 'Jede Seite hat einen Titel. Überschriften, Listen, Tabellen, Formulare und Meldungen sind so ausgezeichnet, dass Hilfsmittel sie erkennen.',
    en: 'Every page has a title. Headings, lists, tables, forms and messages are marked up so that assistive technology can recognise them.',
  },
  {
    criteria: ['3.3.1', '3.3.2', '3.3.3'],
    de: 'Beschriftungen stehen sichtbar am Feld. Fehler werden in Worten beschrieben, am Feld und, wenn das Formular länger ist, an seinem Anfang. Eingaben gehen dabei nicht verloren.',
    en: 'Labels are visible at their field. Errors are described in words, at the field and, of longer forms, at their top. Nothing that was typed is lost by that.',
  },
  {
    criteria: ['1.4.4', '1.4.10', '1.4.12', '2.5.8'],
    de: 'Texte lassen sich auf 200 Prozent vergrößern, und die Seiten passen sich bis 320 Pixel Breite an. Was man drückt, ist mindestens 24 Pixel groß oder hat so viel Platz um sich.',
    en: 'Text can be enlarged to 200 per cent, and the pages adapt down to a width of 320 pixels. What is pressed is at least 24 pixels in size or has that much room around it.',
  },
  {
    criteria: ['1.4.1', '1.4.3', '1.4.11'],
    de: 'Text hat einen Kontrast von mindestens 4,5 zu 1, Bedienelemente von 3 zu 1. Keine Information hängt allein an einer Farbe.',
    en: 'Text has a contrast of at least 4.5 to 1, controls of 3 to 1. No information depends on colour alone.',
  },
  {
    criteria: ['2.2.2', '2.3.1'],
    de: 'Nichts blinkt, und nichts bewegt sich von selbst, solange man nicht auf eine Antwort wartet oder in den zehn Sekunden nach einer Entscheidung, in denen man sie zurücknehmen kann. Wer weniger Bewegung eingestellt hat, sieht keine Animationen.',
    en: 'Nothing flashes, and nothing moves by itself, except while an answer is awaited or in the ten seconds after a decision in which it can be taken back. People who have asked for less motion see no animations.',
  },
  {
    criteria: ['3.3.8'],
    de: 'Die Sicherheitsprüfung ist eine Rechenaufgabe, die das Gerät selbst löst. Niemand muss ein Bild erkennen oder etwas abtippen.',
    en: 'The security check is a calculation that the device does by itself. Nobody has to recognise a picture or copy letters.',
  },
]

/** What is not met, and limits beyond the criteria. */
export const barriers: Sentence[] = [
  {
    criteria: ['2.2.1'],
    de: 'Wer für eine Agentur oder als Verkaufspartner angemeldet ist, wird nach 30 Minuten ohne Nutzung und spätestens nach 12 Stunden abgemeldet, ohne dass vorher gewarnt wird. Das schützt die Daten anderer.',
    en: 'Whoever is logged in for an agency or as a sales partner is logged out after 30 minutes without use, and after 12 hours at the latest, without a warning. This protects the data of others.',
  },
  {
    criteria: [],
    de: 'Seiten, die ein Link aus einer E-Mail öffnet, schließen sich nach zwei Stunden ohne Nutzung und spätestens nach einem Tag. Derselbe Link öffnet sie wieder; eine IBAN ist dann neu einzugeben. Codes aus E-Mails gelten 15 Minuten, die Abfrage eines Passkeys 5 Minuten; beides lässt sich neu beginnen.',
    en: 'Pages that a link in an e-mail opens close after two hours without use, and after a day at the latest. The same link opens them again; an IBAN then has to be entered anew. Codes from e-mails are valid for 15 minutes, and a request for a passkey for 5; both can be started again.',
  },
  {
    criteria: [],
    de: 'Rechnungen und Gutschriften als PDF haben Überschriften und Tabellenköpfe für Hilfsmittel, Übersichten der Einnahmen nur Überschriften. Nach der Norm für barrierefreie PDF (PDF/UA) sind sie nicht geprüft.',
    en: 'Invoices and credit notes as PDF have headings and table heads for assistive technology, overviews of earnings headings alone. They have not been checked against the standard for accessible PDF (PDF/UA).',
  },
]

const standing: Localised = {
  de: `Das Empfehlungsprogramm ist mit den genannten Anforderungen weitgehend vereinbar. Von den ${criteria.all} Kriterien der Stufen A und AA sind ${criteria.met} erfüllt, ${criteria.notApplicable} betreffen nichts, was es hier gibt, und ${criteria.otherwise} ist nicht erfüllt. Nicht oder nur teilweise barrierefrei sind:`,
  en: `The referral programme largely complies with these requirements. Of the ${criteria.all} criteria of levels A and AA, ${criteria.met} are met, ${criteria.notApplicable} are about nothing that exists here, and ${criteria.otherwise} is not met. Not or only partly accessible are:`,
}

const checks: Localised = {
  de: 'Grundlage ist eine Selbstbewertung: automatische Prüfungen der Seiten auf Deutsch und Englisch in mehreren Bildschirmbreiten, die mit jeder Änderung wiederholt werden, und Prüfungen von Hand mit der Tastatur, mit vergrößertem Text und mit erzwungenen Farben. Wichtige Wege wurden mit dem Screenreader Orca in Firefox vorgelesen; mit NVDA, JAWS, VoiceOver und TalkBack wurde noch nicht geprüft.',
  en: 'This statement rests on a self-assessment: automatic checks of the pages in German and English at several screen widths, repeated with every change, and checks by hand with the keyboard, with enlarged text and with forced colours. The main ways were read aloud by the screen reader Orca in Firefox; NVDA, JAWS, VoiceOver and TalkBack have not been used yet.',
}

const office =
  'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)'
const officeLines = (name: string) =>
  `${name}\nCarl-Miller-Straße 6, 39112 Magdeburg\nMLBF@ms.sachsen-anhalt.de`

/** The sentences as a list in plain markup. */
const listed = (sentences: Sentence[], locale: Locale) =>
  sentences.map((sentence) => `- ${sentence[locale]}`).join('\n')

const reviewDay: Localised = {
  de: '29. November 2026',
  en: '29 November 2026',
}

/** The statement's parts by the names that content fills in, as plain markup (domain/content-variables.ts). */
export const accessibilityVariables = (locale: Locale): Record<string, string> => ({
  'barrierefreiheit.erfuellt': listed(metParts, locale),
  'barrierefreiheit.stand': standing[locale],
  'barrierefreiheit.grenzen': listed(barriers, locale),
  'barrierefreiheit.pruefung': checks[locale],
  'barrierefreiheit.behoerde': officeLines(locale === 'de' ? office : `[de: ${office}]`),
  'barrierefreiheit.geprueft': reviewDay[locale],
})

/** The statement of a tenant that has written none. */
export const plainStatement: Localised = {
  de: `{{mandant.firma}} möchte, dass alle Menschen das Empfehlungsprogramm von {{mandant.name}} nutzen können. Diese Erklärung gilt für alle Seiten dieses Empfehlungsprogramms und für die E-Mails, die es verschickt. Sie enthält die Informationen nach § 14 Barrierefreiheitsstärkungsgesetz (BFSG) und dessen Anlage 3.

## Wonach wir uns richten

- Barrierefreiheitsstärkungsgesetz (BFSG) und Verordnung zum BFSG (BFSGV)
- Europäische Norm EN 301 549 V3.2.1
- Richtlinien für barrierefreie Webinhalte (WCAG) 2.2, Konformitätsstufen A und AA

## So erfüllen wir die Anforderungen

{{barrierefreiheit.erfuellt}}

## Stand der Vereinbarkeit

{{barrierefreiheit.stand}}

{{barrierefreiheit.grenzen}}

## Wie wir geprüft haben

{{barrierefreiheit.pruefung}}

## Barriere melden

Wer auf eine Barriere stößt oder eine Information in einer anderen Form benötigt, erreicht uns hier. Es hilft, wenn die Nachricht die Seite nennt.

- E-Mail: {{kontakt.email}}
- Telefon: {{kontakt.telefon}}
- Post: {{mandant.firma}}, {{kontakt.strasse}}, {{kontakt.plz}} {{kontakt.ort}}

## Zuständige Marktüberwachungsbehörde

Hilft unsere Antwort nicht weiter, nimmt die Marktüberwachung Anträge nach § 32 BFSG entgegen:

{{barrierefreiheit.behoerde}}

Diese Erklärung wurde zuletzt am {{barrierefreiheit.geprueft}} überprüft.`,
  en: `{{mandant.firma}} wants everybody to be able to use the {{mandant.name}} referral programme. This statement covers all pages of this referral programme and the e-mails it sends. It contains the information required by section 14 of the German Accessibility Strengthening Act ([de: Barrierefreiheitsstärkungsgesetz], BFSG) and its Annex 3.

## What we follow

- German Accessibility Strengthening Act (BFSG) and its ordinance (BFSGV), which implement Directive (EU) 2019/882
- European standard EN 301 549 V3.2.1
- Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA

## How we meet the requirements

{{barrierefreiheit.erfuellt}}

## Compliance status

{{barrierefreiheit.stand}}

{{barrierefreiheit.grenzen}}

## How we checked

{{barrierefreiheit.pruefung}}

## Report a barrier

Whoever comes across a barrier, or needs information in another form, reaches us here. It helps to name the page.

- E-mail: {{kontakt.email}}
- Phone: {{kontakt.telefon}}
- Post: {{mandant.firma}}, {{kontakt.strasse}}, {{kontakt.plz}} {{kontakt.ort}}, Germany

## Market surveillance authority

If our answer does not help, the market surveillance authority of the German federal states receives applications under section 32 BFSG:

{{barrierefreiheit.behoerde}}

This statement was last reviewed on {{barrierefreiheit.geprueft}}.`,
}
