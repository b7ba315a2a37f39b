import type { DemoContent } from './demo-tenant.ts'

const note = (
  identifier: string,
  group: 'festnetz' | 'mobilfunk' | 'bonus',
  title: [de: string, en: string],
  content: [de: string, en: string],
): DemoContent['footnote'][number] => ({
  id: identifier,
  identifier,
  group,
  title: { de: title[0], en: title[1] },
  content: {
    de: `<p>${content[0]}</p>`,
    en: `<p>${content[1]}</p>`,
  },
})

/** Footnotes of prices, referred to by identifier. */
export const telkoFootnotes: DemoContent['footnote'] = [
  note(
    'laufzeit',
    'festnetz',
    ['Laufzeit und Kündigung', 'Term and notice'],
    [
      'Mindestlaufzeit 24 Monate, kündbar mit einer Frist von einem Monat zu ihrem Ende. Danach läuft der Vertrag weiter und ist jederzeit mit einer Frist von einem Monat kündbar (§ 56 TKG).',
      'Minimum term 24 months, with one month’s notice to its end. After that the contract goes on and can be ended at any time with one month’s notice (section 56 of the German Telecommunications Act).',
    ],
  ),
  note(
    'aktionspreis',
    'festnetz',
    ['Aktionspreis', 'Promotion price'],
    [
      'Der Aktionspreis gilt in den ersten sechs Monaten für Neukundinnen und Neukunden, die in den letzten drei Monaten keinen Anschluss bei uns hatten. Ab dem siebten Monat gilt der genannte Monatspreis.',
      'The promotion price applies in the first six months to new customers who have had no connection with us in the last three months. From the seventh month the monthly price stated applies.',
    ],
  ),
  note(
    'bereitstellung',
    'festnetz',
    ['Bereitstellung', 'Connection fee'],
    [
      'Für die Bereitstellung berechnen wir einmalig 69,95 €, sofern beim Angebot nichts anderes steht. Kommt ein Techniker ins Haus, ist das darin enthalten.',
      'We charge €69.95 once for connecting the line unless the offer says otherwise. A technician’s visit is included.',
    ],
  ),
  note(
    'bandbreite',
    'festnetz',
    ['Geschwindigkeit', 'Speed'],
    [
      'Genannt ist die höchste Geschwindigkeit im Download. Welche minimal, normalerweise und maximal zur Verfügung steht, nennt die Vertragszusammenfassung vor der Bestellung. Bei Abweichungen hilft die Messung unter <a href="https://breitbandmessung.de">breitbandmessung.de</a> der Bundesnetzagentur.',
      'Stated is the highest download speed. The contract summary names the minimum, the normally available and the maximum speed before anything is ordered. If it falls short, the measurement of the Federal Network Agency at <a href="https://breitbandmessung.de">breitbandmessung.de</a> helps.',
    ],
  ),
  note(
    'router',
    'festnetz',
    ['Router', 'Router'],
    [
      'Jeder Anschluss läuft auch mit einem eigenen Router (freie Wahl des Endgeräts, § 73 TKG). Unser Mietgerät kostet 5,95 € im Monat und wird bei Vertragsende zurückgegeben.',
      'Every connection also works with a router of one’s own (free choice of terminal equipment, section 73 of the German Telecommunications Act). Renting ours costs €5.95 a month; it is returned when the contract ends.',
    ],
  ),
  note(
    'young',
    'festnetz',
    ['Young-Vorteil', 'Young benefit'],
    [
      'Der Young-Preis gilt für Personen, die bei der Bestellung jünger als 28 Jahre sind, höchstens einmal je Person und bis zum Ende der Mindestlaufzeit.',
      'The Young price applies to people who are under 28 when they order, once per person at the most and until the end of the minimum term.',
    ],
  ),
  note(
    'hybrid',
    'festnetz',
    ['Hybrid-Empfang', 'Hybrid reception'],
    [
      'Der Mobilfunkteil ist an die Adresse des Anschlusses gebunden und hängt vom Empfang dort ab. Er wird zugeschaltet, wenn die Leitung ausgelastet ist.',
      'The mobile part is bound to the address of the connection and depends on the reception there. It is added when the line is used to the full.',
    ],
  ),
  note(
    'glasfaser-ausbau',
    'festnetz',
    ['Ausbau', 'Availability of fibre'],
    [
      'Nur in Ausbaugebieten und mit Zustimmung der Eigentümerin oder des Eigentümers. Der Hausanschluss ist während der Ausbauphase kostenlos, später kostet er einmalig 799,95 €.',
      'In areas where fibre is laid and with the owner’s consent. The house connection is free while the street is being built; later it costs €799.95 once.',
    ],
  ),
  note(
    'tv-voraussetzung',
    'festnetz',
    ['Voraussetzung für Fernsehen', 'What TV needs'],
    [
      'Fernsehen setzt einen Internetanschluss mit mindestens 16 Mbit/s voraus. HD-Aufnahmen sind bis zu 50 Stunden enthalten; einige Sender untersagen Aufnahme oder Vorspulen.',
      'TV needs an internet connection of at least 16 Mbit/s. Up to 50 hours of HD recordings are included; some channels do not allow recording or skipping.',
    ],
  ),
  note(
    'sport-rechte',
    'festnetz',
    ['Sportrechte', 'Sports rights'],
    [
      'Monatlich kündbar. Die Wettbewerbe richten sich nach den Rechten der laufenden Saison; fällt einer weg, kannst du das Paket sofort kündigen.',
      'Can be cancelled monthly. The competitions depend on the rights of the season; if one is dropped, the package can be cancelled at once.',
    ],
  ),
  note(
    'mobil-laufzeit',
    'mobilfunk',
    ['Laufzeit im Mobilfunk', 'Mobile term'],
    [
      'Mindestlaufzeit 24 Monate, danach jederzeit mit einer Frist von einem Monat kündbar. Anschlusspreis einmalig 39,95 €, bei Online-Bestellung über deinen Link entfällt er.',
      'Minimum term 24 months, after that one month’s notice at any time. Connection fee €39.95 once; it is waived for orders through your link.',
    ],
  ),
  note(
    'datenvolumen',
    'mobilfunk',
    ['Datenvolumen', 'Data volume'],
    [
      'Ist das Volumen verbraucht, geht es bis zum Monatsende mit höchstens 64 kbit/s im Download und 16 kbit/s im Upload weiter. Im EU-Ausland gilt dasselbe Volumen im Rahmen der Fair-Use-Regel.',
      'Once the volume is used up, it goes on with at most 64 kbit/s down and 16 kbit/s up until the end of the month. In other EU countries the same volume applies within the fair use policy.',
    ],
  ),
  note(
    'netzabdeckung',
    'mobilfunk',
    ['5G und Netzabdeckung', '5G and coverage'],
    [
      '5G gibt es mit passendem Gerät in ausgebauten Gebieten, sonst LTE. Genannt ist die höchste Geschwindigkeit; was ankommt, hängt von Ort, Gerät und Auslastung ab.',
      '5G works with a suitable device where it has been built, else LTE. Stated is the highest speed; what arrives depends on place, device and load.',
    ],
  ),
  note(
    'geraeterate',
    'mobilfunk',
    ['Gerät in Raten', 'Device in instalments'],
    [
      'Der Gerätepreis wird in 24 gleichen Raten ohne Zinsen bezahlt (effektiver Jahreszins 0,00 %), dazu die genannte Anzahlung. Das Gerät gehört mit der letzten Rate dir.',
      'The price of the device is paid in 24 equal instalments without interest (effective annual rate 0.00%), plus the down payment stated. With the last instalment it is yours.',
    ],
  ),
  note(
    'mobil-aktion',
    'mobilfunk',
    ['Aktion Mobilfunk', 'Mobile promotion'],
    [
      'Aktionspreis in den ersten zwölf Monaten für Neuverträge, danach der genannte Monatspreis. Nicht mit anderen Aktionen kombinierbar.',
      'Promotion price in the first twelve months for new contracts, then the monthly price stated. Cannot be combined with other promotions.',
    ],
  ),
  note(
    'netto',
    'festnetz',
    ['Preise für Geschäftskunden', 'Business prices'],
    [
      'Angebote für Unternehmen im Sinne des § 14 BGB. Alle Preise verstehen sich einschließlich der gesetzlichen Umsatzsteuer.',
      'Offers for businesses as defined in section 14 of the German Civil Code. All prices include VAT.',
    ],
  ),
  note(
    'bonus',
    'bonus',
    ['Bonus', 'Reward'],
    [
      'Den Bonus gibt es, wenn dein Kontakt innerhalb von {{empfehlung.tage}} Tagen annimmt, der Vertrag bestätigt und seit Vertragsdatum {{auftrag.tage}} Tage nicht widerrufen ist. Teilt ihr ihn, bekommt jeder die Hälfte.',
      'The reward is paid if your contact accepts within {{empfehlung.tage}} days, the contract is confirmed and has not been cancelled for {{auftrag.tage}} days after its date. If you share it, each of you gets half.',
    ],
  ),
]
