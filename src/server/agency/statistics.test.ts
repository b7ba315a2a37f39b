import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAgency, setAgencyState } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { rebuildReports } from './rebuild-reports.ts'
import { makeLarge } from './large-list.test-helper.ts'
import { sumLedger } from './invoice-check-store.ts'

// One agency with a random past, made through the calls that make orders and rewards, and a plain list of what was done.

type Agency = Awaited<ReturnType<typeof makeAgency>>
type Fact = {
  what: string
  at: Temporal.Instant
  user: string | null
  channel: string | null
  count: number
}

let server: TestServer
let bench: Bench
let agency: Agency
let other: Agency
const facts: Fact[] = []

// Midnights of Berlin on both sides of the changes of the clocks, of a month, and of a year.
const edges = [
  '2025-10-25T21:59:59Z',
  '2025-10-25T22:00:00Z', // 26 October, the day of 25 hours
  '2025-10-26T22:59:59Z',
  '2025-10-26T23:00:00Z',
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00Z', // the new year in Berlin
  '2026-03-28T22:59:59Z',
  '2026-03-28T23:00:00Z', // 29 March, the day of 23 hours
  '2026-03-29T21:59:59Z',
  '2026-03-29T22:00:00Z',
  '2026-03-31T21:59:59Z',
  '2026-03-31T22:00:00Z', // April in Berlin, March in UTC
  '2026-06-30T22:30:00Z',
  '2026-11-17T10:59:00Z',
].map((text) => Temporal.Instant.from(text))

beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'ST-1')
  other = await makeAgency(server, 'standard', 'ST-2')
  bench = await makeBench(server, 'standard')
  const random = seeded(28)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const first = Temporal.Instant.from('2025-08-01T06:00:00Z').epochMilliseconds
  const last = Temporal.Instant.from('2026-11-16T20:00:00Z').epochMilliseconds
  const somewhen = () =>
    Temporal.Instant.fromEpochMilliseconds(Math.floor(first + random() * (last - first)))
  const times = [...edges, ...Array.from({ length: 34 }, somewhen)]
  for (const at of times) await live(at, pick, random)
  for (const at of times.slice(0, 6)) await liveElsewhere(at)
  server.clock.set('2026-11-17T11:00:00Z')
  // The short cuts above make people and referrals past the stores.
  await rebuildReports(server.deps, 'standard')
}, 120_000)
afterAll(() => server.stop())

const people = () => [agency.owner.id, agency.employee.id, agency.colleague.id, null]

/** One invitation, registration and referral of somebody, with contacts, and with what became of them. */
async function live(
  at: Temporal.Instant,
  pick: <T>(list: readonly T[]) => T,
  random: () => number,
) {
  const user = pick(people())
  // Nothing of it lies after the day on which the tests look.
  const hasTime = at.toString() < '2026-09-30'
  const note = (
    what: string,
    channel: string | null = null,
    count = 1,
    when = server.clock.now(),
  ) => facts.push({ what, at: when, user, channel, count })
  server.clock.set(at.toString())
  if (user) {
    await invite(agency.agencyId, user)
    note('invited')
  }
  const account = await bench.makeAccount()
  await own('accounts', account.accountId, agency.agencyId, user)
  note('registered')
  if (random() < 0.3) await registerInVain(user, pick([true, false]))
  const referral = await bench.makeReferral({ account, share: pick([100, 50, 0]) })
  await own('referrals', referral.number, agency.agencyId, user)
  note('referrals')
  for (let contact = Math.floor(random() * 3); contact >= 0; contact--) {
    const channel = pick(['wa', 'em', 'qr', 'xx'])
    const recipient = await bench.makeRecipient(referral)
    await bench.run((tx) =>
      tx
        .updateTable('recipients')
        .set({ channel })
        .where('tenant', '=', 'standard')
        .where('number', '=', recipient.number)
        .execute(),
    )
    note('accepted', channel)
    const fate = pick(['none', 'ordered', 'released', 'released', 'cancelled', 'taken back'])
    if (fate === 'none') continue
    const order = await bench.makeOrder(referral, recipient)
    const concluded = server.clock.now()
    if (fate === 'cancelled') {
      await cancel(order)
      note('cancelledOrders', channel)
      continue
    }
    if (fate === 'ordered') {
      note('orders', channel)
      continue
    }
    // Released later, often in another month; the day of the contract stays.
    server.clock.advance(hasTime ? pick(['PT0S', 'P9D', 'P40D']) : 'PT0S')
    await bench.release(order)
    const rewards = await bench.readRewards(order)
    const sum = rewards.reduce((cents, reward) => cents + reward.cents, 0)
    note('rewards', channel, rewards.length)
    note('rewardCents', channel, sum)
    if (fate === 'released') {
      note('orders', channel, 1, concluded)
      note('releasedOrders', channel, 1, concluded)
    } else {
      note('endedRewards', channel, rewards.length)
      note('endedCents', channel, sum)
      note('cancelledOrders', channel, 1, concluded)
      server.clock.advance(hasTime ? 'P3D' : 'PT0S')
      await cancel(order)
    }
    server.clock.set(at.toString())
  }
}

/** Somebody who never confirmed the address, or who has deleted the account since. */
async function registerInVain(user: string | null, isDeleted: boolean) {
  const { accountId } = await bench.makeAccount()
  if (isDeleted) await own('accounts', accountId, agency.agencyId, user)
  const now = server.clock.now().toString()
  const gone = isDeleted ? { deleted_at: now } : {}
  await bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ agency_id: agency.agencyId, agency_user_id: user, ...gone })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', accountId)
      .execute(),
  )
}

/** The same of another agency, and of a referrer of none, which must not be counted. */
async function liveElsewhere(at: Temporal.Instant) {
  server.clock.set(at.toString())
  await invite(other.agencyId, other.owner.id)
  for (const place of [other.agencyId, null]) {
    const referral = await bench.makeReferral({ share: 100 })
    if (place) await own('referrals', referral.number, place, other.owner.id)
    const recipient = await bench.makeRecipient(referral)
    await bench.release(await bench.makeOrder(referral, recipient))
  }
}

const cancel = (order: string) =>
  bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, order, system))

const invite = (agencyId: string, userId: string) =>
  bench.run((tx) =>
    tx
      .insertInto('invitations')
      .values({
        tenant: 'standard',
        invitation_id: uuidv7(),
        agency_id: agencyId,
        user_id: userId,
        first_name: 'Inga',
        last_name: 'Geladen',
        email: `${randomBytes(6).toString('hex')}@post.example`,
        conversation: 'on-site',
        state: 'sent',
        language: 'de',
        created_at: server.clock.now().toString(),
        expires_on: server.clock.today().add({ days: 14 }).toString(),
      })
      .execute(),
  )

const own = (
  table: 'accounts' | 'referrals',
  id: string,
  agencyId: string,
  userId: string | null,
) =>
  bench.run(async (tx) => {
    const set = { agency_id: agencyId, agency_user_id: userId }
    if (table === 'accounts')
      await tx
        .updateTable('accounts')
        .set({ ...set, confirmed_at: server.clock.now().toString() })
        .where('tenant', '=', 'standard')
        .where('account_id', '=', id)
        .execute()
    else
      await tx
        .updateTable('referrals')
        .set(set)
        .where('tenant', '=', 'standard')
        .where('number', '=', id)
        .execute()
  })

const wires = {
  invited: 'Einladungen',
  registered: 'Registrierungen',
  referrals: 'Empfehlungen',
  accepted: 'Zusagen',
  orders: 'Auftraege',
  releasedOrders: 'Freigegeben',
  cancelledOrders: 'Storniert',
  refusedOrders: 'NichtAnerkannt',
  rewards: 'Praemien',
  rewardCents: 'PraemienCent',
  endedRewards: 'Entfallen',
  endedCents: 'EntfallenCent',
}

/** The plain reference: every fact looked at, one after the other. */
function count(is: (fact: Fact, day: string) => boolean) {
  const sums = Object.fromEntries(Object.values(wires).map((name) => [name, 0]))
  for (const fact of facts) {
    const day = fact.at.toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
    const name = wires[fact.what as keyof typeof wires]
    if (is(fact, day)) sums[name] = (sums[name] ?? 0) + fact.count
  }
  return sums
}

const ask = async (query: Record<string, string> = {}, token = agency.owner.token) =>
  server.call('GET', `/standard/agentur-konto/statistik?${new URLSearchParams(query)}`, { token })

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const periods = [
  ['2025-08-01', '2026-11-17'],
  ['2025-10-26', '2025-10-26'],
  ['2025-10-25', '2025-10-25'],
  ['2026-01-01', '2026-03-31'],
  ['2026-03-29', '2026-03-29'],
  ['2026-04-01', '2026-11-17'],
  ['2026-02-11', '2026-02-11'],
] as const

describe('the figures', () => {
  test.each(periods)(
    'from %s to %s are those of a plain count, in all, by month, by employee and by channel',
    async (von, bis) => {
      const { status, body } = await ask({ von, bis })
      expect(status).toBe(200)
      const inside = (day: string) => day >= von && day <= bis
      expect(body.Gesamt).toEqual(count((_, day) => inside(day)))
      for (const { Monat, ...figures } of body.Monate)
        expect([Monat, figures]).toEqual([
          Monat,
          count((_, day) => inside(day) && day.startsWith(Monat)),
        ])
      for (const { Id, Name, Mitarbeiternummer, Ausgeschieden, ...figures } of body.JeMitarbeiter)
        expect([Name, Mitarbeiternummer, Ausgeschieden, figures]).toEqual([
          Name,
          Mitarbeiternummer,
          false,
          count((fact, day) => inside(day) && fact.user === Id),
        ])
      for (const { Kanal, ...figures } of body.JeKanal)
        expect([Kanal, figures]).toEqual([
          Kanal,
          count((fact, day) => inside(day) && fact.channel === Kanal),
        ])
      // Nothing is lost between the tables.
      for (const rows of [body.Monate, body.JeMitarbeiter])
        for (const name of Object.values(wires))
          expect([name, rows.reduce((sum: number, row: any) => sum + row[name], 0)]).toEqual([
            name,
            body.Gesamt[name],
          ])
    },
  )

  test('over all time the rewards less those that ended are what the ledger holds of the agency', async () => {
    const { body } = await ask({ von: '2020-01-01' })
    const ledger = await bench.run((tx) =>
      sumLedger(tx, 'standard', agency.agencyId, server.clock.now()),
    )
    expect(body.Gesamt.PraemienCent - body.Gesamt.EntfallenCent).toBe(ledger)
    expect(ledger).toBeGreaterThan(0)
    await bench.expectLedger()
  })

  test.each(periods)(
    'from %s to %s are those of the lists of the same days, for the agency and for each of its people',
    async (Von, Bis) => {
      const { employee, owner } = agency
      const people: { token: string; filter: object; query: Record<string, string> }[] = [
        { token: owner.token, filter: {}, query: {} },
        { token: owner.token, filter: { Mitarbeiter: 'M-2' }, query: { mitarbeiter: employee.id } },
        { token: employee.token, filter: {}, query: {} },
      ]
      for (const { token, filter, query } of people) {
        const list = async (path: string, more: object = {}) => {
          const { body } = await server.call('PUT', `/standard/agentur/${path}`, {
            token,
            body: { Pagesize: 1, Filter: { Von, Bis, ...filter, ...more } },
          })
          return { many: body.TotalCount as number, cents: body.Summen?.WertCent as number }
        }
        const status = async (path: string, ...all: string[]) => {
          const each = await Promise.all(all.map((Status) => list(path, { Status })))
          return each.reduce((sum, { many }) => sum + many, 0)
        }
        const { Gesamt } = (await ask({ von: Von, bis: Bis, ...query }, token)).body
        const rewards = await list('praemien')
        expect({
          Registrierungen: await status('empfehler', 'Aktiv'),
          Empfehlungen: (await list('empfehlungen/alle')).many,
          Zusagen: (await list('leads/alle')).many,
          Auftraege: await status('auftraege/alle', 'Bestaetigt', 'Freigegeben'),
          Freigegeben: await status('auftraege/alle', 'Freigegeben'),
          Storniert: await status('auftraege/alle', 'Storniert'),
          NichtAnerkannt: await status('auftraege/alle', 'NichtAnerkannt'),
          Praemien: rewards.many,
          // The list's sum is of what is still there.
          PraemienCent: rewards.cents + Gesamt.EntfallenCent,
          Entfallen: await status('praemien', 'Storniert', 'NichtAnerkannt', 'Abgelaufen'),
          EntfallenCent: Gesamt.EntfallenCent,
          Einladungen: Gesamt.Einladungen, // their list has no days
        }).toEqual(Gesamt)
      }
    },
  )

  test('are the same where the lists are large enough to be summed by month, changes that nobody folded yet included', async () => {
    const figures = () =>
      Promise.all(periods.map(async ([von, bis]) => (await ask({ von, bis })).body))
    const before = await figures()
    await bench.run(async (tx) => {
      for (const kind of ['orders', 'rewards', 'leads', 'referrals'] as const)
        await makeLarge(tx, 'standard', { kind, agencyId: agency.agencyId }, 10)
    })
    expect(await figures()).toEqual(before)
    const bulk = { state: 'cancelled', tally: 'cancelled' }
    const turned = await bench.run(async (tx) => {
      const { rows } = await sql<{ row_id: string }>`
        with changed as (
          update report_rows set state = ${bulk.state}, tally = ${bulk.tally}
          where tenant = 'standard' and agency_id = ${agency.agencyId} and kind = 'orders' and tally = 'released'
            and day between '2026-01-01' and '2026-03-31'
          returning old.*, new.state as new_state, new.tally as new_tally)
        insert into report_deltas (tenant, kind, agency_id, employee, product, state, day, name, amount, channel, tally, count)
        select tenant, kind, agency_id, employee, product, state, day, name, cents, channel, tally, -1 from changed
        union all
        select tenant, kind, agency_id, employee, product, new_state, day, name, cents, channel, new_tally, 1 from changed
        returning delta_id as row_id`.execute(tx)
      return rows.length / 2
    })
    expect(turned).toBeGreaterThan(1)
    const after = (await ask({ von: '2026-01-01', bis: '2026-03-31' })).body.Gesamt
    const was = before[3].Gesamt
    expect(after).toEqual({
      ...was,
      Auftraege: was.Auftraege - turned,
      Freigegeben: was.Freigegeben - turned,
      Storniert: was.Storniert + turned,
    })
    await rebuildReports(server.deps, 'standard')
    expect(await figures()).toEqual(before)
  })

  test('of invitations are as many as their list has', async () => {
    for (const { token } of [agency.owner, agency.employee]) {
      const { body } = await server.call('PUT', '/standard/agentur/einladungen/alle/', {
        token,
        body: { Pagesize: 1 },
      })
      const { Gesamt } = (await ask({ von: '2020-01-01' }, token)).body
      expect(body.TotalCount).toBe(Gesamt.Einladungen)
    }
  })

  test('every month of the period stands there once, those in which nothing happened too', async () => {
    const { body } = await ask({ von: '2024-12-31', bis: '2025-03-01' })
    expect(body.Monate.map(({ Monat }: { Monat: string }) => Monat)).toEqual([
      '2024-12',
      '2025-01',
      '2025-02',
      '2025-03',
    ])
    expect(body.Gesamt).toEqual(count(() => false))
    expect(body.JeKanal).toEqual([])
  })
})

describe('the period', () => {
  test('is the current month and the eleven before it when nobody names one, and never ends after today', async () => {
    const { body } = await ask()
    expect([body.Von, body.Bis, body.Monate.length]).toEqual(['2025-12-01', '2026-11-17', 12])
    const later = await ask({ von: '2026-11-01', bis: '2027-05-05' })
    expect([later.body.Von, later.body.Bis]).toEqual(['2026-11-01', '2026-11-17'])
  })

  test.each([
    [{ von: '2026-05-02', bis: '2026-05-01' }, 'bis'],
    [{ von: '2026-12-01' }, 'von'],
    [{ von: '2006-12-01', bis: '2026-11-17' }, 'von'],
    [{ von: '1999-12-31', bis: '2001-01-01' }, 'von'],
    [{ von: '2026-02-30' }, 'von'],
    [{ bis: '01.02.2026' }, 'bis'],
    [{ mitarbeiter: 'alle' }, 'mitarbeiter'],
  ] as Record<string, string>[][])('%o is refused, naming the field', async (query, field) => {
    const { status, body } = await ask(query)
    expect([status, body.ErrorCode]).toEqual([400, 'PSOF0101'])
    expect(body.Fields.map(({ Field }: { Field: string }) => Field)).toEqual([field])
    expect(body.Fields[0].Message.length).toBeGreaterThan(5)
  })
})

describe('whose figures', () => {
  const all = { von: '2025-08-01' }

  test('an owner has the figures of one employee, and an employee has the own ones alone', async () => {
    const { id, token } = agency.employee
    const figures = count((fact) => fact.user === id)
    const asked = await ask({ ...all, mitarbeiter: id })
    expect(asked.body).toMatchObject({ Mitarbeiter: id, Gesamt: figures })
    const own = await ask(all, token)
    expect(own.body.Gesamt).toEqual(figures)
    expect(own.body.JeMitarbeiter.map(({ Id }: { Id: string }) => Id)).toEqual([id])
    expect(own.body.Auswahl.map(({ Id }: { Id: string }) => Id)).toEqual([id])
    expect((await ask({ ...all, mitarbeiter: id }, token)).body.Gesamt).toEqual(figures)
  })

  test("an employee asks for nobody else's, not even the agency's others", async () => {
    const answer = await ask({ mitarbeiter: agency.colleague.id }, agency.employee.token)
    expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0203'])
  })

  test('another agency has its own figures and none of this one', async () => {
    const { body } = await ask(all, other.owner.token)
    expect(body.Gesamt).toMatchObject({ Einladungen: 6, Empfehlungen: 6, Auftraege: 6 })
    expect(JSON.stringify(body)).not.toContain('Lindenhain-ST-1')
    const foreign = await ask({ mitarbeiter: agency.employee.id }, other.owner.token)
    expect(foreign.status).toBe(404)
  })

  test('without a session there is nothing; an inactive owner still reads', async () => {
    expect((await ask(all, 'a'.repeat(43))).status).toBe(401)
    await setAgencyState(server, 'standard', other.agencyId, 'inactive')
    expect((await ask(all, other.owner.token)).status).toBe(200)
  })
})

describe('the CSV', () => {
  const csv = (table: string, query = '', token = agency.owner.token) =>
    server.call('GET', `/standard/agentur-konto/statistik/${table}/csv${query}`, { token })
  const cells = (text: string) =>
    [...parseCsv(text, { separator: ';' })].map((row) => row.cells as string[])

  test('of the months holds the same figures, in German and in English', async () => {
    const { body } = await ask()
    const file = await csv('monate')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="Statistik-Monate-2025-12-01-2026-11-17.csv"',
    )
    const [head, ...rows] = cells(file.body)
    expect(head).toContain('davon freigegeben')
    expect(rows).toEqual(
      body.Monate.map((one: any) => [
        one.Monat,
        ...[one.Auftraege, one.Freigegeben, one.Storniert, one.NichtAnerkannt, one.Praemien].map(
          String,
        ),
        (one.PraemienCent / 100).toFixed(2).replace('.', ','),
        String(one.Entfallen),
        (one.EntfallenCent / 100).toFixed(2).replace('.', ','),
      ]),
    )
    expect(cells((await csv('monate', '?sprache=en')).body)[0]).toContain('of which released')
  })

  test('of every table can be had; one that does not exist cannot', async () => {
    expect(cells((await csv('trichter')).body)).toHaveLength(7)
    expect(cells((await csv('mitarbeiter')).body).length).toBeGreaterThan(3)
    expect(cells((await csv('kanaele', '?von=2025-08-01')).body)).toHaveLength(5)
    expect((await csv('personen')).status).toBe(400)
  })

  test('holds no formula, whatever an employee is called, and for an employee the own row alone', async () => {
    await bench.run((tx) =>
      tx
        .updateTable('agency_users')
        .set({ first_name: '=HYPERLINK("x")' })
        .where('tenant', '=', 'standard')
        .where('user_id', '=', agency.colleague.id)
        .execute(),
    )
    const rows = cells((await csv('mitarbeiter')).body)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(rows.flat().join(' ')).toContain("'=HYPERLINK")
    const own = cells((await csv('mitarbeiter', '', agency.employee.token)).body)
    expect(own).toHaveLength(2)
    expect(own[1]?.[0]).toBe('M-2')
  })
})
