import type { Localised } from '../../../domain/tenant.ts'

type Provider = {
  name: string
  legalName: string
  place: string // street, zip and city
  email: string
  phone: string
  address: 'du' | 'Sie'
  about: Localised // what people do here, one sentence
  limits: { de: string[]; en: string[] } // known limitations, with alternatives
}

const markup = (lines: string[]) => lines.join('\n')
const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')

/** The accessibility statement required by § 14 BFSG with Annex 3, in plain markup. */
export function declareAccessibility(provider: Provider): Localised {
  return { de: german(provider), en: english(provider) }
}

function german(provider: Provider): string {
  const { name, legalName, place, email, phone, about, limits } = provider
  const du = provider.address === 'du'
  return markup([
    `Die ${legalName} möchte, dass alle Menschen das Empfehlungsprogramm von ${name} nutzen können. Diese Erklärung gilt für alle Seiten dieses Empfehlungsprogramms und für die E-Mails, die es verschickt. Sie enthält die Informationen nach § 14 Barrierefreiheitsstärkungsgesetz (BFSG) und dessen Anlage 3.`,
    '',
    '## Die Dienstleistung',
    '',
    about.de,
    '',
    '## Wonach wir uns richten',
    '',
    list([
      'Barrierefreiheitsstärkungsgesetz (BFSG) und Verordnung zum BFSG (BFSGV)',
      'Europäische Norm EN 301 549 V3.2.1',
      'Richtlinien für barrierefreie Webinhalte (WCAG) 2.2, Konformitätsstufen A und AA',
    ]),
    '',
    '## So erfüllen wir die Anforderungen',
    '',
    list([
      'Alle Seiten lassen sich mit der Tastatur allein bedienen. Der Fokus ist immer sichtbar, ein Sprunglink führt direkt zum Inhalt.',
      'Überschriften, Listen, Tabellen und Formulare sind so ausgezeichnet, dass Screenreader sie vorlesen können. Statusmeldungen werden angesagt.',
      'Beschriftungen stehen immer sichtbar über dem Feld. Fehler werden in Worten beschrieben, am Feld und in einer Zusammenfassung am Anfang des Formulars. Eingaben gehen dabei nicht verloren.',
      'Texte lassen sich auf 200 Prozent vergrößern, die Seiten passen sich bis 320 Pixel Breite an. Schaltflächen sind mindestens 44 mal 44 Pixel groß.',
      'Farben haben einen Kontrast von mindestens 4,5 zu 1 für Text. Keine Information hängt allein an einer Farbe.',
      'Die Sicherheitsprüfung ist eine Rechenaufgabe, die das Gerät selbst löst. Niemand muss ein Bild erkennen oder etwas abtippen.',
      'Die Seiten funktionieren auch ohne JavaScript. Wer weniger Bewegung eingestellt hat, sieht keine Animationen.',
    ]),
    '',
    '## Stand der Vereinbarkeit',
    '',
    'Das Empfehlungsprogramm ist mit den genannten Anforderungen weitgehend vereinbar. Nicht oder nur teilweise barrierefrei sind:',
    '',
    list(limits.de),
    '',
    '## Wie wir geprüft haben',
    '',
    'Grundlage ist eine Selbstbewertung: automatische Prüfungen aller Seiten auf Deutsch und Englisch in mehreren Bildschirmbreiten, dazu Prüfungen von Hand mit der Tastatur, mit vergrößertem Text und mit abgeschaltetem JavaScript. Wir wiederholen sie bei jeder Änderung der Seiten.',
    '',
    '## Barriere melden',
    '',
    du
      ? `Du bist auf eine Barriere gestoßen oder brauchst eine Information in einer anderen Form? Sag uns bitte, auf welcher Seite das war. Wir antworten innerhalb von zwei Wochen.`
      : `Sie sind auf eine Barriere gestoßen oder benötigen eine Information in einer anderen Form? Bitte nennen Sie uns die Seite, auf der das geschehen ist. Wir antworten innerhalb von zwei Wochen.`,
    '',
    list([`E-Mail: ${email}`, `Telefon: ${phone}`, `Post: ${legalName}, ${place}`]),
    '',
    '## Zuständige Marktüberwachungsbehörde',
    '',
    du
      ? 'Hilft dir unsere Antwort nicht weiter, kannst du dich an die Marktüberwachung wenden. Sie überwacht, ob Dienstleistungen das BFSG einhalten, und nimmt Anträge nach § 32 BFSG entgegen:'
      : 'Hilft Ihnen unsere Antwort nicht weiter, können Sie sich an die Marktüberwachung wenden. Sie überwacht, ob Dienstleistungen das BFSG einhalten, und nimmt Anträge nach § 32 BFSG entgegen:',
    '',
    ...authority,
    '',
    'Diese Erklärung wurde im November 2026 erstellt und zuletzt im November 2026 überprüft.',
  ])
}

const authority = [
  'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)',
  'Carl-Miller-Straße 6, 39112 Magdeburg',
  'MLBF@ms.sachsen-anhalt.de',
]

function english(provider: Provider): string {
  const { name, legalName, place, email, phone, about, limits } = provider
  return markup([
    `${legalName} wants everybody to be able to use the ${name} referral programme. This declaration covers all pages of this referral programme and the e-mails it sends. It contains the information required by section 14 of the German Accessibility Strengthening Act (Barrierefreiheitsstärkungsgesetz, BFSG) and its Annex 3.`,
    '',
    '## The service',
    '',
    about.en,
    '',
    '## What we follow',
    '',
    list([
      'German Accessibility Strengthening Act (BFSG) and its ordinance (BFSGV), which implement Directive (EU) 2019/882',
      'European standard EN 301 549 V3.2.1',
      'Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA',
    ]),
    '',
    '## How we meet the requirements',
    '',
    list([
      'All pages can be used with the keyboard alone. The focus is always visible, and a skip link leads straight to the content.',
      'Headings, lists, tables and forms are marked up so that screen readers can read them. Status messages are announced.',
      'Labels are always visible above the field. Errors are described in words, at the field and in a summary at the top of the form. Nothing that was typed is lost.',
      'Text can be enlarged to 200 per cent, and the pages adapt down to a width of 320 pixels. Buttons are at least 44 by 44 pixels.',
      'Text has a colour contrast of at least 4.5 to 1. No information depends on colour alone.',
      'The security check is a calculation that the device does by itself. Nobody has to recognise a picture or copy letters.',
      'The pages also work without JavaScript. People who have asked for less motion see no animations.',
    ]),
    '',
    '## Compliance status',
    '',
    'The referral programme largely complies with these requirements. Not or only partly accessible are:',
    '',
    list(limits.en),
    '',
    '## How we checked',
    '',
    'This declaration rests on a self-assessment: automatic checks of all pages in German and English at several screen widths, and checks by hand with the keyboard, with enlarged text and with JavaScript switched off. We repeat them with every change to the pages.',
    '',
    '## Report a barrier',
    '',
    'Have you come across a barrier, or do you need information in another form? Please tell us which page it was on. We answer within two weeks.',
    '',
    list([`E-mail: ${email}`, `Phone: ${phone}`, `Post: ${legalName}, ${place}, Germany`]),
    '',
    '## Market surveillance authority',
    '',
    'If our answer does not help, you can turn to the market surveillance authority of the German federal states. It supervises whether services comply with the BFSG and receives applications under section 32 BFSG:',
    '',
    ...authority,
    '',
    'This declaration was drawn up in November 2026 and last reviewed in November 2026.',
  ])
}
