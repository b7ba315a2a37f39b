import type { PageEntry, Pages } from '../runtime/page-table.ts'
import type { Area } from '../runtime/texts.ts'

const page = (file: string, ...texts: Area[]): PageEntry => ({
  source: `console/${file}`,
  also: 'console/add-console.ts',
  texts: ['console', ...texts],
})

export const consolePages: Pages = {
  ConsoleSignIn: page('sign-in-page.tsx'),
  ConsoleInvitation: page('invitation-page.tsx'),
  ConsoleSignOut: page('sign-out-page.tsx'),
  ConsoleStart: page('start-page.tsx'),
  ConsoleAccess: page('access-page.tsx'),
  ConsoleToday: page('today-page.tsx', 'consoleToday', 'consoleOperations'),
  ConsoleReviews: page(
    'reviews-page.tsx',
    'consoleReviews',
    'consoleReveal',
    'consoleSelections',
    'table',
  ),
  ConsoleSelection: page('selection-page.tsx', 'consoleSelections'),
  ConsoleClaims: page('claims-page.tsx', 'consoleClaims', 'consoleReveal', 'table'),
  ConsolePeople: page('people-page.tsx', 'consolePeople'),
  ConsoleOrders: page('orders-page.tsx', 'consoleOrders', 'consoleSelections', 'table'),
  ConsoleRewards: page('rewards-page.tsx', 'consoleRewards', 'consoleWhy', 'table'),
  ConsoleOrderFiles: page('order-files-page.tsx', 'consoleOrderFiles'),
  ConsoleBankLines: page('bank-lines-page.tsx', 'consoleBankLines', 'table'),
  ConsoleClawbacks: page('clawbacks-page.tsx', 'consoleClawbacks', 'table'),
  ConsoleGoodwill: page('goodwill-page.tsx', 'consoleGoodwill', 'table'),
  ConsolePerson: page(
    'person-page.tsx',
    'consolePeople',
    'consoleWhy',
    'consoleReveal',
    'consoleOperations',
    'table',
  ),
  ConsoleAgencies: page('agencies-page.tsx', 'consoleSellers', 'table'),
  ConsoleAgency: page('agency-page.tsx', 'consoleSellers', 'consoleInvoices', 'table'),
  ConsolePartners: page('partners-page.tsx', 'consoleSellers', 'table'),
  ConsolePartner: page('partner-page.tsx', 'consoleSellers', 'consoleInvoices', 'table'),
  ConsoleInvoices: page('invoices-page.tsx', 'consoleInvoices', 'table'),
  ConsoleOperations: page('operations-page.tsx', 'consoleOperations', 'consoleSelections', 'table'),
  ConsoleMails: page('mails-page.tsx', 'consoleOperations', 'table'),
  ConsoleAudit: page('audit-page.tsx', 'consoleAudit', 'table'),
  ConsoleSettings: page('settings-page.tsx', 'consoleTenants', 'table'),
  ConsoleTenants: page('tenants-page.tsx', 'consoleTenants', 'table'),
  ConsoleTenant: page('settings-page.tsx', 'consoleTenants', 'table'),
  ConsoleTeam: page('team-page.tsx', 'consoleTeam', 'table'),
}
