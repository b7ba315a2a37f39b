// The console's pages, in a file of their own: tenants' pages load none of it.

export type PageAccess =
  | 'open'
  | 'login'
  | 'reward'
  | 'recipient'
  | 'token'
  | 'agency'
  | 'sales-partner'
  | 'operator'

/** Pages of the console (domain/platform.ts); `mandant` is the tenant worked at. No tenant has them, and the console has no others. */
export const consolePages = {
  ConsoleSignIn: { path: '/anmelden', access: 'open' },
  ConsoleInvitation: { path: '/einladung/:mandant', access: 'open' },
  ConsoleSignOut: { path: '/abmelden', access: 'operator' },
  ConsoleStart: { path: '/', access: 'operator' },
  ConsoleAccess: { path: '/zugang', access: 'operator' },
  ConsoleToday: { path: '/:mandant/heute', access: 'operator' },
  ConsoleReviews: { path: '/:mandant/pruefungen', access: 'operator' },
  ConsoleSelection: { path: '/:mandant/stapel/:stapel', access: 'operator' },
  ConsoleClaims: { path: '/:mandant/meldungen', access: 'operator' },
  ConsolePeople: { path: '/:mandant/personen', access: 'operator' },
  ConsolePerson: { path: '/:mandant/personen/:person', access: 'operator' },
  ConsoleOrders: { path: '/:mandant/auftraege', access: 'operator' },
  ConsoleRewards: { path: '/:mandant/praemien', access: 'operator' },
  ConsoleMoneyWay: { path: '/:mandant/praemien/:praemie/weg', access: 'operator' },
  ConsoleOrderFiles: { path: '/:mandant/auftraege/einlesen', access: 'operator' },
  ConsoleBankLines: { path: '/:mandant/kontoauszuege', access: 'operator' },
  ConsoleBankUploads: { path: '/:mandant/kontoauszuege/dateien', access: 'operator' },
  ConsoleEarnings: { path: '/:mandant/einnahmen', access: 'operator' },
  ConsoleClawbacks: { path: '/:mandant/rueckforderungen', access: 'operator' },
  ConsoleVouchers: { path: '/:mandant/gutscheine', access: 'operator' },
  ConsoleGoodwill: { path: '/:mandant/kulanz', access: 'operator' },
  ConsolePayouts: { path: '/:mandant/auszahlungen', access: 'operator' },
  ConsolePayout: { path: '/:mandant/auszahlungen/:auszahlung', access: 'operator' },
  ConsolePayoutAccount: { path: '/:mandant/zahlkonto', access: 'operator' },
  ConsoleAgencies: { path: '/:mandant/agenturen', access: 'operator' },
  ConsoleAgency: { path: '/:mandant/agenturen/:agentur', access: 'operator' },
  ConsolePartners: { path: '/:mandant/verkaufspartner', access: 'operator' },
  ConsolePartner: { path: '/:mandant/verkaufspartner/:partner', access: 'operator' },
  ConsoleInvoices: { path: '/:mandant/rechnungen', access: 'operator' },
  ConsoleBooks: { path: '/:mandant/buecher', access: 'operator' },
  ConsoleOperations: { path: '/:mandant/betrieb', access: 'operator' },
  ConsoleMails: { path: '/:mandant/mails', access: 'operator' },
  ConsoleAudit: { path: '/:mandant/protokoll', access: 'operator' },
  ConsoleSettings: { path: '/:mandant/einstellungen', access: 'operator' },
  ConsoleTenants: { path: '/:mandant/mandanten', access: 'operator' },
  ConsoleTenant: { path: '/:mandant/mandanten/:code', access: 'operator' },
  ConsoleTeam: { path: '/:mandant/team', access: 'operator' },
} as const satisfies Record<`Console${string}`, { path: string; access: PageAccess }>

export type ConsolePage = keyof typeof consolePages
