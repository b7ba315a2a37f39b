import { randomBytes } from 'node:crypto'
import { makeAgency } from '../../../test/helpers/agency.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'

type Fact = {
  what: string
  at: Temporal.Instant
  user: string | null
  channel: string | null
  count: number
}
export type Past = Awaited<ReturnType<typeof makePast>>

// Berlin midnights around clock changes, a month's end and a year's end.
const edges = [
  '2025-10-25T21:59:59Z',
  '2025-10-25T22:00:00Z', // 26 October, 25 hours long
  '2025-10-26T22:59:59Z',
  '2025-10-26T23:00:00Z',
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00Z', // New Year in Berlin
  '2026-03-28T22:59:59Z',
  '2026-03-28T23:00:00Z', // 29 March, 23 hours long
  '2026-03-29T21:59:59Z',
  '2026-03-29T22:00:00Z',
  '2026-03-31T21:59:59Z',
  '2026-03-31T22:00:00Z', // April in Berlin, March in UTC
  '2026-06-30T22:30:00Z',
  '2026-11-17T10:59:00Z',
].map((text) => Temporal.Instant.from(text))

export const wires = {
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

/** An agency with a random past, made through the real calls, and a plain list of what happened. */
export async function makePast(server: TestServer) {
  const agency = await makeAgency(server, 'standard', 'ST-1')
  const other = await makeAgency(server, 'standard', 'ST-2')
  const bench: Bench = await makeBench(server, 'standard')
  const facts: Fact[] = []
  const people = () => [agency.owner.id, agency.employee.id, agency.colleague.id, null]

  /** One person's invitation, registration and referral, with contacts and outcomes. */
  async function live(
    at: Temporal.Instant,
    pick: <T>(list: readonly T[]) => T,
    random: () => number,
  ) {
    const user = pick(people())
    // Nothing happens after the day on which the tests look.
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
      // Released later, often in another month; the contract's day stays.
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

  /** A registrant who never confirmed, or has deleted the account since. */
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

  /** The same at another agency, and with no agency; neither must count. */
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

  /** The plain reference: checks every fact in turn. */
  function count(is: (fact: Fact, day: string) => boolean) {
    const sums = Object.fromEntries(Object.values(wires).map((name) => [name, 0]))
    for (const fact of facts) {
      const day = fact.at.toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
      const name = wires[fact.what as keyof typeof wires]
      if (is(fact, day)) sums[name] = (sums[name] ?? 0) + fact.count
    }
    return sums
  }

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
  // The shortcuts above write people and referrals past the stores.
  await rebuildReports(server.deps, 'standard')
  return { agency, other, bench, count }
}

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
