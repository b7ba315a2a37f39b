// Where an accountant books what the ledger moves. The account numbers are a tenant's; those given here are customary, and the
// accountant has to confirm them.

export const accountRoles = [
  'expense', // of rewards
  'provision', // promised, not yet earned
  'liability', // owed to people
  'transit', // at the bank
  'bank',
  'vouchers', // bought, not yet given
  'claims', // to have back
  'release', // what expired
  'writtenOff',
  'commission',
  'inputTax', // on commissions
  'partners', // owed to sales partners
  'agencies', // owed by agencies
  'agencyRewards', // billed to them
  'agencyFees',
  'salesTax', // on fees
  'bankCharges',
  'clearing', // of the bank's lines that the programme cannot book
] as const
export type AccountRole = (typeof accountRoles)[number]

export const charts = ['SKR03', 'SKR04'] as const
export type Chart = (typeof charts)[number]

export const encodings = ['windows-1252', 'utf-8'] as const

const numbers: Record<AccountRole, readonly [skr03: string, skr04: string]> = {
  expense: ['4600', '6600'],
  provision: ['0970', '3070'],
  liability: ['1700', '3500'],
  transit: ['1360', '1460'],
  bank: ['1200', '1800'],
  vouchers: ['1502', '1302'],
  claims: ['1500', '1300'],
  release: ['2735', '4930'],
  writtenOff: ['2400', '6930'],
  commission: ['4760', '6770'],
  inputTax: ['1576', '1406'],
  partners: ['1600', '3300'],
  agencies: ['1400', '1200'],
  agencyRewards: ['8200', '4000'],
  agencyFees: ['8400', '4400'],
  salesTax: ['1776', '3806'],
  bankCharges: ['4970', '6855'],
  clearing: ['1792', '3630'],
}

export type Accounting = {
  consultant: number // Beraternummer
  client: number // Mandantennummer
  yearStart: number // month in which the business year begins
  chart: Chart
  accountLength: number // digits of a general ledger account
  encoding: (typeof encodings)[number]
  isLocked: boolean // whether a closed month's batch arrives as final
  accounts: Partial<Record<AccountRole, string>>
}

/** What a form begins with where a tenant has none; consultant and client are its own. */
export const firstAccounting = {
  consultant: null,
  client: null,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: false,
  accounts: {},
} as const satisfies Record<keyof Accounting, unknown>

/** The number of an account, with zeros to the tenant's length. */
export function accountNumber(
  role: AccountRole,
  { chart, accountLength, accounts }: Pick<Accounting, 'chart' | 'accountLength' | 'accounts'>,
): string {
  const own = accounts[role]
  return own ?? numbers[role][chart === 'SKR03' ? 0 : 1].padEnd(accountLength, '0')
}

/** The first day of the business year that a month is part of. */
export function yearStartOf(month: string, yearStart: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return `${of >= yearStart ? year : year - 1}-${String(yearStart).padStart(2, '0')}-01`
}
