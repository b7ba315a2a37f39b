import { accountingWords, encodingWords } from './accounting-words.ts'
import { settingPartWord } from './setting-parts.ts'
import type { Locale, Localised } from './tenant.ts'

// What settings are called in the console and its mails, by their path in the tenant file. One without a word is named by what it belongs to.

type Words = Record<string, Localised>
const word = (de: string, en: string): Localised => ({ de, en })

const settings: Words = {
  code: word('Code', 'Code'),
  name: word('Name', 'Name'),
  legalName: word('Firma', 'Company name'),
  'mailSender.name': word('Absender der Mails', 'Sender of mails'),
  'mailSender.address': word('Adresse des Absenders', 'Address of the sender'),
  hosts: word('Hosts', 'Hosts'),
  address: word('Anrede', 'Form of address'),
  rewardWord: word('Wort für die Prämie', 'Word for the reward'),
  'contact.street': word('Straße und Hausnummer', 'Street and number'),
  'contact.zip': word('Postleitzahl', 'Postcode'),
  'contact.city': word('Ort', 'City'),
  'contact.email': word('E-Mail-Adresse für Fragen', 'E-mail address for questions'),
  'contact.phone': word('Telefon', 'Phone'),
  'contact.hours': word('Erreichbar', 'Hours'),
  company: word('Angaben zum Unternehmen', 'Company particulars'),
  'company.form': word('Rechtsform', 'Legal form'),
  'company.seat': word('Sitz', 'Registered office'),
  'company.court': word('Registergericht', 'Register court'),
  'company.number': word('Registernummer', 'Register number'),
  'company.directors': word('Leitung', 'Directors'),
  'company.chair': word('Vorsitz', 'Chair'),
  'company.supervisoryChair': word('Aufsichtsrat, Vorsitz', 'Supervisory board, chair'),
  'company.partner': word('Persönlich haftend', 'General partner'),
  'legal.imprint': word('Impressum', 'Imprint'),
  'legal.privacy': word('Datenschutz', 'Privacy'),
  'legal.imprintUrl': word('Adresse des eigenen Impressums', 'Address of an imprint elsewhere'),
  'legal.terms': word('Teilnahmebedingungen', 'Terms'),
  'legal.termsVersion': word('Fassung', 'Version'),
  payoutAccount: word('Konto für Auszahlungen', 'Account for payouts'),
  'payoutAccount.name': word('Kontoinhaber', 'Account holder'),
  'payoutAccount.iban': word('IBAN', 'IBAN'),
  'payoutAccount.bic': word('BIC', 'BIC'),
  'home.headline': word('Überschrift der Startseite', 'Headline of the homepage'),
  'home.teaser': word('Text unter der Überschrift', 'Text below the headline'),
  previewText: word('Text geteilter Links', 'Text of shared links'),
  shopUrl: word('Adresse des Shops', 'Address of the shop'),
  providerLogin: word('Adresse der Anmeldung beim Anbieter', 'Address of the provider’s login'),
  'theme.colours.background': word('Hintergrund', 'Background'),
  'theme.colours.surface': word('Flächen', 'Surfaces'),
  'theme.colours.text': word('Text', 'Text'),
  'theme.colours.muted': word('Nebentext', 'Muted text'),
  'theme.colours.line': word('Linien', 'Lines'),
  'theme.colours.primary': word('Knöpfe', 'Buttons'),
  'theme.colours.onPrimary': word('Schrift auf Knöpfen', 'Text on buttons'),
  'theme.colours.accent': word('Akzent', 'Accent'),
  'theme.colours.onAccent': word('Schrift auf Akzent', 'Text on accent'),
  'theme.colours.heroBackground': word('Hintergrund des Kopfs', 'Background of the header'),
  'theme.colours.heroText': word('Schrift im Kopf', 'Text in the header'),
  'theme.colours.link': word('Links', 'Links'),
  'theme.colours.focus': word('Fokusrahmen', 'Focus ring'),
  'theme.colours.danger': word('Fehler', 'Errors'),
  'theme.colours.success': word('Erfolg', 'Success'),
  'theme.radius': word('Rundung der Karten', 'Radius of cards'),
  'theme.buttonRadius': word('Rundung der Knöpfe', 'Radius of buttons'),
  'theme.logo': word('Logo', 'Logo'),
  'theme.logoDark': word('Logo auf dunklem Grund', 'Logo on a dark background'),
  'theme.icon': word('Symbol im Browser', 'Browser icon'),
  'theme.heroPicture': word('Bild der Startseite', 'Picture of the homepage'),
  'theme.previewPicture': word('Bild geteilter Links', 'Picture of shared links'),
  referralDays: word('Empfehlung gilt (Tage)', 'Recommendation is valid (days)'),
  unconfirmedWeeks: word(
    'Unbestätigte Kontakte bleiben (Wochen)',
    'Unconfirmed contacts stay (weeks)',
  ),
  'flags.ModuleAuftragsdatumMindestalterTage': word(
    'Widerrufsfrist der Verträge (Tage)',
    'Complaint period of contracts (days)',
  ),
  payouts: word('Regeln für Auszahlungen', 'Rules for payouts'),
  'payouts.proposeCents': word('Höchstens auf einmal', 'At most at once'),
  'payouts.aloneCents': word('Zwei Freigaben über', 'Two approvals above'),
  'payouts.preparerCents': word(
    'Wer vorbereitet, schlägt höchstens vor (leer: wie „Höchstens auf einmal“)',
    'Whoever prepares proposes at most (empty: as “At most at once”)',
  ),
  'payouts.approverCents': word(
    'Wer freigibt, gibt allein am Tag höchstens frei (leer: wie „Zwei Freigaben über“)',
    'Whoever approves lets out alone in a day at most (empty: as “Two approvals above”)',
  ),
  'payouts.weekday': word(
    'Von selbst vorschlagen am Wochentag (1 ist Montag)',
    'Propose by itself on weekday (1 is Monday)',
  ),
  'payouts.hour': word('ab Stunde', 'from hour'),
  'payouts.leastCents': word('wenn mindestens fällig', 'if at least due'),
  'payouts.aloneReason': word(
    'Warum eine Person allein auszahlt (gilt nur, solange niemand sonst freigeben darf)',
    'Why one person pays alone (counts only while nobody else may approve)',
  ),
  'payouts.instant': word('Echtzeitüberweisungen', 'Instant credit transfers'),
  'payouts.latinNames': word(
    'Die Bank nimmt Umlaute und Akzente in Namen',
    'The bank takes umlauts and accents in names',
  ),
  'payouts.filePayments': word('Zahlungen in einer Datei', 'Payments in one file'),
  'payouts.fileCents': word('Summe einer Datei', 'Sum of one file'),
  vatModel: word('Prämien der Agenturen zahlen wir', 'Rewards of agencies are paid'),
  flatTaxForPartners: word(
    'Wir zahlen die Steuer auf Sachzuwendungen an Geschäftspartner pauschal (§ 37b EStG)',
    'We pay the flat tax on gifts in kind to business partners (section 37b EStG)',
  ),
  'invoiceContact.name': word(
    'Wen öffentliche Auftraggeber zu Rechnungen fragen',
    'Whom public buyers ask about invoices',
  ),
  'invoiceContact.phone': word(
    'Telefon für Fragen zu Rechnungen',
    'Phone for questions about invoices',
  ),
  'invoiceReminders.days': word(
    'Agenturen an Rechnungen erinnern (Tage nach Fälligkeit, bis zu drei)',
    'Remind agencies of invoices (days after they are due, up to three)',
  ),
  'invoiceReminders.texts.0': word(
    'Eigene Worte der ersten Erinnerung',
    'Own words of the first reminder',
  ),
  'invoiceReminders.texts.1': word(
    'Eigene Worte der zweiten Erinnerung',
    'Own words of the second reminder',
  ),
  'invoiceReminders.texts.2': word(
    'Eigene Worte der letzten Erinnerung',
    'Own words of the last reminder',
  ),
  payoutDays: word('Auszahlung nach Abruf (Tage)', 'Payout after collection (days)'),
  rewardMonths: word('Prämie abrufbar (Monate)', 'Reward can be collected (months)'),
  reviewDays: word('Zusage einer Antwort (Tage)', 'Promise of an answer (days)'),
  claimMonths: word('Fehlendes melden bis (Monate)', 'Claims until (months)'),
  unclaimedDays: word(
    'Nicht übernommene Empfehlung wartet (Tage)',
    'Unclaimed referral waits (days)',
  ),
  voucherExpiryDays: word(
    'Gutscheincodes mindestens gültig bei Ausgabe (Tage)',
    'Voucher codes are valid when given out for at least (days)',
  ),
  voucherReminderDays: word(
    'An nicht angezeigte Gutscheincodes erinnern nach (Tage, 0: nie)',
    'Remind of voucher codes that were not shown after (days, 0: never)',
  ),
  leastVouchers: word(
    'Vorrat an Gutscheincodes knapp unter (Anzahl)',
    'Stock of voucher codes is low below (number)',
  ),
  ...accountingWords,
  setsOffByItself: word(
    'Prämien von selbst mit Rückforderungen verrechnen (14 Tage nach der Erinnerung)',
    'Set rewards off against clawbacks by itself (14 days after the reminder)',
  ),
  retentionYears: word('Aufbewahrung (Jahre)', 'Retention (years)'),
  'reminders.rewardDays': word(
    'Erinnern vor Verfall der Prämie (Tage)',
    'Remind before a reward expires (days)',
  ),
  'reminders.referralDays': word(
    'Erinnern vor Ablauf der Empfehlung (Tage)',
    'Remind before a recommendation expires (days)',
  ),
  'flags.MaxEmpfaengerPraemieCent': word('Höchstbetrag für Kontakte (€)', 'Cap for contacts (€)'),
  capPer: word('Höchstbetrag gilt', 'The cap is'),
  capExcess: word('Was darüber liegt', 'What is above'),
  shares: word('Wählbare Anteile (%)', 'Shares to choose from (%)'),
  'flags.RecommenderDefaultShare': word('Voreingestellter Anteil (%)', 'Default share (%)'),
  leastAge: word('Mindestalter', 'Least age'),
  'eligibility.sameEmail': word('Gleiche E-Mail-Adresse', 'Same e-mail address'),
  'eligibility.sameBankAccount': word('Gleiches Konto', 'Same bank account'),
  'eligibility.sameHousehold': word('Gleicher Haushalt', 'Same household'),
  'eligibility.existingCustomerMonths': word(
    'Bestandskunden sperren (Monate)',
    'Existing customers hold (months)',
  ),
  'eligibility.maxRewardedPerYear': word('Prämien im Jahr', 'Rewards in a year'),
  'captcha.afterCreationsPerHour': word(
    'Captcha ab Empfehlungen je Stunde',
    'Captcha from recommendations an hour',
  ),
  customerNumberPattern: word('Form der Kundennummer', 'Pattern of customer numbers'),
  'flags.AllowSelfRecommendation': word(
    'Eigene Empfehlungen erlauben',
    'Allow recommending oneself',
  ),
  'flags.ModuleCompanyRecommendation': word('Unternehmen empfehlen', 'Companies recommend'),
  'flags.ModuleAgentRecommendation': word('Über Berater empfehlen', 'Recommend through agents'),
  'flags.ModuleErstelleOfflineEmpfehlungCode': word('Codes auf Papier', 'Codes on paper'),
  'flags.ModuleStoringBankdata': word('Bankdaten speichern', 'Store bank data'),
  'flags.ModuleIBANNurDE': word('Nur deutsche IBANs', 'German IBANs only'),
  'flags.ModuleNewsletterPermission': word('Newsletter anbieten', 'Offer a newsletter'),
  'flags.ForcedLogin': word('Nur mit Anmeldung', 'Only with login'),
  'flags.AgbCheckBoxAutoAccept': word('Zustimmung durch den Knopf', 'Consent by the button'),
  'flags.ShowProductCategory': word('Seiten nach Kategorie', 'Pages by category'),
  'flags.ModuleAdv': word('Impressum beim Anbieter', 'Imprint at the provider'),
  exitIntent: word('Hinweis beim Verlassen', 'Note when leaving'),
  agencies: word('Agenturen', 'Agencies'),
  passkeyForAgencyOwners: word(
    'Passkey ist Pflicht für Inhaber von Agenturen',
    'Owners of agencies must have a passkey',
  ),
  passkeyForSalesPartners: word(
    'Passkey ist Pflicht für Verkaufspartner',
    'Sales partners must have a passkey',
  ),
  'recipientFields.birthDate': word('Geburtsdatum erfragen', 'Ask for the date of birth'),
  'recipientFields.address': word('Anschrift erfragen', 'Ask for the address'),
  'recipientFields.phone': word('Telefon erfragen', 'Ask for the phone number'),
  clickTarget: word('Ziel geteilter Links', 'Target of shared links'),
  recipientTerms: word('Kontakte stimmen zu', 'Contacts agree'),
  'flags.ModuleEmailClient': word('Platz von E-Mail', 'Place of e-mail'),
  'flags.ModuleWhatsapp': word('Platz von WhatsApp', 'Place of WhatsApp'),
  'flags.ModuleFacebook': word('Platz von Facebook', 'Place of Facebook'),
  'flags.ModuleLinkedIn': word('Platz von LinkedIn', 'Place of LinkedIn'),
  'flags.ModuleXing': word('Platz von Xing', 'Place of Xing'),
  'flags.ModuleTwitter': word('Platz von Twitter', 'Place of Twitter'),
  'flags.ModuleGmail': word('Platz von Gmail', 'Place of Gmail'),
  'flags.ModuleOutlook': word('Platz von Outlook', 'Place of Outlook'),
  'flags.ModuleYahoo': word('Platz von Yahoo', 'Place of Yahoo'),
  products: word('kein Produkt auf den Seiten', 'no product on the pages'),
  rewardOptions: word('keine Prämienoption', 'no reward option'),
  key: word('kein API-Schlüssel', 'no API key'),
}

const choices: Record<string, Words> = {
  capPer: {
    reward: word('je Prämie', 'per reward'),
    'policy-and-year': word('je Vertrag und Jahr', 'per contract and year'),
  },
  capExcess: {
    auto: word('nach dem Anteil', 'by the share'),
    referrer: word('bekommt, wer empfiehlt', 'goes to the referrer'),
    forfeited: word('verfällt', 'is forfeited'),
  },
  vatModel: {
    agency: word('im Namen der Agentur, ohne Umsatzsteuer', 'in the agency’s name, without VAT'),
    own: word('im eigenen Namen, mit Umsatzsteuer', 'in our own name, with VAT'),
  },
  'accounting.encoding': encodingWords,
  clickTarget: { page: word('eigene Seite', 'own page'), shop: word('Shop', 'shop') },
  recipientTerms: {
    checkbox: word('mit einem Haken', 'by a box'),
    button: word('mit dem Knopf', 'by the button'),
  },
  'company.form': {
    gmbh: word('GmbH', 'GmbH'),
    ug: word('UG (haftungsbeschränkt)', 'UG (haftungsbeschränkt)'),
    ag: word('AG', 'AG'),
    se: word('SE', 'SE'),
    vvag: word('VVaG', 'VVaG'),
    eg: word('eG', 'eG'),
    'gmbh-co-kg': word('GmbH & Co. KG', 'GmbH & Co. KG'),
    partnership: word('Personengesellschaft', 'Partnership'),
    merchant: word('Einzelkaufleute', 'Sole trader'),
    association: word('Verein', 'Association'),
    public: word('Öffentlich-rechtlich', 'Under public law'),
    other: word('Andere', 'Other'),
  },
}
const held: Words = {
  hold: word('anhalten und prüfen', 'hold and review'),
  allow: word('erlauben', 'allow'),
}

const languages: Words = { de: word('Deutsch', 'German'), en: word('Englisch', 'English') }

/** A setting’s name. */
export function settingWord(path: string, locale: Locale): string {
  const own = settings[path]
  if (own) return own[locale]
  const step = /^home\.steps\.(\d)\.(title|text)\.(de|en)$/.exec(path)
  if (step) {
    const [, at, part, language = ''] = step
    const name = locale === 'de' ? 'Schritt' : 'Step'
    const what = part === 'title' ? (locale === 'de' ? 'Titel' : 'title') : 'Text'
    return `${name} ${Number(at) + 1}, ${what} (${languages[language]![locale]})`
  }
  const [, base = '', language = ''] = /^(.*)\.(de|en)$/.exec(path) ?? []
  const localised = settings[base]
  if (localised) return `${localised[locale]} (${languages[language]![locale]})`
  const [, product] = /^products\.([^.]+)\.commission$/.exec(path) ?? []
  const [whole, spoken] = base ? [base, ` (${languages[language]![locale]})`] : [path, '']
  const parts = settingPartWord(whole, locale)
  if (!product) return parts === null ? path : `${parts}${spoken}`
  return locale === 'de'
    ? `Betrag für Produkt ${product} (Plan;Cent)`
    : `Amount for product ${product} (plan;cents)`
}

export const choiceWord = (path: string, value: string, locale: Locale): string =>
  (path.startsWith('eligibility.') ? held : choices[path])?.[value]?.[locale] ?? value
