import type { Locale, Localised } from './tenant.ts'

// Settings that only the tenant file has, by what they belong to and their part of it.

const word = (de: string, en: string): Localised => ({ de, en })

/** The longest that fits counts. */
const groups: Record<string, Localised> = {
  'content.faq': word('Häufige Fragen', 'Frequent questions'),
  'content.accessibility': word('Barrierefreiheit', 'Accessibility'),
  'content.agency.info': word('Hinweise für Agenturen', 'Information for agencies'),
  'content.agency.privacy': word('Datenschutz für Agenturen', 'Privacy for agencies'),
  'content.agency.rules': word('Regeln für Agenturen', 'Rules for agencies'),
  content: word('Texte der Seiten', 'Texts of pages'),
  contentService: word('Inhaltsdienst', 'Content service'),
  contentApp: word('Inhaltsdienst', 'Content service'),
  home: word('Startseite', 'Homepage'),
  theme: word('Aussehen', 'Look'),
  voucherProvider: word('Anbieter von Gutscheinen', 'Provider of vouchers'),
  invoiceReminders: word('Erinnern an Rechnungen', 'Reminders of invoices'),
  agencyBilling: word('Abrechnung der Agenturen', 'Agency billing'),
  salesPartners: word('Abrechnung der Verkaufspartner', 'Sales partners’ billing'),
  sso: word('Gemeinsame Anmeldung', 'Single sign-on'),
  bonus: word('Stufen der Beträge', 'Stages of amounts'),
  blockedEmails: word('Gesperrte Adressen', 'Blocked addresses'),
  excludedProducts: word('Ausgenommene Produkte', 'Excluded products'),
  productApi: word('Produktfeed', 'Product feed'),
  products: word('Produkt', 'Product'),
  rewardOptions: word('Auszahlung oder Gutschein', 'Payout or voucher'),
  campaigns: word('Aktion', 'Campaign'),
  routes: word('Weg der Seite', 'Path of the page'),
  additionalRoutes: word('Weitere Wege', 'More paths'),
  entryPage: word('Erste Seite', 'First page'),
  locales: word('Sprachen', 'Languages'),
  cookieCategories: word('Arten von Cookies', 'Kinds of cookies'),
  trackings: word('Messungen', 'Trackings'),
  matomo: word('Matomo', 'Matomo'),
  captcha: word('Captcha', 'Captcha'),
  agencyNumberPattern: word('Form der Agenturnummer', 'Pattern of agency numbers'),
  customerNumberCheck: word('Prüfung der Kundennummer', 'Check of customer numbers'),
  accountsBlockedOn: word('Alle Konten gesperrt seit', 'All accounts blocked since'),
  'flags.EmailWhitelist': word('Erlaubte Adressen', 'Allowed addresses'),
  flags: word('Schalter', 'Switch'),
}

const parts: Record<string, Localised> = {
  question: word('Frage', 'question'),
  answer: word('Antwort', 'answer'),
  group: word('Rubrik', 'section'),
  title: word('Titel', 'title'),
  text: word('Text', 'text'),
  description: word('Beschreibung', 'description'),
  inSentence: word('im Satz', 'in a sentence'),
  category: word('Kategorie', 'category'),
  externalId: word('Nummer beim Anbieter', 'provider’s number'),
  picture: word('Bild', 'picture'),
  previewPicture: word('Bild geteilter Links', 'picture of shared links'),
  active: word('auf den Seiten', 'on the pages'),
  featured: word('auf der Startseite', 'on the homepage'),
  position: word('Platz', 'place'),
  kind: word('Art', 'kind'),
  startsOn: word('Beginn', 'start'),
  endsOn: word('Ende', 'end'),
  displayEndsOn: word('gezeigt bis', 'shown until'),
  voucher: word('Gutschein', 'voucher'),
  redeem: word('Einlösen', 'redeeming'),
  validity: word('Gültigkeit', 'validity'),
  terms: word('Bedingungen', 'terms'),
  shopUrl: word('Adresse des Shops', 'address of the shop'),
  consent: word('Einwilligung', 'consent'),
  legalText: word('Rechtstext', 'legal text'),
  version: word('Fassung', 'version'),
  agreement: word('Vereinbarung', 'agreement'),
  seller: word('Rechnungssteller', 'seller'),
  buyer: word('Empfänger der Rechnung', 'buyer'),
  name: word('Name', 'name'),
  email: word('E-Mail-Adresse', 'e-mail address'),
  iban: word('IBAN', 'IBAN'),
  bic: word('BIC', 'BIC'),
  address: word('Anschrift', 'address'),
  street: word('Straße', 'street'),
  zip: word('Postleitzahl', 'postcode'),
  city: word('Ort', 'city'),
  registerEntry: word('Registereintrag', 'register entry'),
  taxNumber: word('Steuernummer', 'tax number'),
  vatId: word('Umsatzsteuer-Nummer', 'VAT number'),
  vatPercent: word('Umsatzsteuer (%)', 'VAT (%)'),
  dueDays: word('Zahlungsziel (Tage)', 'payable within (days)'),
  feeCents: word('Gebühr (Cent)', 'fee (cents)'),
  stages: word('Stufe', 'stage'),
  from: word('ab', 'from'),
  cents: word('Betrag (Cent)', 'amount (cents)'),
  fixedCents: word('fester Betrag (Cent)', 'fixed amount (cents)'),
  periodMonths: word('Zeitraum (Monate)', 'period (months)'),
  single: word('einzelne', 'single ones'),
  wildcard: word('nach Muster', 'by pattern'),
  route: word('Adresse', 'address'),
  type: word('Art', 'kind'),
  issuer: word('Anbieter', 'issuer'),
  clientId: word('Kennung', 'client id'),
  scopes: word('Umfang', 'scopes'),
  claim: word('Angabe', 'claim'),
  create: word('legt Zugänge an', 'creates access'),
  agency: word('Agentur', 'agency'),
  employee: word('Mitarbeiternummer', 'employee number'),
  look: word('Stil', 'style'),
  fontBody: word('Schrift', 'font'),
  fontHeading: word('Schrift der Überschriften', 'font of headings'),
  id: word('Kennung', 'id'),
  url: word('Adresse', 'address'),
  goals: word('Ziele', 'goals'),
}

/** Null: it belongs to nothing that has a word. */
export function settingPartWord(path: string, locale: Locale): string | null {
  const names = path.split('.')
  for (let length = names.length; length > 0; length -= 1) {
    const group = groups[names.slice(0, length).join('.')]
    if (!group) continue
    const rest = names.slice(length).map((name) => parts[name]?.[locale] ?? name)
    return rest.length === 0 ? group[locale] : `${group[locale]}: ${rest.join(', ')}`
  }
  return null
}
