// Page names of the route list and their default paths (spec section 2.1). Tenants override paths, never names.

export type PageAccess = 'open' | 'login' | 'reward' | 'recipient' | 'token'

export const pages = {
  Homepage: { path: '/', access: 'open' },
  Thanks: { path: '/danke', access: 'open' },
  Dashboard: { path: '/persoenlicherbereich', access: 'login' },
  Settings: { path: '/meinedaten', access: 'login' },
  Login: { path: '/login', access: 'open' },
  Admin: { path: '/admin/:adminLoginToken?', access: 'token' },
  Logout: { path: '/logout', access: 'login' },
  Code: { path: '/code', access: 'open' },
  ForgotPassword: { path: '/passwortvergessen', access: 'open' },
  ChangePassword: { path: '/passwortaendern', access: 'open' },
  Recommendation: { path: '/empfehlen/:produktId', access: 'open' },
  AgentRecommendations: { path: '/agent/empfehlen/:produktId', access: 'open' },
  EmployeeRecommendation: { path: '/mitarbeiterempfehlen', access: 'open' },
  Confirmation: { path: '/bestaetigung', access: 'open' },
  ShareRecommendation: { path: '/empfehlung/:empfehlungsnummer', access: 'open' },
  RecipientConfirmation: { path: '/empfaengerbestaetigung', access: 'open' },
  ExpiredRecommendation: { path: '/empfehlungabgelaufen', access: 'open' },
  RecipientData: { path: '/empfaengerdaten/:empfehlungsnummer', access: 'open' },
  Reward: { path: '/praemie', access: 'reward' },
  RewardDetails: { path: '/praemie/:praemieid', access: 'reward' },
  RewardThanks: { path: '/praemiedanke', access: 'open' },
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
  NewsletterOptin: { path: '/empfehler/newsletter/optin', access: 'open' },
  NewsletterOptout: { path: '/empfehler/newsletter/optout', access: 'open' },
  FileNotFound: { path: '/404', access: 'open' },
} as const satisfies Record<string, { path: string; access: PageAccess }>

export type PageName = keyof typeof pages
