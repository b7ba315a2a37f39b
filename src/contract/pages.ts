// Page names and default paths (spec section 2.1). Tenants override paths, never names.

export type PageAccess =
  | 'open'
  | 'login'
  | 'reward'
  | 'recipient'
  | 'token'
  | 'agency'
  | 'sales-partner'
  | 'operator'

export const pages = {
  Homepage: { path: '/', access: 'open' },
  Categories: { path: '/produkte', access: 'open' },
  Category: { path: '/produkte/:kategorie', access: 'open' },
  Comparison: { path: '/produkte/vergleich', access: 'open' },
  Thanks: { path: '/danke', access: 'open' },
  Dashboard: { path: '/persoenlicherbereich', access: 'login' },
  Settings: { path: '/meinedaten', access: 'login' },
  Login: { path: '/login', access: 'open' },
  Admin: { path: '/admin/:adminLoginToken?', access: 'token' },
  Logout: { path: '/logout', access: 'login' },
  Code: { path: '/code', access: 'open' },
  ForgotPassword: { path: '/passwortvergessen', access: 'open' },
  ChangePassword: { path: '/passwortaendern', access: 'open' },
  PasswordRequest: { path: '/passwortabfrage', access: 'open' },
  Recommendation: { path: '/empfehlen/:produktId', access: 'open' },
  AgentRecommendations: { path: '/agent/empfehlen/:produktId', access: 'open' },
  EmployeeRecommendation: { path: '/mitarbeiterempfehlen', access: 'open' },
  Confirmation: { path: '/bestaetigung', access: 'open' },
  ShareRecommendation: { path: '/empfehlung/:empfehlungsnummer', access: 'open' },
  Click: { path: '/klick/:empfehlungsnummer', access: 'open' },
  RecipientConfirmation: { path: '/empfaengerbestaetigung', access: 'open' },
  ExpiredRecommendation: { path: '/empfehlungabgelaufen', access: 'open' },
  RecipientData: { path: '/empfaengerdaten/:empfehlungsnummer', access: 'open' },
  RecipientArea: { path: '/empfaenger', access: 'recipient' },
  RecipientTOSConsent: { path: '/empfaenger/zustimmung', access: 'recipient' },
  RecipientConsent: { path: '/empfaenger/zustimmung', access: 'recipient' },
  BankDetails: { path: '/bankdaten', access: 'recipient' },
  BankDetailsRecipient: { path: '/bankdaten', access: 'recipient' },
  BankDetailsRecommender: { path: '/empfehler/bankdaten', access: 'open' },
  CustomerNumber: { path: '/kundennummer', access: 'open' },
  Reward: { path: '/praemie', access: 'reward' },
  RewardDetails: { path: '/praemie/:praemieid', access: 'reward' },
  RewardThanks: { path: '/praemiedanke', access: 'open' },
  GoodwillThanks: { path: '/kulanzdanke', access: 'open' },
  Imprint: { path: '/impressum', access: 'open' },
  Privacy: { path: '/datenschutz', access: 'open' },
  TOS: { path: '/agb', access: 'open' },
  CookieSettings: { path: '/cookie-einstellungen', access: 'open' },
  Faq: { path: '/faq', access: 'open' },
  Contact: { path: '/kontakt', access: 'open' },
  RewardOverview: { path: '/aktuellepraemienuebersicht', access: 'open' },
  Accessibility: { path: '/barrierefreiheitserklaerung', access: 'open' },
  Registration: { path: '/registrieren', access: 'open' },
  SetPassword: { path: '/passwortsetzen', access: 'open' },
  EmailChange: { path: '/emailwechsel', access: 'open' },
  NewsletterOptin: { path: '/empfehler/newsletter/optin', access: 'open' },
  NewsletterOptout: { path: '/empfehler/newsletter/optout', access: 'open' },
  FileNotFound: { path: '/404', access: 'open' },
  // Only with agencies (spec section 2.2); the prefix is exclusive.
  AgencyInfo: { path: '/agentur', access: 'open' },
  AgencyRegistration: { path: '/agentur/registrieren', access: 'open' },
  AgencyConfirmation: { path: '/agentur/bestaetigen', access: 'open' },
  AgencySetPassword: { path: '/agentur/passwort-setzen', access: 'open' },
  AgencyLogin: { path: '/agentur/anmelden', access: 'open' },
  AgencyLogout: { path: '/agentur/abmelden', access: 'open' },
  AgencyForgotPassword: { path: '/agentur/passwort-vergessen', access: 'open' },
  AgencyResetPassword: { path: '/agentur/passwort-zuruecksetzen', access: 'open' },
  AgencyRules: { path: '/agentur/teilnahmeregeln', access: 'open' },
  AgencyPrivacy: { path: '/agentur/datenschutz', access: 'open' },
  AgencyRewardOverview: { path: '/agentur/praemienuebersicht', access: 'agency' },
  AgencyAdditionalData: { path: '/agentur/weitere-angaben', access: 'agency' },
  AgencyHome: { path: '/agentur/start', access: 'agency' },
  AgencyArea: { path: '/agentur/empfehlen', access: 'agency' },
  AgencyInvitations: { path: '/agentur/einladungen', access: 'agency' },
  AgencyInvitation: { path: '/agentur/einladungen/:nummer', access: 'agency' },
  AgencyOrderReport: { path: '/agentur/auftraege', access: 'agency' },
  AgencyOrder: { path: '/agentur/auftraege/:nummer', access: 'agency' },
  AgencyRecommenderReport: { path: '/agentur/empfehler', access: 'agency' },
  AgencyReferrer: { path: '/agentur/empfehler/:nummer', access: 'agency' },
  AgencyRewards: { path: '/agentur/praemien', access: 'agency' },
  AgencyReward: { path: '/agentur/praemien/:nummer', access: 'agency' },
  AgencyStatistics: { path: '/agentur/statistik', access: 'agency' },
  AgencyBonusPlan: { path: '/agentur/praemienplan', access: 'agency' },
  AgencyInvoice: { path: '/agentur/rechnungen/:nummer', access: 'agency' },
  AgencyInvoices: { path: '/agentur/rechnungen', access: 'agency' },
  AgencyCosts: { path: '/agentur/kosten', access: 'agency' },
  AgencyEmployees: { path: '/agentur/mitarbeiter', access: 'agency' },
  AgencyMasterData: { path: '/agentur/stammdaten', access: 'agency' },
  // Only with sales partners; an exclusive prefix, too.
  SalesPartnerEntry: { path: '/verkaufspartner', access: 'open' },
  SalesPartnerRegistration: { path: '/verkaufspartner/registrieren', access: 'open' },
  SalesPartnerPassword: { path: '/verkaufspartner/passwort', access: 'open' },
  SalesPartnerWelcome: { path: '/verkaufspartner/willkommen', access: 'sales-partner' },
  SalesPartnerArea: { path: '/verkaufspartner/bereich', access: 'sales-partner' },
  SalesPartnerOrders: { path: '/verkaufspartner/auftraege', access: 'sales-partner' },
  SalesPartnerOrder: { path: '/verkaufspartner/auftraege/:nummer', access: 'sales-partner' },
  SalesPartnerCommissions: { path: '/verkaufspartner/provisionen', access: 'sales-partner' },
  SalesPartnerCommission: { path: '/verkaufspartner/provisionen/:nummer', access: 'sales-partner' },
  SalesPartnerBilling: { path: '/verkaufspartner/abrechnung', access: 'sales-partner' },
  SalesPartnerNote: { path: '/verkaufspartner/abrechnung/:nummer', access: 'sales-partner' },
  SalesPartnerData: { path: '/verkaufspartner/meine-daten', access: 'sales-partner' },
} as const satisfies Record<string, { path: string; access: PageAccess }>

/** Pages of the console (domain/platform.ts); `mandant` is the tenant worked at. No tenant has them, and the console has no others. */
export const consolePages = {
  ConsoleSignIn: { path: '/anmelden', access: 'open' },
  ConsoleInvitation: { path: '/einladung/:mandant', access: 'open' },
  ConsoleSignOut: { path: '/abmelden', access: 'operator' },
  ConsoleStart: { path: '/', access: 'operator' },
  ConsoleAccess: { path: '/zugang', access: 'operator' },
  ConsoleAudit: { path: '/:mandant/protokoll', access: 'operator' },
  ConsoleTeam: { path: '/:mandant/team', access: 'operator' },
} as const satisfies Record<`Console${string}`, { path: string; access: PageAccess }>

export type TenantPage = keyof typeof pages
export type PageName = TenantPage | keyof typeof consolePages
const everyPage = { ...pages, ...consolePages }
export const defaultPathOf = (name: PageName): string => everyPage[name].path
export const accessOf = (name: PageName): PageAccess => everyPage[name].access
export const isConsolePage = (name: string) => name.startsWith('Console')
export const isAgencyPage = (name: string) => name.startsWith('Agency')
export const isSalesPartnerPage = (name: string) => name.startsWith('SalesPartner')
