import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from './connection.ts'

// What the app's login may change of tables that say who is owed what, or that prove something.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const account = ['bic', 'holder', 'iban_encrypted', 'iban_end', 'iban_hash', 'iban_mask']

/** `[]`: rows are written once. A column that joins must be one that the app really changes. */
const changeable: Record<string, string[]> = {
  audit_log: [],
  books_files: [],
  books_months: [],
  claim_files: [],
  claims: [
    'assigned_to',
    'changed_at',
    'changed_by',
    'closed_at',
    'note',
    'order_number',
    'refusal_note',
    'refusal_reason',
    'state',
    'version',
  ],
  clawbacks: [
    'closed_at',
    'decided_by',
    'left_cents',
    'outcome',
    'proposal',
    'proposed_at',
    'proposed_by',
    'reminded_at',
    'reminded_by',
    'reminders',
    'repay_cents',
    'repay_on',
    'repay_reference',
    'version',
  ],
  clicks: [],
  commission_plans: [],
  commission_postings: [],
  consent_proofs: [],
  consent_texts: [],
  consents: [],
  invoice_lines: [],
  invoice_payments: [],
  invoice_reminders: [],
  invoice_set_offs: [],
  invoices: [],
  ledger_postings: [],
  partner_note_lines: [],
  partner_note_postings: [],
  bank_line_bookings: [],
  bank_line_payouts: ['applied_at', 'decided_by', 'decided_reason'],
  bank_lines: [
    'cents',
    'decided_at',
    'decided_by',
    'kind',
    'likely_id',
    'likely_kind',
    'named_at',
    'named_by',
    'named_kind',
    'named_reason',
    'named_subject',
    'reason',
    'subject',
    'version',
  ],
  payout_approval_flags: [],
  payout_approvals: [],
  payout_batches: [
    'cancel_at',
    'cancel_by',
    'cancel_reason',
    'cancelled_alone',
    'cancelled_at',
    'cancelled_by',
    'told_at',
    'told_by',
    'untold_alone',
    'untold_at',
    'untold_by',
    'untold_from',
  ],
  payout_proposal_items: ['batch_id', 'taken_out_at', 'taken_out_by', 'taken_out_reason'],
  payout_proposals: [
    'approvals_needed',
    'close_reason',
    'closed_at',
    'closed_by',
    'content_hash',
    'files_planned',
    'payments',
    'state',
    'total_cents',
    'version',
  ],
  bank_accounts: [...account, 'updated_at'],
  bank_uploads: [
    'content_encrypted',
    'done',
    'ended_at',
    'part',
    'parts',
    'payments',
    'problem_de',
    'problem_en',
    'report',
    'seen_at',
    'state',
    'tries',
    'why',
  ],
  bonus_plans: ['deleted_at', 'deleted_by'],
  invoice_counters: ['last'],
  partner_note_counters: ['last'],
  orders: [
    'attached_at',
    'attached_by',
    'attached_cents',
    'cancelled_at',
    'clawed_back',
    'doubted_bringer',
    'doubted_by',
    'doubts',
    'recipient_number',
    'refusal_note',
    'refusal_reason',
    'releasable_on',
    'reward_cents',
    'released_at',
    'state',
  ],
  order_imports: [
    'ask_reason',
    'asked_at',
    'cancelled',
    'cents',
    'content',
    'created',
    'done',
    'end_reason',
    'ended_at',
    'ended_by',
    'failed',
    'kept',
    'lost_cents',
    'reason',
    'seen_at',
    'started_at',
    'started_by',
    'started_role',
    'started_session',
    'state',
    'version',
    'waiting',
    'would_cancel',
    'would_cents',
    'would_create',
    'would_fail',
    'would_keep',
    'would_lose_cents',
    'would_wait',
  ],
  papers: ['paid_on', 'state', 'version'],
  partner_notes: ['paid_at', 'payout_id'],
  goodwill_requests: ['decided_at', 'decided_by', 'decision_reason', 'outcome', 'version'],
  partner_orders: ['billed_in', 'cancelled_at', 'released_at', 'state'],
  repayments: ['reference', 'undone_at', 'undone_by'],
  payouts: ['bank_status', 'held_at', 'reason', 'settled_at', 'state'],
  review_cases: [
    'answer_by',
    'appeal_entered_by',
    'appeal_id',
    'assigned_to',
    'changed_at',
    'changed_by',
    'closed_at',
    'first_decided_at',
    'first_decided_by',
    'opened_at',
    'outcome',
    'queue_on',
    'reasons',
    'snoozed_until',
    'version',
  ],
  selection_items: ['outcome', 'why'],
  selections: [
    'ended_at',
    'needs_two',
    'note',
    'reason_code',
    'started_at',
    'started_by',
    'started_role',
    'started_session',
    'state',
    'stop_reason',
    'stopped_by',
    'version',
  ],
  review_questions: ['answer', 'answered_at'],
  reward_bank_data: [...account, 'bank_spells', 'created_at'],
  unmatched_orders: [
    'brought_by',
    'contract_on',
    'counted_cents',
    'email_hash',
    'order_file',
    'product_external_id',
    'product_id',
    'recipient_number',
    'referral_number',
    'seen_at',
    'source',
  ],
  rewards: [
    'appealed_on',
    'account_id',
    'cancelled_at',
    'claim_settled_at',
    'claimed_back_at',
    'collected_at',
    'due_on',
    'expires_on',
    'extended_on',
    'option_id',
    'paid_at',
    'payout_id',
    'payout_problem',
    'provided_at',
    'provisions',
    'refusal_note',
    'refusal_reason',
    'reminded_on',
    'review',
    'review_reasons',
    'rule',
    'set_off_cents',
    'state',
    'taken_as',
  ],
  voucher_orders: [
    'changed_at',
    'leased_until',
    'products',
    'queued_at',
    'reason',
    'reference',
    'state',
    'version',
  ],
  vouchers: [
    'doubted_at',
    'doubted_by',
    'faulty_at',
    'faulty_by',
    'remind_on',
    'reward_id',
    'shown_at',
    'taken_at',
  ],
}

/** Neither worth nor owner of these is changed either; what else they hold about a person is. */
const fixed: Record<string, string[]> = {
  referrals: [
    'account_id',
    'agency_plan',
    'commission_cents',
    'number',
    'plan',
    'product_id',
    'share',
  ],
  sales_partners: ['created_at', 'number', 'partner_id'],
}

/** Tables with amounts that are no promise to anybody: what the shop shows and sums that are made again. */
const free = [
  'books_sums',
  'fixed_line_products',
  'mobile_offers',
  'products',
  'report_counts',
  'report_deltas',
  'report_lists',
  'report_rows',
  'voucher_alarms', // which pools are low, by their value
  'report_steps',
  'seller_figures',
  'seller_norms',
]

async function updatable(): Promise<Map<string, string[]>> {
  const { rows } = await server.db.pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, coalesce(array_agg(a.attname::text order by a.attname)
      filter (where has_column_privilege('zuspruch_app', c.oid, a.attnum, 'update')), '{}') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

test('the app changes of what is owed, and of what proves something, only where it stands', async () => {
  const found = await updatable()
  for (const [table, columns] of Object.entries(changeable))
    expect([table, found.get(table)]).toEqual([table, columns.toSorted()])
  for (const [table, columns] of Object.entries(fixed))
    for (const column of [...columns, 'tenant'])
      expect([table, column, found.get(table)?.includes(column)]).toEqual([table, column, false])
})

/** What ends with its years, its person or its use; payments only after the day that the sweep says (`migrate.test.ts`). */
const deletable = [
  'bank_accounts',
  'bank_line_payouts',
  'bank_lines',
  'bank_uploads',
  'claim_files',
  'claims',
  'consent_proofs',
  'consent_texts',
  'consents',
  'goodwill_requests',
  'invoice_payments',
  'order_imports',
  'payout_approval_flags',
  'payout_approvals',
  'payout_batches',
  'payout_proposal_items',
  'payout_proposals',
  'payouts',
  'referrals',
  'review_questions',
  'reward_bank_data',
  'selection_items',
  'selections',
  'unmatched_orders',
]

test('of these tables the app deletes from those alone that retention, erasure or a corrected mark needs', async () => {
  const { rows } = await server.db.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (has_table_privilege('zuspruch_app', oid, 'delete') or has_table_privilege('zuspruch_app', oid, 'truncate'))`)
  const watched = new Set([...Object.keys(changeable), ...Object.keys(fixed)])
  const found = rows.map(({ name }) => name).filter((name) => watched.has(name))
  expect(found.toSorted()).toEqual(deletable)
})

test('every table with an amount, an account or a contract’s day is one of those', async () => {
  const { rows } = await server.db.pool.query<{ name: string }>(`
    select distinct c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (a.attname ~ '(^|_)(cents|iban|contract_on|postings?)(_|$)' or a.attname in ('amount', 'code_hash', 'text_hash'))`)
  const known = new Set([...Object.keys(changeable), ...Object.keys(fixed), ...free])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('an update of an amount, an account or a contract’s day is refused by the database, also through the one function that confirms a report', async () => {
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'), 100)
  const run = (statement: ReturnType<typeof sql>) =>
    withTenant(server.db, 'standard', (tx) => statement.execute(tx))
  for (const statement of [
    sql`update payouts set cents = cents + 1`,
    sql`update payouts set iban_encrypted = ''`,
    sql`update rewards set cents = cents + 1`,
    sql`update rewards set recipient_number = null`,
    sql`update orders set contract_on = '2020-01-01'`,
    sql`update orders set commission_cents = 1`,
    sql`update referrals set share = 100`,
    sql`update vouchers set cents = 1`,
    sql`update partner_orders set commission_cents = 1`,
    sql`update bonus_plans set fixed_cents = 1`,
  ])
    await expect(run(statement)).rejects.toThrow(/permission denied/)
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql<{
      done: boolean
    }>`select confirm_reported_order('standard', ${journey.orderNumber}, 'X-1', '2020-01-01', null, 'confirmed',
      now()) as done`.execute(tx),
  )
  expect(rows).toEqual([{ done: false }])
})

test('another tenant’s report is not confirmed by that function, and it makes no other state', async () => {
  const { orderNumber } = await makeJourney(
    server,
    'standard',
    await makeApiKey(server, 'standard'),
    100,
  )
  const set = (state: string) =>
    asOwner(server, 'standard', (tx) =>
      sql`update orders set state = ${state} where tenant = 'standard' and number = ${orderNumber}`.execute(
        tx,
      ),
    )
  const call = (tenant: string, state: string) =>
    withTenant(server.db, tenant, async (tx) => {
      const { rows } = await sql<{ done: boolean }>`
        select confirm_reported_order('standard', ${orderNumber}, 'X-2', '2020-01-01', null, ${state}, now()) as done`.execute(
        tx,
      )
      return rows[0]!.done
    })
  await set('reported')
  await expect(call('standard', 'released')).rejects.toThrow('a reported order is confirmed')
  expect(await call('bgv', 'confirmed')).toBe(false)
  expect(await call('standard', 'confirmed')).toBe(true)
})

test('a referral is moved by its function alone: what nobody owns, from an account that nobody confirmed, of the own tenant', async () => {
  const read = <T>(query: ReturnType<typeof sql<T>>) =>
    asOwner(server, 'standard', (tx) => query.execute(tx))
  const { rows } = await read(sql<{ id: string; other: string }>`
    select account_id as id, (select account_id from accounts a where a.tenant = 'standard' and a.confirmed_at is not null
      and a.account_id <> referrals.account_id limit 1) as other
    from referrals where tenant = 'standard' and owned_at is not null limit 1`)
  const { id, other } = rows[0]!
  const of = async (account: string) => {
    const found = await read(
      sql<{ number: string }>`
        select number from referrals where tenant = 'standard' and account_id = ${account} order by number`,
    )
    return found.rows
  }
  const before = [await of(id), await of(other)]
  const move = (tenant: string) =>
    withTenant(server.db, tenant, (tx) =>
      sql`select move_unowned_referrals('standard', ${id}::uuid, ${other}::uuid)`.execute(tx),
    )
  const set = (confirmed: boolean, owned: boolean) =>
    read(sql`with account as (
        update accounts set confirmed_at = case when ${confirmed} then now() end where tenant = 'standard' and account_id = ${id})
      update referrals set owned_at = case when ${owned} then now() end
      where tenant = 'standard' and account_id = ${id}`)
  for (const [confirmed, owned, tenant] of [
    [true, true, 'standard'],
    [true, false, 'standard'],
    [false, true, 'standard'],
    [false, false, 'telko'],
  ] as const) {
    await set(confirmed, owned)
    await move(tenant)
    expect([await of(id), await of(other)], `${confirmed} ${owned} ${tenant}`).toEqual(before)
  }
  await move('standard')
  expect(await of(id)).toEqual([])
  expect(await of(other)).toEqual(before.flat().toSorted((a, b) => (a.number < b.number ? -1 : 1)))
})
