import { sql } from 'kysely'
import { expect } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { BERLIN } from '../../domain/dates.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import { runBilling, writeDocuments } from '../billing/write-documents.ts'
import { sweepInvitations } from '../agency/invitation-jobs.ts'
import { checkInvoices } from '../billing/check-store.ts'
import { listStatedInvoices } from '../billing/invoice-payment-store.ts'
import { listAgencies } from '../agency/store.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { checkLedger } from '../reward/check-ledger-store.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './demo-tenants.ts'

/** The agency's first view of its invitations: most answered, some open, few over, no name forgotten. */
async function expectInvitationsOfToday({ deps, db }: TestServer): Promise<void> {
  await sweepInvitations(deps, 'bgv')
  await withTenant(db, 'bgv', async (tx) => {
    const [agency] = await listAgencies(tx, 'bgv')
    const { rows } = await sql<{ state: string; last_name: string }>`
      select state, last_name from invitations where tenant = 'bgv' and agency_id = ${agency!.agency_id}
      order by created_at desc limit 25`.execute(tx)
    const many = (state: string) => rows.filter((row) => row.state === state).length
    expect(rows.filter((row) => row.last_name === '')).toEqual([])
    expect(many('accepted')).toBeGreaterThan(many('sent'))
    expect(many('sent')).toBeGreaterThan(3)
    expect(many('expired')).toBeGreaterThan(0)
    expect(many('expired')).toBeLessThan(5)
  })
}

/**
 * Makes the year of agency business that ends on a day, and checks invoices, rewards, people and books.
 * @param made reuses an existing year, since one takes seconds
 */
export async function checkYear(day: string, made?: TestServer): Promise<void> {
  const other = made ?? (await startTestServer())
  try {
    other.clock.set(`${day}T11:00:00Z`)
    const tenant = await other.deps.tenants.get('bgv')
    await makeHistory(other.deps, tenant, bgv, system)
    const today = other.deps.clock.today()
    await withTenant(other.db, 'bgv', async (tx) => {
      for (const { agency_id: agencyId } of (await listAgencies(tx, 'bgv')).slice(0, 2)) {
        const rows = await listStatedInvoices(tx, 'bgv', agencyId, today, {
          states: [],
          search: '',
          orderBy: 'Nummer',
          descending: false,
          limit: 100,
          offset: 0,
        })
        const invoices = rows.filter(({ kind }) => kind === 'invoice')
        expect(invoices.length).toBeGreaterThan(6)
        const months = invoices.map(({ month }) => month)
        expect(months).toEqual([...new Set(months)].toSorted())
        for (const { month, issued_on: issuedOn } of invoices.slice(0, -1))
          expect(issuedOn).toBe(
            startOfMonth(month)
              .toZonedDateTimeISO(BERLIN)
              .add({ months: 1 })
              .toPlainDate()
              .toString(),
          )
        // Small ones are settled by what was set off.
        expect(invoices.map(({ state }) => (state === 'settled' ? 'paid' : state))).toEqual([
          ...invoices.slice(0, -2).map(() => 'paid'),
          expect.stringMatching(/^(overdue|paid)$/),
          'open',
        ])
      }
      const { rows: states } = await sql<{ state: string; days: number }>`
        select state, count(distinct created_at::date)::int as days from rewards
        where tenant = 'bgv' group by state`.execute(tx)
      const of = Object.fromEntries(states.map(({ state, days }) => [state, days]))
      for (const state of ['provided', 'collected', 'paid', 'cancelled'])
        expect([state, of[state] ?? 0]).toEqual([state, expect.toSatisfy((n) => n > 0)])
      const { rows: late } = await sql`
        select reward_id from rewards where tenant = 'bgv' and (greatest(provided_at, collected_at, paid_at) > ${other.deps.clock.now().toString()}
          or paid_at < collected_at or collected_at < provided_at)`.execute(tx)
      expect(late).toEqual([])
      expect(await checkLedger(tx, 'bgv')).toEqual([])
      expect(await checkInvoices(tx, 'bgv')).toEqual([])
      const { rows: twice } = await sql`
        select first_name, last_name from (
          select first_name, last_name, email from invitations where tenant = 'bgv' and first_name <> ''
          union all select first_name, last_name, email from recipients where tenant = 'bgv') as people
        group by 1, 2 having count(distinct email) > 1`.execute(tx)
      expect(twice).toEqual([])
    })
    await expectInvitationsOfToday(other)
    expect(await runBilling(other.deps, 'bgv')).toBeUndefined()
    expect(await writeDocuments(other.deps, tenant, 'invoices', system)).toMatchObject({
      created: [],
    })
  } finally {
    if (!made) await other.stop()
  }
}
