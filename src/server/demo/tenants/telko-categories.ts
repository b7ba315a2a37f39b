import type { DemoContent } from './demo-tenant.ts'

/** Category pages with their teasers. */
export const telkoCategories: DemoContent['category'] = [
  {
    id: 'internet',
    title: { de: 'Internet und Telefon', en: 'Internet and phone' },
    description: {
      de: 'Festnetzanschlüsse von 16 bis 250 Mbit/s, mit Telefon-Flat ins deutsche Festnetz.',
      en: 'Landline connections from 16 to 250 Mbit/s, with a flat rate to German landlines.',
    },
    intro: {
      de: 'Wie schnell muss es sein? Für Mails, Musik und einen Stream reichen 50 Mbit/s, für die ganze WG nimm 100 oder mehr. Welche Geschwindigkeit an der Adresse deines Kontakts ankommt, prüfen wir vor der Bestellung.',
      en: 'How fast does it have to be? 50 Mbit/s will do for e-mail, music and one stream; for a shared flat take 100 or more. We check which speed reaches your contact’s address before anything is ordered.',
    },
    icon: 'router',
  },
  {
    id: 'hybrid',
    title: { de: 'Hybrid', en: 'Hybrid' },
    description: {
      de: 'DSL und Mobilfunk in einem Router: schnell, wo die Leitung allein zu langsam ist.',
      en: 'DSL and mobile in one router: fast where the line alone is too slow.',
    },
    intro: {
      de: 'Auf dem Land kommt über die Leitung oft nur wenig an. Der Hybrid-Router nimmt dann den Mobilfunk dazu und verteilt beides von allein. Dafür muss am Wohnort Empfang da sein; auch das prüfen wir vorher.',
      en: 'In the countryside the line alone often brings little. The hybrid router then adds mobile reception and shares out both by itself. There has to be reception at home for that; we check this beforehand, too.',
    },
    icon: 'combine',
  },
  {
    id: 'young',
    title: { de: 'Young', en: 'Young' },
    description: {
      de: 'Dieselben Anschlüsse zum kleineren Preis, für alle unter 28 Jahren.',
      en: 'The same connections at a smaller price, for everyone under 28.',
    },
    intro: {
      de: 'Unter 28, in der Ausbildung, im Studium oder im Freiwilligendienst? Dann zahlt dein Kontakt weniger für denselben Anschluss. Ein Ausweis genügt; wer während der Laufzeit 28 wird, behält den Preis bis zu ihrem Ende.',
      en: 'Under 28, in training, studying or in voluntary service? Then your contact pays less for the same connection. An identity card is enough; whoever turns 28 meanwhile keeps the price until the minimum term ends.',
    },
    icon: 'sparkles',
  },
  {
    id: 'glasfaser',
    title: { de: 'Glasfaser', en: 'Fibre' },
    description: {
      de: 'Licht bis in die Wohnung, mit bis zu 1.000 Mbit/s, ohne Schwankungen am Abend.',
      en: 'Fibre all the way to your home: up to 1,000 Mbit/s, just as fast in the evening.',
    },
    intro: {
      de: 'Glasfaser geht dort, wo gebaut ist oder gerade gebaut wird. Ist die Straße noch nicht dran, merken wir den Auftrag vor und melden uns mit dem Termin. Für einen vorgemerkten Anschluss gibt es deinen Bonus, sobald er geschaltet ist.',
      en: 'Fibre is there where it has been laid or is being laid now. If the street’s turn has not come yet, we put the order on the list and get in touch with a date. For a connection on the list you get your reward as soon as it works.',
    },
    icon: 'cable',
  },
  {
    id: 'tv',
    title: { de: 'Fernsehen', en: 'TV' },
    description: {
      de: 'Über 100 Sender in HD, Aufnahmen und Mediatheken, auf dem Fernseher und unterwegs.',
      en: 'More than 100 channels in HD, recordings and media libraries, on the TV and on the move.',
    },
    intro: {
      de: 'Fernsehen kommt über den Internetanschluss, eine Schüssel oder ein Kabel braucht es nicht. Aufnahmen liegen im Netz, und bis zu drei Geräte schauen gleichzeitig.',
      en: 'TV comes over the internet connection; no dish and no cable is needed. Recordings are kept in the network, and up to three devices can watch at once.',
    },
    icon: 'tv',
  },
  {
    id: 'sport-tv',
    title: { de: 'Sport-TV', en: 'Sports TV' },
    description: {
      de: 'Fußball, Handball, Motorsport und mehr: live, in Konferenz und auf Abruf.',
      en: 'Football, handball, motor sports and more: live, in multi-match coverage and on demand.',
    },
    intro: {
      de: 'Sport-TV gibt es zu jedem unserer Fernsehpakete dazu, monatlich kündbar. Welche Wettbewerbe laufen, steht bei jedem Paket; Rechte können sich mit der Saison ändern.',
      en: 'Sports TV can be added to each of our TV packages and cancelled monthly. Each package says which competitions are in it; rights may change with the season.',
    },
    icon: 'trophy',
  },
  {
    id: 'mobilfunk',
    title: { de: 'Handytarife', en: 'Mobile tariffs' },
    description: {
      de: 'Allnet-Flat mit 5 GB bis unbegrenzt, ohne Gerät: Die eigene Nummer bleibt.',
      en: 'Flat rate to all networks with 5 GB to unlimited data, without a device: your number stays.',
    },
    intro: {
      de: 'Karte rein, fertig: als eSIM in ein paar Minuten oder als SIM-Karte per Post. Die alte Rufnummer kommt auf Wunsch mit, auch wenn der bisherige Vertrag noch läuft.',
      en: 'Put the card in, done: as an eSIM within minutes or as a SIM card by post. The old number comes along on request, even while the present contract is still running.',
    },
    icon: 'card-sim',
  },
  {
    id: 'handys',
    title: { de: 'Handys mit Tarif', en: 'Phones with a tariff' },
    description: {
      de: 'Smartphones und Tablets mit passendem Tarif, das Gerät in 24 Raten.',
      en: 'Smartphones and tablets with a tariff that fits, the device in 24 instalments.',
    },
    intro: {
      de: 'Such dir erst das Gerät oder erst den Tarif aus: Wir zeigen, was beides zusammen im Monat kostet und was einmal dazukommt. Vergleiche bis zu drei Angebote nebeneinander.',
      en: 'Choose the device first or the tariff first: we show what both cost together per month and what comes on top once. Compare up to three offers side by side.',
    },
    icon: 'smartphone',
  },
  {
    id: 'geschaeftskunden',
    title: { de: 'Geschäftskunden', en: 'Business' },
    description: {
      de: 'Anschlüsse und Tarife für Selbstständige und Betriebe, mit fester IP und schneller Hilfe.',
      en: 'Connections and tariffs for the self-employed and for companies, with a fixed IP and quick help.',
    },
    intro: {
      de: 'Für Kanzlei, Werkstatt oder Büro: Entstörung innerhalb von acht Stunden, feste IP-Adresse auf Wunsch und eine Rechnung mit ausgewiesener Umsatzsteuer. Empfehlen kannst du sie auch Betrieben, wie jedem anderen Kontakt, als Privatperson.',
      en: 'For practices, workshops and offices: faults are mended within eight hours, a fixed IP address on request, and an invoice that shows VAT. You can recommend to companies as to any other contact, as a private person.',
    },
    icon: 'briefcase-business',
  },
]

const teaser = (
  id: string,
  cents: number,
  upTo: boolean,
  de: string,
  en: string,
): DemoContent['teaser'][number] => ({
  id,
  category: id === 'standard' ? null : id,
  text: { de, en },
  cents,
  upTo,
})

// The amount is filled in and never exceeds what is paid (server/catalogue).
export const telkoTeasers: DemoContent['teaser'] = [
  teaser('standard', 2500, true, 'Bonus für deine Empfehlung', 'Reward for your recommendation'),
  teaser(
    'internet',
    5000,
    false,
    'Bonus für jeden neuen Anschluss',
    'Reward for each new connection',
  ),
  teaser(
    'hybrid',
    7000,
    false,
    'Bonus für jeden Hybrid-Anschluss',
    'Reward for each hybrid connection',
  ),
  teaser('young', 5000, false, 'Bonus für jeden Young-Tarif', 'Reward for each Young tariff'),
  teaser(
    'glasfaser',
    11000,
    true,
    'Bonus für einen Glasfaseranschluss',
    'Reward for a fibre connection',
  ),
  teaser('tv', 5000, false, 'Bonus für jedes Fernsehpaket', 'Reward for each TV package'),
  teaser(
    'sport-tv',
    5000,
    false,
    'Bonus für jedes Paket mit Sport',
    'Reward for each package with sports',
  ),
  teaser('mobilfunk', 7000, false, 'Bonus für jeden Handytarif', 'Reward for each mobile tariff'),
  teaser('handys', 9000, true, 'Bonus für ein Handy mit Tarif', 'Reward for a phone with a tariff'),
  teaser(
    'geschaeftskunden',
    11000,
    true,
    'Bonus für einen Geschäftsanschluss',
    'Reward for a business connection',
  ),
]
