import { consolePages, type ConsolePage } from '../src/contract/console-pages.ts'
import { pages, type PageName } from '../src/contract/pages.ts'

// The size budget (issues 2 and 14): what a page may load before the user does anything, as `npm run size` measures it in a browser.

export type Measured = {
  page: PageName
  path: string
  status: number
  scripts: number // files
  bytes: number // brotli, all scripts of the page
}

const kib = 1024
/** What strangers may open first: by a contact's link, a search or a footer. */
const strangersPages: ReadonlySet<PageName> = new Set([
  'Homepage',
  'Categories',
  'Category',
  'Comparison',
  'Code',
  'Click',
  'RecipientData',
  'ExpiredRecommendation',
  'Faq',
  'Contact',
  'RewardOverview',
  'Accessibility',
  'Imprint',
  'Privacy',
  'TOS',
  'CookieSettings',
  'FileNotFound',
])

/** What is measured: every page of the tenants, and those of the console that need no record. Signing out shows nothing of its own. */
export const measuredPages: PageName[] = [
  ...(Object.keys(pages) as PageName[]),
  ...(Object.keys(consolePages) as ConsolePage[]).filter(
    (page) => page !== 'ConsoleSignOut' && !/:(?!mandant)/.test(consolePages[page].path),
  ),
]

/** KiB of brotli that a page may load; strangers' pages have less, the console's with their lists more. */
export const budgetKib = (page: PageName): number =>
  page in consolePages ? 190 : strangersPages.has(page) ? 105 : 170

/** Expected statuses other than 200. */
const told: Partial<Record<PageName, number>> = {
  FileNotFound: 404,
  Thanks: 404,
  CustomerNumber: 404, // off at the measured tenant
  ExpiredRecommendation: 410,
  EmailChange: 404, // without the token of its mail
  ReviewAnswer: 404, // likewise
  AgencyConfirmation: 404,
  AgencySetPassword: 404,
  AgencyResetPassword: 404,
  // No such record; its page is the list's.
  AgencyInvitation: 404,
  AgencyInvoice: 404,
  AgencyOrder: 404,
  AgencyReferrer: 404,
  AgencyReward: 404,
  SalesPartnerOrder: 404,
  SalesPartnerCommission: 404,
  SalesPartnerNote: 404,
  ConsoleInvitation: 410, // without the token of its mail
}

/** What is wrong with a page, with its name and bytes; null if nothing. A page that did not open is not measured. */
export function judgeSize({ page, status, scripts, bytes }: Measured): string | null {
  if (status !== 200 && status !== told[page]) return `${page} answered ${status}.`
  if (scripts === 0) return `${page} loaded no script at all.`
  const budget = budgetKib(page) * kib
  return bytes > budget ? `${page} loads ${bytes} bytes, ${bytes - budget} over ${budget}.` : null
}

/** Every fault of a run; a page that was not measured is one. */
export function judgeSizes(measured: Measured[], pages: PageName[]): string[] {
  const missing = pages.filter((page) => !measured.some((one) => one.page === page))
  return [
    ...measured.map(judgeSize).filter((fault) => fault !== null),
    ...missing.map((page) => `${page} was not measured.`),
  ]
}

/** The figures as a table, the largest first; the first row is the head. */
export const sizeTable = (measured: Measured[]): string[][] => [
  ['page', 'address', 'status', 'files', 'KiB', 'budget', ''],
  ...measured
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((one) => [
      one.page,
      one.path,
      `${one.status}`,
      `${one.scripts}`,
      (one.bytes / kib).toFixed(1),
      `${budgetKib(one.page)}`,
      judgeSize(one) === null ? 'ok' : 'OVER OR BROKEN',
    ]),
]
