import { accountRoles, charts, encodings } from './accounting.ts'
import { vatModels } from './vat-model.ts'

// A tenant's settings as the console's forms have them: by their path in the tenant file. What no form has is changed by the file.

export type SettingKind =
  | 'text'
  | 'optional' // text or null
  | 'long'
  | 'number'
  | 'optional-number'
  | 'euros' // cents, or null
  | 'flag'
  | 'choice'
  | 'colour'
  | 'lines' // one entry a line
  | 'numbers' // separated by commas
  | 'picture'

export type Setting = { path: string; kind: SettingKind; choices?: readonly string[] }

const of = (kind: SettingKind, ...paths: string[]): Setting[] =>
  paths.map((path) => ({ path, kind }))
const choice = (path: string, ...choices: string[]): Setting => ({ path, kind: 'choice', choices })
const both = (kind: SettingKind, ...paths: string[]): Setting[] =>
  paths.flatMap((path) => of(kind, `${path}.de`, `${path}.en`))

const colours = [
  'background',
  'surface',
  'text',
  'muted',
  'line',
  'primary',
  'onPrimary',
  'accent',
  'onAccent',
  'heroBackground',
  'heroText',
  'link',
  'focus',
  'danger',
  'success',
]
const forms = ['gmbh', 'ug', 'ag', 'se', 'vvag', 'eg', 'gmbh-co-kg', 'partnership', 'merchant']

export const mostSteps = 6
const steps = Array.from({ length: mostSteps }, (_, at) => `home.steps.${at}`)

const reminderTexts = [0, 1, 2].map((at) => `invoiceReminders.texts.${at}`)

/** The forms, in the order of the check list. */
export const settingSections = {
  names: [
    ...of('text', 'name', 'legalName', 'mailSender.name', 'mailSender.address'),
    ...of('lines', 'hosts'),
    choice('address', 'du', 'Sie'),
    choice('rewardWord', 'Prämie', 'Bonus'),
  ],
  legal: [
    ...of('text', 'contact.street', 'contact.zip', 'contact.city'),
    ...of('text', 'contact.email', 'contact.phone'),
    ...both('text', 'contact.hours'),
    choice('company.form', ...forms, 'association', 'public', 'other'),
    ...of('text', 'company.seat'),
    ...of('optional', 'company.court', 'company.number'),
    ...of('lines', 'company.directors'),
    ...of('optional', 'company.chair', 'company.supervisoryChair', 'company.partner'),
    ...both('long', 'legal.imprint', 'legal.privacy'),
    ...of('optional', 'legal.imprintUrl'),
  ],
  payout: of('text', 'payoutAccount.name', 'payoutAccount.iban', 'payoutAccount.bic'),
  payouts: [
    ...of('euros', 'payouts.proposeCents', 'payouts.aloneCents'),
    ...of('euros', 'payouts.preparerCents', 'payouts.approverCents'),
    ...of('optional-number', 'payouts.weekday', 'payouts.hour'),
    ...of('euros', 'payouts.leastCents'),
    ...of('optional', 'payouts.aloneReason'),
    ...of('flag', 'payouts.instant', 'payouts.latinNames'),
    ...of('optional-number', 'payouts.filePayments'),
    ...of('euros', 'payouts.fileCents'),
  ],
  billing: [
    choice('vatModel', ...vatModels),
    ...of('flag', 'flatTaxForPartners'),
    ...of('optional', 'invoiceContact.name', 'invoiceContact.phone'),
    ...of('numbers', 'invoiceReminders.days'),
    ...reminderTexts.flatMap((path) => of('long', `${path}.de`, `${path}.en`)),
  ],
  accounting: [
    ...of('number', 'accounting.consultant', 'accounting.client', 'accounting.yearStart'),
    choice('accounting.chart', ...charts),
    ...of('number', 'accounting.accountLength'),
    choice('accounting.encoding', ...encodings),
    ...of('flag', 'accounting.isLocked'),
    ...of('optional-number', 'monthCloseDay'),
    ...of('optional', ...accountRoles.map((role) => `accounting.accounts.${role}`)),
  ],
  terms: [...both('long', 'legal.terms'), ...of('text', 'legal.termsVersion')],
  texts: [
    ...both('text', 'home.headline'),
    ...both('long', 'home.teaser'),
    ...steps.flatMap((step) => [...both('text', `${step}.title`), ...both('long', `${step}.text`)]),
    ...both('text', 'previewText'),
    ...of('text', 'shopUrl'),
    ...of('optional', 'providerLogin'),
  ],
  theme: [
    ...of('colour', ...colours.map((name) => `theme.colours.${name}`)),
    ...of('text', 'theme.radius', 'theme.buttonRadius'),
  ],
  pictures: of(
    'picture',
    'theme.logo',
    'theme.logoDark',
    'theme.icon',
    'theme.heroPicture',
    'theme.previewPicture',
  ),
  times: [
    ...of('number', 'referralDays', 'unconfirmedWeeks'),
    ...of('number', 'flags.ModuleAuftragsdatumMindestalterTage', 'payoutDays', 'rewardMonths'),
    ...of('number', 'reviewDays', 'claimMonths', 'unclaimedDays', 'retentionYears'),
    ...of('number', 'voucherExpiryDays', 'voucherReminderDays', 'leastVouchers'),
    ...of('numbers', 'reminders.rewardDays', 'reminders.referralDays'),
    ...of('flag', 'setsOffByItself'),
  ],
  limits: [
    ...of('euros', 'flags.MaxEmpfaengerPraemieCent'),
    choice('capPer', 'reward', 'policy-and-year'),
    choice('capExcess', 'auto', 'referrer', 'forfeited'),
    ...of('numbers', 'shares'),
    ...of('number', 'flags.RecommenderDefaultShare', 'leastAge'),
    choice('eligibility.sameEmail', 'hold', 'allow'),
    choice('eligibility.sameBankAccount', 'hold', 'allow'),
    choice('eligibility.sameHousehold', 'hold', 'allow'),
    ...of(
      'optional-number',
      'eligibility.existingCustomerMonths',
      'eligibility.maxRewardedPerYear',
    ),
    ...of('number', 'captcha.afterCreationsPerHour'),
    ...of('optional', 'customerNumberPattern'),
  ],
  flags: [
    ...of('flag', 'flags.AllowSelfRecommendation', 'flags.ModuleCompanyRecommendation'),
    ...of('flag', 'flags.ModuleAgentRecommendation', 'flags.ModuleErstelleOfflineEmpfehlungCode'),
    ...of('flag', 'flags.ModuleStoringBankdata', 'flags.ModuleIBANNurDE'),
    ...of('flag', 'flags.ModuleNewsletterPermission', 'flags.ForcedLogin'),
    ...of('flag', 'flags.AgbCheckBoxAutoAccept', 'flags.ShowProductCategory', 'flags.ModuleAdv'),
    ...of('flag', 'exitIntent', 'agencies', 'passkeyForAgencyOwners', 'passkeyForSalesPartners'),
    ...of('flag', 'recipientFields.birthDate', 'recipientFields.address', 'recipientFields.phone'),
    choice('clickTarget', 'page', 'shop'),
    choice('recipientTerms', 'checkbox', 'button'),
    ...of('number', 'flags.ModuleEmailClient', 'flags.ModuleWhatsapp', 'flags.ModuleFacebook'),
    ...of('number', 'flags.ModuleLinkedIn', 'flags.ModuleXing', 'flags.ModuleTwitter'),
    ...of('number', 'flags.ModuleGmail', 'flags.ModuleOutlook', 'flags.ModuleYahoo'),
  ],
} as const satisfies Record<string, readonly Setting[]>

export type SettingSection = keyof typeof settingSections
export const sectionNames = Object.keys(settingSections) as SettingSection[]

const all = new Map(
  Object.values(settingSections)
    .flat()
    .map((one: Setting) => [one.path, one] as const),
)
/** The setting of a path, if a form has it. */
export const findSetting = (path: string): Setting | undefined => all.get(path)

const toldInForms = new Set(
  [...settingSections.times, ...settingSections.limits].map(({ path }) => path),
)
const toldBeside =
  /^(products\.[^.]+\.(commission|externalId|active)$|rewardOptions\.[^.]+\.(kind|startsOn|endsOn)$|rewardOptions\.[^.]+\.voucher\.order(\.|$)|(bonus|payoutAccount|payouts|accounting|monthCloseDay|hosts|productApi|excludedProducts|blockedEmails|sso|agencyBilling|vatModel|flatTaxForPartners|invoiceContact|invoiceReminders|voucherProvider|salesPartners|customerNumberCheck|providerLogin|passkeyFor\w+|shopUrl|clickTarget)(\.|$)|legal\.imprintUrl$|contact\.email$|mailSender\.address$|flags\.(AllowSelfRecommendation|EmailWhitelist|IsAutologin)$)/

/** Whether a setting moves money, or says whom people write to, where they log in or where they are sent: its change is mailed to whoever manages the tenant. */
export const isTold = (path: string): boolean =>
  toldBeside.test(path) ||
  [...toldInForms].some((one) => path === one || path.startsWith(`${one}.`))

const byWeight = [
  // where people log in, are sent and write to, and which account pays
  /^(providerLogin|passkeyFor\w+|sso|hosts|payoutAccount|payouts|shopUrl|clickTarget|productApi|legal\.imprintUrl|contact\.email|mailSender\.address)(\.|$)|^flags\.IsAutologin$/,
  // who may earn
  /^(eligibility|blockedEmails|excludedProducts)(\.|$)|^(customerNumber|leastAge)|^flags\.(AllowSelfRecommendation|EmailWhitelist)$/,
  // amounts
  /^(bonus|agencyBilling|vatModel|accounting|salesPartners)(\.|$)|^(shares|cap[A-Z])|^products\.[^.]+\.commission$|^flags\.(MaxEmpfaengerPraemieCent|RecommenderDefaultShare)$/,
  // times
  /^(payoutDays|reviewDays|rewardMonths|claimMonths|referralDays|unclaimedDays|setsOffByItself)$|^flags\.ModuleAuftragsdatum/,
]
/** Of what is told, what does most harm comes first: a long list hides nothing (697). */
export const weightOf = (path: string): number => {
  const at = byWeight.findIndex((pattern) => pattern.test(path))
  return at === -1 ? byWeight.length : at
}

/** What a tenant needs before it is public, beside the forms' sections. */
export const checkNames = [
  'names',
  'host',
  'legal',
  'payout',
  'terms',
  'texts',
  'theme',
  'logo',
  'products',
  'vouchers',
  'key',
] as const
export type CheckName = (typeof checkNames)[number]

const checkOf: [RegExp, CheckName][] = [
  [/^hosts/, 'host'],
  [/^(contact|company|legal\.(imprint|privacy))/, 'legal'],
  [/^(payout(Account|s)|accounting)/, 'payout'],
  [/^(legal\.terms|content\.agency\.rules)/, 'terms'],
  [/^theme\.(logo|logoDark|icon|heroPicture|previewPicture)/, 'logo'],
  [/^theme/, 'theme'],
  [/^(products|productApi)/, 'products'],
  [/^(rewardOptions|campaigns)/, 'vouchers'],
  [/^(code|name|legalName|locales|address|mailSender)/, 'names'],
]
/** Which item of the check list a setting belongs to. */
export const checkOfSetting = (path: string): CheckName =>
  checkOf.find(([pattern]) => pattern.test(path))?.[1] ?? 'texts'
