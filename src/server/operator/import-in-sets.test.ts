import { fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordStatements } from '../../../bench/record-statements.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { idsIn, readTables } from '../../../test/helpers/read-tables.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { formatCents } from '../../domain/money.ts'
import { numberFrom } from '../../domain/numbers.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { followAuditChain } from '../base/audit-chain-store.ts'
import { system } from '../base/audit-store.ts'
import { insertClaim } from '../base/claim-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { checkLedger } from '../reward/check-ledger-store.ts'
import { importLines } from '../reward/import-lines.ts'
import { makeBench, type Bench, type Referral } from '../reward/reward.test-helper.ts'
import { findImport, insertImport, listErrors, startImport } from './order-import-store.ts'
import { runOrderImport } from './run-order-import.ts'

// Lines that go in sets leave the same rows, and are answered alike, as lines that come one after another.

let server: TestServer
let benches: Record<string, Bench>
let stranger: string // a contact of another tenant
const codes = ['standard', 'telko', 'bgv'] as const

beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  benches = {}
  for (const code of codes) benches[code] = await makeBench(server, code)
  const other = benches['telko']!
  stranger = (await other.makeRecipient(await other.makeReferral())).number
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const clues = [
  'contact',
  'contact',
  'contact',
  'contact',
  'referral',
  'both',
  'email',
  'referral-email',
  'nobody',
  'stranger',
  'none',
  'crossed',
  'partner',
] as const
const wish = fc.record({
  number: fc.nat(25),
  spelling: fc.nat(7),
  clue: fc.constantFrom(...clues),
  contact: fc.nat(11),
  product: fc.constantFrom(0, 0, 0, 0, 1, 'unknown'),
  day: fc.constantFrom(0, 0, 0, 0, 0, -1, 50, -60_000, 'gestern'),
  status: fc.constantFrom(
    'abgeschlossen',
    'abgeschlossen',
    'abgeschlossen',
    'abgeschlossen',
    'storniert',
    'offen',
  ),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never
const situation = fc.record({
  code: fc.constantFrom(...codes),
  by: fc.constantFrom('feed', 'file', 'file'),
  lines: fc.array(wish, { minLength: 8, maxLength: 40 }),
  released: fc.boolean(),
  isOwn: fc.boolean(),
  part: fc.constantFrom(1, 1, 0.5), // of what the file would earn is still agreed to
})
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

type World = { lines: Record<string, string>[]; operator: string; starter: string }

/** Recommendations, contacts of few mailboxes, contracts of each state, and lines about all of them. */
async function make(given: Situation, tenant: Tenant): Promise<World> {
  const { code } = given
  const bench = benches[code]!
  const accounts = await Promise.all([0, 1, 2].map(() => bench.makeAccount()))
  const [first, second] = bench.products
  const referrals: Referral[] = []
  for (const at of [0, 1, 2, 3, 4, 5])
    referrals.push(
      await bench.makeReferral({
        account: accounts[at % 3]!,
        product: (at === 3 ? second! : first!).product_id,
        share: [50, 100, 0][at % 3]!,
        owned: at < 3,
      }),
    )
  const emails = ['anna.berg@gmail.com', 'annaberg+zwei@gmail.com', 'otto@post.example']
  const contacts: { number: string; email: string; referral: string }[] = []
  const seen = new Set<string>()
  for (let at = 0; at < 12; at++) {
    const referral = referrals[[0, 0, 0, 1, 2, 3, 4, 5, 1, 2, 4, 5][at]!]!
    const email = at < 6 ? emails[at % 3]! : `kontakt${at}@post.example`
    const isConfirmed = at % 3 !== 1 && !seen.has(`${referral.number} ${email}`)
    if (isConfirmed) seen.add(`${referral.number} ${email}`)
    const made = await bench.makeRecipient(referral, {
      email,
      state: isConfirmed ? 'confirmed' : 'accepted',
      street: 'Birkenweg',
      houseNumber: String(at % 4),
      zip: '20095',
    })
    contacts.push({ ...made, referral: referral.number })
  }
  await asOwner(server, code, async (tx) => {
    await sql`update accounts set step_mails = true where account_id <> ${accounts[2]!.accountId}`.execute(
      tx,
    )
    await sql`update referrals set state = 'cancelled', cancelled_at = ${testNow} where number = ${referrals[5]!.number}`.execute(
      tx,
    )
    await tx
      .insertInto('orders')
      .values({
        tenant: code,
        number: numberFrom(crypto.getRandomValues(new Uint8Array(10))),
        referral_number: contacts[8]!.referral,
        recipient_number: contacts[8]!.number,
        product_id: first!.product_id,
        contract_on: server.clock.today().toString(),
        state: 'reported',
        source: 'tracking',
        channel: 'wa',
        reported_at: testNow,
      })
      .execute()
    await sql`update orders set external_number = null where state = 'reported' and tenant = ${code}`.execute(
      tx,
    )
  })
  // No two contracts are of one day: which comes first, if a cap is left for one, would be a matter of their random numbers.
  const dayOf = (at: number) => server.clock.today().subtract({ days: at }).toString()
  const known = (at: number) => ({
    externalNumber: `V-${at}`,
    productExternalId: first!.external_id,
    contractOn: dayOf(at),
    status: 'abgeschlossen' as const,
  })
  await bench.feed({ ...known(0), recipientNumber: contacts[0]!.number })
  await bench.feed({ ...known(1), recipientNumber: contacts[3]!.number })
  await bench.feed({ ...known(2), recipientNumber: contacts[4]!.number })
  await bench.feed({ ...known(2), recipientNumber: contacts[4]!.number, status: 'storniert' })
  await bench.feed({ ...known(3), email: 'noch.niemand@post.example' })
  if (given.released) {
    const order = await bench.run((tx) =>
      tx
        .selectFrom('orders')
        .select('number')
        .where('tenant', '=', code)
        .where('external_number', '=', 'V-0')
        .executeTakeFirst(),
    )
    if (order) await bench.release(order.number)
  }
  for (const at of [4, 5])
    await bench.run((tx) =>
      insertClaim(
        tx,
        code,
        {
          id: uuidv7(),
          claimant: { kind: 'recipient', id: contacts[at]!.number },
          referralNumber: contacts[at]!.referral,
          productId: first!.product_id,
          externalNumber: `v ${at}`,
          contractOn: dayOf(at),
          note: null,
          answerBy: server.clock.today().add({ days: 20 }),
          at: server.clock.now(),
        },
        null,
      ),
    )
  const partner = tenant.salesPartners
    ? await bench.run((tx) =>
        tx
          .selectFrom('sales_partners')
          .select('number')
          .where('tenant', '=', code)
          .where('state', '=', 'active')
          .executeTakeFirst(),
      )
    : undefined
  const name = `${given.isOwn ? 'kontakt7' : 'einleser'}@post.example`
  const by = await makeOperator(server, name, ['payout-preparer', 'reviewer'], code)
  const starter = await makeOperator(server, 'starter@post.example', ['payout-preparer'], code)
  const cluesOf = ({ clue, contact: at }: Wish): Record<string, string> => {
    const { number, referral, email } = contacts[at]!
    const other = contacts[(at + 5) % contacts.length]!
    switch (clue) {
      case 'contact':
        return { Empfaengernummer: number }
      case 'referral':
        return { Empfehlungsnummer: referral }
      case 'both':
        return { Empfaengernummer: number.toLowerCase(), Empfehlungsnummer: referral }
      case 'email':
        return { Email: email }
      case 'referral-email':
        return { Empfehlungsnummer: referral, Email: email.toUpperCase() }
      case 'nobody':
        return { Empfaengernummer: `NIEMAND0000000${10 + at}` }
      case 'stranger':
        return { Empfaengernummer: stranger }
      case 'none':
        return {} as Record<string, string>
      case 'crossed':
        return { Empfaengernummer: number, Empfehlungsnummer: other.referral }
      case 'partner':
        return { Verkaufspartnernummer: partner?.number ?? 'VP-0' }
    }
  }
  return {
    operator: by.id,
    starter: starter.id,
    lines: given.lines.map((one) => ({
      ExterneAuftragsnummer: `${one.spelling === 0 ? 'v ' : 'V-'}${one.number}`,
      ProduktExterneId:
        typeof one.product === 'string' ? one.product : bench.products[one.product]!.external_id,
      Vertragsdatum: typeof one.day === 'string' ? one.day : dayOf(one.number - one.day),
      Status: one.status,
      ...cluesOf(one),
    })),
  }
}

const columns = [
  'ExterneAuftragsnummer',
  'Empfaengernummer',
  'Empfehlungsnummer',
  'Email',
  'Verkaufspartnernummer',
  'ProduktExterneId',
  'Vertragsdatum',
  'Status',
]
const fileOf = (lines: readonly Record<string, string>[]) =>
  Buffer.from(
    [
      columns.join(';'),
      ...lines.map((line) => columns.map((name) => line[name] ?? '').join(';')),
    ].join('\n'),
  )

const importId = '01900000-0000-7000-8000-000000000001'
const steps = {
  feed: async (deps: Deps, tenant: Tenant, { lines }: World, atOnce?: number) =>
    importLines(deps, tenant, lines, {
      source: 'feed',
      actor: system,
      locale: 'de',
      ...(atOnce ? { atOnce } : {}),
    }),
  file: async (deps: Deps, tenant: Tenant, _: World, atOnce?: number) => {
    await runOrderImport(deps, tenant, importId, new AbortController().signal, atOnce)
    return withTenant(deps.db, tenant.code, async (tx) => ({
      file: await findImport(tx, tenant.code, importId),
      checked: await listErrors(tx, tenant.code, importId, {
        phase: 'check',
        after: 0,
        limit: 100,
      }),
      run: await listErrors(tx, tenant.code, importId, { phase: 'run', after: 0, limit: 100 }),
    }))
  },
}

/** The same both ways: here in sets, in a copy of the database line by line. */
async function compare(step: keyof typeof steps, tenant: Tenant, world: World): Promise<number> {
  const { code } = tenant
  const copy = await createTestDatabase(server.database)
  const alone = makeTestDeps(copy.appUrl)
  try {
    alone.clock.set(server.clock.now().toString())
    const before = idsIn(await readTables(server.database.ownerUrl, code))
    const answer = await steps[step](server.deps, tenant, world)
    expect(answer).toEqual(await steps[step](alone.deps, tenant, world, 1))
    const [ours, theirs] = await Promise.all([
      readTables(server.database.ownerUrl, code, before),
      readTables(copy.ownerUrl, code, before),
    ])
    expect(ours).toEqual(theirs)
    await withTenant(server.db, code, async (tx) => {
      expect(await checkLedger(tx, code)).toEqual([])
      expect((await followAuditChain(tx, code)).problems).toEqual([])
    })
    return ours['orders']!.length
  } finally {
    await alone.deps.db.close()
    await copy.drop()
  }
}

test('lines in sets leave the same rows in every table, and are answered alike, as line by line', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      server.clock.set(testNow)
      const { code, by } = given
      const kept = await createTestDatabase(server.database)
      const { tenant } = benches[code]!
      try {
        const world = await make(given, tenant)
        if (by === 'feed') return void (await compare('feed', tenant, world))
        await withTenant(server.db, code, (tx) =>
          insertImport(
            tx,
            code,
            {
              id: importId,
              name: 'mai.csv',
              content: fileOf(world.lines),
              lines: world.lines.length,
              locale: 'de',
              by: world.operator,
            },
            server.clock.now(),
          ),
        )
        await compare('file', tenant, world)
        await withTenant(server.db, code, (tx) =>
          startImport(
            tx,
            code,
            importId,
            {
              operatorId: world.starter,
              role: 'payout-preparer',
              session: uuidv7(),
              reason: 'Monatsdatei',
            },
            server.clock.now(),
          ),
        )
        await asOwner(server, code, (tx) =>
          sql`update order_imports set would_cents = floor(would_cents * ${given.part}::numeric) where import_id = ${importId}`.execute(
            tx,
          ),
        )
        await compare('file', tenant, world)
      } finally {
        await server.database.restore(kept)
        await kept.drop()
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 6), endOnFailure: true },
  )
}, 600_000)

test('a contract of a recommendation alone comes after those of anybody who accepted it, in sets as line by line', async () => {
  const bench = benches['bgv']!
  const kept = await createTestDatabase(server.database)
  try {
    const [product] = bench.products
    // Enough for a contract and a half.
    const cap = { ...bench.tenant.cap, cents: product!.commission_cents * 1.5 }
    const shared = await bench.makeReferral({ share: 0 })
    const other = await bench.makeReferral({ share: 0 })
    const mara = { email: 'mara@post.example', state: 'accepted' }
    await bench.makeRecipient(shared, mara)
    await bench.makeRecipient(shared, { ...mara, email: 'nils@post.example' })
    const elsewhere = await bench.makeRecipient(other, mara)
    const line = (at: number, daysAgo: number, clues: Record<string, string>) => ({
      ExterneAuftragsnummer: `ALLEIN-${at}`,
      ProduktExterneId: product!.external_id,
      Vertragsdatum: server.clock.today().subtract({ days: daysAgo }).toString(),
      Status: 'abgeschlossen',
      ...clues,
    })
    // The first confirms Mara, so that the second is hers. The third is older than the second, and would leave it nothing.
    const lines = [
      line(1, 3, { Empfehlungsnummer: shared.number, Email: mara.email }),
      line(2, 1, { Empfehlungsnummer: shared.number }),
      line(3, 2, { Empfaengernummer: elsewhere.number }),
    ]
    await compare('feed', { ...bench.tenant, cap }, { lines, operator: '', starter: '' })
    const capped = await bench.mails('rewardCapped')
    const half = formatCents(product!.commission_cents / 2, 'de')
    expect(capped.map(({ data }) => data as object)).toMatchObject([
      { amount: half },
      { amount: half },
    ])
  } finally {
    await server.database.restore(kept)
    await kept.drop()
  }
})

/** Lines of new contracts, each of a person and a recommendation of its own, who are not confirmed yet. */
async function makeLines(bench: Bench, many: number): Promise<Record<string, string>[]> {
  const lines: Record<string, string>[] = []
  while (lines.length < many)
    lines.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, many - lines.length) }, async (_, at) => {
          const referral = await bench.makeReferral()
          const contact = await bench.makeRecipient(referral, { state: 'accepted' })
          return {
            ExterneAuftragsnummer: `NEU-${lines.length + at}-${contact.number}`,
            Empfaengernummer: contact.number,
            ProduktExterneId: bench.products[0]!.external_id,
            Vertragsdatum: server.clock.today().toString(),
            Status: 'abgeschlossen',
          }
        }),
      )),
    )
  await asOwner(server, bench.code, (tx) =>
    sql`update accounts set step_mails = true where tenant = ${bench.code}`.execute(tx),
  )
  return lines
}

/** Each contract is there, noted and told of once, its person confirmed once, and its sums are right. */
async function expectOnce(bench: Bench, lines: readonly Record<string, string>[]): Promise<void> {
  const { code } = bench
  const externals = lines.map((line) => line['ExterneAuftragsnummer']!)
  await bench.run(async (tx) => {
    const { rows } = await sql<Record<string, number>>`
      with made as (select * from orders where tenant = ${code} and external_number = any (${externals}::text[]))
      select (select count(*)::int from made where state = 'confirmed') as orders,
        (select count(*)::int from audit_log where tenant = ${code} and action = 'order-confirmed'
          and subject_id in (select number from made)) as noted,
        (select count(*)::int from audit_log where tenant = ${code} and action = 'confirm-recipient'
          and subject_id in (select recipient_number from made)) as people,
        (select count(*)::int from mails where tenant = ${code} and template = 'contractConcluded'
          and split_part(dedupe_key, '|', 2) in (select number from made)) as mails`.execute(tx)
    const many = lines.length
    expect(rows[0]).toEqual({ orders: many, noted: many, people: many, mails: many })
    expect(await checkLedger(tx, code)).toEqual([])
    expect((await followAuditChain(tx, code)).problems).toEqual([])
  })
}
const importAs = (bench: Bench, lines: readonly Record<string, string>[]) =>
  importLines(server.deps, bench.tenant, lines, { source: 'feed', actor: system, locale: 'de' })
const resultsOf = (came: Awaited<ReturnType<typeof importAs>>) =>
  came.map(({ result: { result } }) => result)

test('a hundred new contracts take fewer statements than lines', async () => {
  const bench = benches['standard']!
  const lines = await makeLines(bench, 100)
  const { borrows } = await recordStatements(server.db.pool, async () => {
    expect(new Set(resultsOf(await importAs(bench, lines)))).toEqual(new Set(['neu']))
  })
  expect(borrows.flatMap(({ waves }) => waves.flat()).length).toBeLessThan(60)
  await expectOnce(bench, lines)
})

test('a line that the database refuses stops no other of its set, and is in once it can be', async () => {
  const bench = benches['standard']!
  const lines = await makeLines(bench, 8)
  const bad = lines[3]!['ExterneAuftragsnummer']!
  await asOwner(server, 'standard', (tx) =>
    sql`alter table orders add constraint refused check (external_number <> ${sql.lit(bad)})`.execute(
      tx,
    ),
  )
  const came = resultsOf(await importAs(bench, lines))
  expect(came).toEqual(lines.map((_, at) => (at === 3 ? 'fehler' : 'neu')))
  await expectOnce(
    bench,
    lines.filter((_, at) => at !== 3),
  )
  await asOwner(server, 'standard', (tx) =>
    sql`alter table orders drop constraint refused`.execute(tx),
  )
  const again = resultsOf(await importAs(bench, lines))
  expect(again).toEqual(lines.map((_, at) => (at === 3 ? 'neu' : 'unveraendert')))
  await expectOnce(bench, lines)
})

test('the same lines from several at once, also in another order and one by one, are in once', async () => {
  const bench = benches['standard']!
  const lines = await makeLines(bench, 30)
  const came = await Promise.all([
    importAs(bench, lines),
    importAs(bench, lines),
    importAs(bench, lines.toReversed()),
    ...lines.slice(10, 16).map((line) => importAs(bench, [line])),
  ])
  const results = came.flatMap(resultsOf)
  expect(results.filter((result) => result === 'neu')).toHaveLength(lines.length)
  expect(results.filter((result) => result === 'fehler')).toEqual([])
  await expectOnce(bench, lines)
})

test('a worker that is killed between or within sets loses nothing, and the next does nothing twice', async () => {
  const bench = benches['standard']!
  const lines = await makeLines(bench, 250)
  const id = uuidv7()
  const by = await makeOperator(server, 'nachts@betrieb.example', ['payout-preparer'])
  const now = server.clock.now()
  await bench.run(async (tx) => {
    const content = fileOf(lines)
    const file = { id, name: 'mai.csv', content, lines: lines.length, locale: 'de' as const }
    await insertImport(tx, 'standard', { ...file, by: by.id }, now)
    await sql`update order_imports set state = 'checked', would_cents = 100000000 where import_id = ${id}`.execute(
      tx,
    )
    const start = { operatorId: by.id, role: 'payout-preparer', session: by.session, reason: 'Mai' }
    await startImport(tx, 'standard', id, start, now)
  })
  const externals = lines.map((line) => line['ExterneAuftragsnummer']!)
  const isBegun = (n: number) =>
    bench.run(async (tx) => {
      const { rows } = await sql<{ done: number }>`
        select count(*)::int as done from orders where tenant = 'standard' and external_number = any (${externals}::text[])`.execute(
        tx,
      )
      return rows[0]!.done >= n
    })
  for (const until of [0, 1]) {
    const child = fork(
      new URL('run-order-import.test-process.ts', import.meta.url),
      [server.database.appUrl, now.toString(), 'standard', id],
      { stdio: 'inherit' },
    )
    const ended = once(child, 'exit')
    await once(child, 'message')
    while (!(await isBegun(until)) && child.exitCode === null);
    child.kill('SIGKILL')
    await ended
  }
  await runOrderImport(server.deps, bench.tenant, id, new AbortController().signal)
  const done = await bench.run((tx) => findImport(tx, 'standard', id))
  expect(done).toMatchObject({ state: 'done', done: lines.length, failed: 0 })
  expect(done!.created + done!.kept).toBe(lines.length)
  await expectOnce(bench, lines)
})
