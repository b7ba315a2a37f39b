import { keptCampaignMonths, keptDays, keptYears } from '../../src/domain/retention.ts'
import { sealedColumns } from '../../src/server/base/sealed-store.ts'
import { secretNames } from '../../src/server/base/secret-store.ts'
import type { DB } from '../../src/server/db/tables.ts'
import { blankTenant } from '../../src/server/tenant/blank-tenant.ts'
import { code, span, table } from './table.ts'

type Level = 'public' | 'internal' | 'numbered' | 'personal'

/** Every table by what its columns hold at most, secret columns aside. A new table fails the types until it is here. */
const levels: Record<keyof DB, Level> = {
  accounts: 'personal',
  agencies: 'personal',
  agency_users: 'personal',
  agent_tokens: 'internal',
  agents: 'public',
  audit_heads: 'internal',
  audit_log: 'personal',
  bank_accounts: 'personal',
  bank_books: 'internal',
  bank_files: 'internal',
  bank_line_bookings: 'numbered',
  bank_line_payouts: 'personal',
  bank_lines: 'personal',
  bank_uploads: 'internal',
  bonus_plans: 'internal',
  books_checks: 'internal',
  books_files: 'personal',
  books_month_waits: 'internal',
  books_months: 'internal',
  books_sums: 'internal',
  campaigns: 'public',
  claim_files: 'personal',
  claims: 'personal',
  clawbacks: 'numbered',
  clicks: 'numbered',
  clock: 'internal',
  commission_plans: 'internal',
  commission_postings: 'numbered',
  consent_proofs: 'numbered',
  consent_texts: 'public',
  consents: 'numbered',
  content_copies: 'public',
  content_entries: 'public',
  deletion_counts: 'internal',
  ended_referrals: 'internal',
  event_counts: 'internal',
  funnel_closed: 'internal',
  funnel_days: 'internal',
  fixed_line_products: 'public',
  goodwill_requests: 'personal',
  idempotency_keys: 'numbered',
  invitations: 'personal',
  invoice_counters: 'internal',
  invoice_lines: 'numbered',
  invoice_payments: 'internal',
  invoice_reminders: 'internal',
  invoice_runs: 'internal',
  invoice_set_offs: 'internal',
  invoices: 'personal',
  leads_to_report: 'personal',
  ledger_postings: 'numbered',
  mails: 'personal',
  mobile_offers: 'public',
  objections: 'personal',
  operator_grants: 'numbered',
  operator_notices: 'internal',
  operator_passkeys: 'personal',
  passkeys: 'personal',
  operator_views: 'personal',
  operator_visits: 'numbered',
  operators: 'personal',
  order_decisions: 'personal',
  order_import_errors: 'internal',
  order_imports: 'personal',
  orders: 'personal',
  orders_to_report: 'personal',
  outbox: 'numbered',
  papers: 'internal',
  partner_note_counters: 'internal',
  partner_note_lines: 'numbered',
  partner_note_postings: 'numbered',
  partner_note_runs: 'internal',
  partner_notes: 'personal',
  partner_orders: 'numbered',
  payee_checks: 'personal',
  payout_account_changes: 'internal',
  payout_approval_flags: 'numbered',
  payout_approvals: 'numbered',
  payout_batches: 'numbered',
  payout_proposal_items: 'personal',
  payout_proposals: 'numbered',
  payouts: 'personal',
  person_notes: 'personal',
  pictures: 'public',
  presences: 'numbered',
  product_feeds: 'internal',
  products: 'public',
  rate_limits: 'numbered',
  recipients: 'personal',
  recommenders_to_report: 'personal',
  referrals: 'personal',
  referrals_to_report: 'personal',
  repayments: 'personal',
  report_counts: 'internal',
  report_deltas: 'personal',
  report_lists: 'internal',
  report_rows: 'personal',
  report_steps: 'internal',
  review_cases: 'numbered',
  review_questions: 'personal',
  reward_bank_data: 'personal',
  reward_options: 'public',
  rewards: 'personal',
  rewards_to_report: 'personal',
  sales_partners: 'personal',
  secret_keys: 'internal',
  selection_items: 'numbered',
  selections: 'personal',
  seller_figures: 'numbered',
  seller_norms: 'internal',
  tenant_pictures: 'public',
  tenant_secrets: 'internal',
  tenants: 'internal',
  tokens: 'numbered',
  unmatched_orders: 'numbered',
  voucher_alarms: 'internal',
  voucher_orders: 'numbered',
  vouchers: 'numbered',
}

export const tablesByLevel = () =>
  table(
    ['level', 'tables'],
    [...Map.groupBy(Object.keys(levels) as (keyof DB)[], (name) => levels[name])]
      .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([level, names]) => [level, names.map(code).join(', ')]),
  )
const order: Level[] = ['personal', 'numbered', 'internal', 'public']

type Columns = { [Name in keyof DB]?: (keyof DB[Name] & string)[] }

/** Of what lets somebody in only a hash is kept. */
const hashed: Columns = {
  accounts: ['password_hash'],
  agency_users: ['password_hash'],
  sales_partners: ['password_hash'],
  tokens: ['hash'],
}
/** Keyed, so that nobody finds the value by trying. */
const keyed: Columns = {
  bank_accounts: ['iban_hash'],
  reward_bank_data: ['iban_hash'],
  payout_proposal_items: ['iban_hash'],
  vouchers: ['code_hash'],
  consent_proofs: ['address_hash'],
  unmatched_orders: ['email_hash'],
  recipients: ['person_hash'],
  referrals: ['network_hash'],
}

const named = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, own]) => own.map((column) => code(`${name}.${column}`)).join(', '))
    .join(', ')

export const secretColumns = () =>
  table(
    ['kept as', 'columns'],
    [
      [
        'sealed (AES-256-GCM, bound to tenant, table and row)',
        [
          ...Object.entries(sealedColumns).map(([name, { sealed }]) => code(`${name}.${sealed}`)),
          code('secret_keys.sealed'),
        ].join(', '),
      ],
      ['hash: argon2id of passwords, SHA-256 of random tokens', named(hashed)],
      ['keyed hash (HMAC-SHA-256)', named(keyed)],
    ],
  )

export const tenantSecrets = () => secretNames.map(code).join(', ')

/** What is kept how long, by the names of the constants. */
const words: Record<keyof typeof keptDays, string> = {
  unconfirmedAccount: 'an account that nobody confirmed',
  sentMail: 'address and text of a mail, after it was sent',
  unsentMail: 'the same of one that could not be sent',
  closedObjection: 'an objection, after it was closed',
  selection: 'a bulk decision',
  closedQuestion: 'a question about a held reward with its answer',
  closedClaimFile: 'a claim’s file and note, after the answer',
  closedClaim: 'the claim itself',
  unmatchedOrder: 'a contract of nobody, after the feed named it last',
  orderFile: 'a file of orders that nobody carried out',
  orderFileResult: 'its result',
  bankUpload: 'a bank’s file that no job could end; others go at once',
  bankUploadResult: 'its result',
  unusedPicture: 'a tenant’s picture that nothing names',
  endedAccess: 'sessions, links and operators’ passkeys, after their end',
  endedInvitation: 'whom an agency invited, after the end',
  cookieProof: 'the proof of a yes to cookies',
}

const years = (count: number) => `${count} whole calendar years`

export const retention = () => {
  const { retentionYears } = blankTenant({ code: '', name: '', legalName: '', hosts: [] })
  return table(
    ['what', 'kept'],
    [
      ...(Object.entries(words) as [keyof typeof keptDays, string][]).map(([name, what]) => [
        what,
        span(keptDays[name] * 86_400),
      ]),
      ['the proof of a consent, after its withdrawal', years(keptYears.consentProof.other)],
      ['that of a consent to calls', years(keptYears.consentProof.phone)],
      ['name and address of an operator, after the last right', years(keptYears.leftOperator)],
      [
        'closed records of payments',
        `${years(retentionYears)} (setting ${code('retentionYears')})`,
      ],
      ['campaigns in the statistics', `${keptCampaignMonths} months`],
      ['answers for a repeated call', '24 hours'],
      ['counters of limits', '2 days'],
      ['audit log, invoices, credit notes, books', 'for good'],
    ],
  )
}
