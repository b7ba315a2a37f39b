import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { kindNames, lockCounter, moveCounter, tables } from './document-store.ts'
import { makeParty, setUpBilling, type TestParty } from './party.test-helper.ts'
import { runBilling, writeDocuments } from './write-documents.ts'

// What holds for invoices of agencies and for credit notes of sales partners alike.

let server: TestServer
let tenant: Tenant
let party: TestParty

beforeAll(async () => {
  server = await startTestServer()
  await setUpBilling(server)
})
startEachAfresh(() => server)
afterAll(() => server.stop())
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

describe.each(kindNames)('%s', (kind) => {
  beforeEach(async () => {
    on('2026-11-17')
    party = await makeParty(server, kind)
    tenant = await server.deps.tenants.get('telko')
  })
  const run = () => writeDocuments(server.deps, tenant, kind, system)
  const own = async () =>
    (await run()).created.filter(({ partyNumber }) => partyNumber === party.number)
  const setLast = (last: number) =>
    party.run((tx) => moveCounter(tx, 'telko', kind, party.partyId, 2026, last))

  test('each document is written once, however often and however parallel the run is', async () => {
    await party.release()
    on('2026-11-30')
    expect(await own()).toEqual([])
    on('2026-12-01')
    const runs = await Promise.all(Array.from({ length: 6 }, run))
    const made = runs.flatMap(({ created }) =>
      created.filter(({ partyNumber }) => partyNumber === party.number),
    )
    expect(made).toEqual([
      {
        number: `${party.number}-2026-1`,
        kind: party.bill,
        month: '2026-11',
        partyNumber: party.number,
        totalCents: party.oneCents,
      },
    ])
    expect(await own()).toEqual([])
    expect(await party.documents()).toHaveLength(1)
    const mails = await queuedMails(server, 'telko', party.email)
    expect(mails.filter(({ template }) => template === party.template)).toHaveLength(1)
    await party.expectBooks()
  })

  test('a document that cannot be written yet delays no other, and is written once it can be', async () => {
    const { partyId } = party
    on('2026-09-15')
    await party.release()
    on('2026-10-01')
    expect(await own()).toHaveLength(1)
    await party.release()
    const next = await makeParty(server, kind)
    await next.release()
    on('2026-11-01')
    // As a table that was put back by hand would have it: the number that comes next is taken.
    await setLast(0)
    const { created, failed } = await run()
    expect(failed).toEqual([partyId])
    expect(created.map(({ partyNumber }) => partyNumber)).toEqual([next.number])
    await setLast(1)
    expect(await own()).toMatchObject([{ number: `${party.number}-2026-2`, month: '2026-10' }])
    await party.expectBooks()
  })

  test('a month in which nothing was released or taken back has no document', async () => {
    await party.release()
    on('2027-02-10')
    expect((await own()).map(({ month }) => month)).toEqual(['2026-11'])
    on('2027-03-01')
    expect(await own()).toEqual([])
  })

  test('a document whose orders are all cancelled, month by month, comes to nothing with its VAT', async () => {
    const all = [await party.release(), await party.release(), await party.release()]
    on('2026-12-01')
    await own()
    for (const [index, day] of ['2026-12-20', '2027-01-20', '2027-02-20'].entries()) {
      on(day)
      await party.cancel(all[index]!)
      on(`2027-0${index + 1}-28`)
      await own()
    }
    on('2027-03-01')
    await own()
    const rows = await party.documents()
    const sum = (of: 'vat_cents' | 'total_cents') =>
      rows.reduce((cents, row) => cents + (row.kind === party.credit ? -1 : 1) * row[of], 0)
    expect(rows.map((row) => row.kind)).toEqual([party.bill, ...Array(3).fill(party.credit)])
    expect([sum('vat_cents'), sum('total_cents')]).toEqual([0, 0])
    await party.expectBooks()
  })

  test('what was cancelled before its month was billed is on no document', async () => {
    await party.cancel(await party.release())
    on('2026-12-01')
    expect(await own()).toEqual([])
    expect(await party.documents()).toEqual([])
    await party.expectBooks()
  })

  test('the sweep writes once a day, and on the day after what came later', async () => {
    await party.release()
    for (const [day, expected] of [
      ['2026-12-01', 1],
      ['2026-12-01', 1],
      ['2027-01-01', 2],
    ] as const) {
      on(day)
      await runBilling(server.deps, 'telko')
      expect(await party.documents()).toHaveLength(expected)
      await party.release()
    }
    await party.expectBooks()
  })

  test('a run that comes months late writes the documents of each month', async () => {
    const first = await party.release()
    on('2026-12-10')
    await party.release()
    await party.cancel(first)
    on('2027-03-05')
    expect((await own()).map(({ month, kind: paper, number }) => [month, paper, number])).toEqual([
      ['2026-11', party.bill, `${party.number}-2027-1`],
      ['2026-12', party.bill, `${party.number}-2027-2`],
      ['2026-12', party.credit, `${party.number}-2027-3`],
    ])
    await party.expectBooks()
  })

  test('what is cancelled a year later is taken back, naming the document that billed it', async () => {
    const order = await party.release()
    on('2026-12-01')
    await own()
    on('2027-12-20')
    await party.cancel(order)
    on('2028-01-01')
    expect(await own()).toMatchObject([
      { number: `${party.number}-2028-1`, kind: party.credit, month: '2027-12' },
    ])
    const [bill, credit] = await party.documents()
    expect(credit).toMatchObject({ vat_cents: bill!.vat_cents, total_cents: bill!.total_cents })
    expect(credit!.xml).toContain(`<ram:IssuerAssignedID>${bill!.number}</ram:IssuerAssignedID>`)
    await party.expectBooks()
  })

  test('what is booked into a month after its document is on the next document, once', async () => {
    await party.release()
    on('2026-12-01')
    await own()
    on('2026-11-30')
    await party.release()
    on('2026-12-02')
    expect(await own()).toEqual([])
    on('2027-01-01')
    expect((await own()).map(({ month }) => month)).toEqual(['2026-12'])
    await party.expectBooks()
  })

  test('a closed agency or partner still gets its outstanding document and later corrections', async () => {
    const [kept, lost] = [await party.release(), await party.release()]
    expect(kept).not.toBe(lost)
    expect(await party.close()).toBe('done')
    on('2026-12-01')
    expect(await own()).toMatchObject([{ kind: party.bill }])
    await party.cancel(lost)
    on('2027-01-01')
    expect(await own()).toMatchObject([{ kind: party.credit }])
    await party.expectBooks()
  })

  test('a tenant that has none of it has no documents', async () => {
    await party.release()
    on('2026-12-01')
    const without = { ...tenant, agencyBilling: null, salesPartners: null }
    expect(await writeDocuments(server.deps, without, kind, system)).toEqual({
      created: [],
      waiting: [],
      failed: [],
    })
    expect(await own()).toHaveLength(1)
  })

  test('a transaction that fails leaves no gap', async () => {
    await party.release()
    on('2026-12-01')
    await expect(
      party.run(async (tx) => {
        const last = await lockCounter(tx, 'telko', kind, party.partyId, 2026)
        await moveCounter(tx, 'telko', kind, party.partyId, 2026, last + 1)
        throw new Error('in the middle')
      }),
    ).rejects.toThrow('in the middle')
    expect((await own()).map(({ number }) => number)).toEqual([`${party.number}-2026-1`])
    await party.expectBooks()
  })

  test('a run waits for the number that another draws, and takes the next', async () => {
    const lock = (tx: Tx) => lockCounter(tx, 'telko', kind, party.partyId, 2026)
    await party.release()
    on('2026-12-01')
    await party.run(lock)
    const waiting = async () => {
      const { rows } = await party.run((tx) =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        ),
      )
      return rows.length
    }
    const late = await party.run(async (tx) => {
      const last = await lock(tx)
      const begun = own()
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      await moveCounter(tx, 'telko', kind, party.partyId, 2026, last + 1)
      return { begun }
    })
    expect(await late.begun).toMatchObject([{ number: `${party.number}-2026-2` }])
  })

  test(
    'parallel processes, and one killed between number and document, leave no gap and no duplicate',
    { tags: 'long' },
    async () => {
      for (let month = 1; month <= 3; month++) {
        on(`2027-0${month}-10`)
        await party.release()
      }
      on('2027-04-01')
      const script = new URL('./write-documents.test-process.ts', import.meta.url).pathname
      const start = () => {
        const args = [server.database.appUrl, server.clock.now().toString(), kind]
        const one = fork(script, args, { stdio: 'ignore' })
        return { one, begun: once(one, 'message'), end: once(one, 'exit') }
      }
      const { documents } = tables[kind]
      // Nobody can store a document here, so that the first has drawn its number and waits when it is killed.
      const rest = await asOwner(server, 'telko', async (tx) => {
        await sql`lock table ${sql.id(documents)} in share mode`.execute(tx)
        const killed = start()
        const waiting = async () => {
          const { rows } = await sql`
          select from pg_locks where relation = ${documents}::regclass and not granted`.execute(tx)
          return rows.length
        }
        await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
        const others = [start(), start()]
        await Promise.all(others.map(({ begun }) => begun))
        killed.one.kill('SIGKILL')
        await killed.end
        return others
      })
      await Promise.all(rest.map(({ end }) => end))
      await own()
      expect((await party.documents()).map(({ number }) => number)).toEqual(
        [1, 2, 3].map((place) => `${party.number}-2027-${place}`),
      )
      await party.expectBooks()
    },
  )

  test('documents are never changed or deleted by the app', async () => {
    await party.release()
    on('2026-12-01')
    await own()
    const { documents, lines } = tables[kind]
    for (const change of [
      sql`update ${sql.id(documents)} set total_cents = 1`,
      sql`update ${sql.id(lines)} set vat_percent = 1`,
      sql`delete from ${sql.id(documents)}`,
      sql`delete from ${sql.id(lines)}`,
    ])
      await expect(party.run((tx) => change.execute(tx))).rejects.toThrow(/permission denied/)
  })

  test('the check finds a document that is lost, and one that does not fit its lines', async () => {
    await party.release()
    on('2026-12-01')
    await own()
    const { id, lines, sums } = tables[kind]
    const [made] = await party.documents()
    await setLast(3)
    expect((await party.check()).join('\n')).toContain('the counter says 3')
    await setLast(1)
    expect(await party.check()).toEqual([])
    const raise = (cents: number) =>
      asOwner(server, 'telko', async (tx) => {
        const column = sql.id(sums.at(-1)![0])
        await sql`update ${sql.id(lines)} set ${column} = ${column} + ${cents}
          where tenant = 'telko' and ${sql.id(id)} = ${made!.id}`.execute(tx)
      })
    await raise(1)
    expect((await party.check()).join('\n')).toContain(`${made!.number}: lines hold `)
    await raise(-1)
    expect(await party.check()).toEqual([])
  })
})
