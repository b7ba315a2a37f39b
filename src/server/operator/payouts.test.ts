import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { withTenant } from '../db/connection.ts'
import { endGrantOf } from '../team/store.ts'
import { insertAccountChange, markAccountApproved } from '../payout/account-change-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { takeFileBack } from '../payout/cancel-file.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { checkReport } from '../payout/payee-checks.test-helper.ts'
import { ibans, makeFixtures, notice } from '../payout/payout.test-helper.ts'
import { proposePayout } from '../payout/propose-payout.ts'
import { releasePayout } from '../payout/release-payout.ts'
import { usePayoutAccount } from './use-payout-account.ts'

// Two people and nobody alone, by the console's calls; the command line goes the same way (test/never-possible.test.ts).

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const at = '/standard/betrieb/auszahlungen'
const Grund = 'Das stimmt so nicht'
let made = 0
const operator = (...roles: OperatorRole[]) =>
  makeOperator(server, `zahlt${++made}@betrieb.example`, roles)
const preparer = () => operator('payout-preparer')
const approver = () => operator('payout-approver')
type Token = { token: string }

const get = async (path: string, { token }: Token) =>
  (await server.call('GET', `${at}${path}`, { token })).body
const put = (path: string, { token }: Token, body: object = {}) =>
  server.call('PUT', `${at}${path}`, { token, body })
const propose = async ({ token }: Token, body: object = {}) =>
  (await server.call('POST', at, { token, body })).body as {
    AuszahlungId: string | null
    Laufend: string | null
    Eigene: number
    NeueKonten: number
    UeberGrenze: number
  }
/** Approves as it is now. */
const approve = async (id: string, who: Token, more: object = {}) => {
  const { Version, Fingerabdruck } = await get(`/${id}`, who)
  return put(`/${id}/freigabe`, who, { Version, Fingerabdruck, ...more })
}
const act = async (path: string, id: string, who: Token) =>
  put(`/${id}/${path}`, who, { Version: (await get(`/${id}`, who)).Version, Grund })
const release = (id: string) => releasePayout(server.deps, 'standard', id)
const setRules = (payouts: object) => changeTenant(server, 'standard', { payouts })

test('nothing is claimed, and no file is there, before somebody else has approved', async () => {
  const reward = await fixtures.collected(5_000)
  const by = await operator('payout-preparer', 'payout-approver')
  const { AuszahlungId: id } = await propose(by)
  expect(id).toMatch(/^20261117-/)
  expect(await fixtures.reward(reward)).toMatchObject({ state: 'collected', payout_id: null })
  expect(await fixtures.payouts(reward)).toEqual([])
  const own = await approve(id!, by)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  expect(await get(`/${id}`, by)).toMatchObject({
    NichtFreigebbar: 'own-proposal',
    Stand: 'offen',
    Dateien: [],
  })
  // Nor does the job that writes files.
  await release(id!)
  expect(await fixtures.payouts(reward)).toEqual([])

  const other = await approver()
  expect((await approve(id!, other)).body).toEqual({ Ergebnis: 'released' })
  await release(id!)
  const found = await get(`/${id}`, other)
  expect(found).toMatchObject({ Stand: 'erteilt', Unterwegs: 1, SummeCent: 5_000 })
  const file = await server.call('GET', `${at}/dateien/${found.Dateien[0].DateiId}`, other)
  expect(file.status).toBe(200)
  expect(await fixtures.payouts(reward)).toHaveLength(1)
  await fixtures.booksAreRight()
})

test('two approve at once, and one file comes; a third approval finds it over', async () => {
  const reward = await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const people = await Promise.all([approver(), approver(), approver()])
  const answers = await Promise.all(people.map((who) => approve(id!, who)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await Promise.all([release(id!), release(id!), release(id!)])
  expect(await fixtures.payouts(reward)).toHaveLength(1)
  expect((await approve(id!, people[0]!)).status).toBe(409)
  await fixtures.booksAreRight()
})

test('two propose at once, and there is one proposal', async () => {
  await fixtures.collected(5_000)
  const people = await Promise.all([preparer(), preparer(), preparer()])
  const answers = await Promise.all(people.map((who) => propose(who)))
  const ids = answers.flatMap((answer) => answer.AuszahlungId ?? [])
  expect(ids).toHaveLength(1)
  expect(answers.flatMap((answer) => answer.Laufend ?? [])).toEqual([ids[0], ids[0]])
})

describe('what changed since is not paid', () => {
  const proposed = async () => {
    const reward = await fixtures.collected(5_000)
    await fixtures.collected(4_000)
    const { AuszahlungId } = await propose(await preparer())
    return { reward, id: AuszahlungId! }
  }
  const set = (what: ReturnType<typeof sql>) => fixtures.inTenant((tx) => what.execute(tx))
  const changes: [string, (reward: string) => Promise<unknown>][] = [
    [
      'an order that was cancelled',
      (id) =>
        set(
          sql`update rewards set state = 'cancelled', cancelled_at = now() where reward_id = ${id}`,
        ),
    ],
    ['a hold', (id) => set(sql`update rewards set review = 'held' where reward_id = ${id}`)],
    [
      'another holder',
      (id) => set(sql`update reward_bank_data set holder = 'Dieb' where reward_id = ${id}`),
    ],
    [
      'a blocked account',
      (id) =>
        set(sql`update accounts set blocked_on = '2026-11-17', blocked_by = 'test'
          where account_id = (select account_id from rewards where reward_id = ${id})`),
    ],
    [
      'what was set off',
      (id) => set(sql`update rewards set set_off_cents = 100 where reward_id = ${id}`),
    ],
  ]
  test.each(changes)('%s: the proposal is over, and has to be made anew', async (_, change) => {
    const { reward, id } = await proposed()
    await change(reward)
    const who = await approver()
    expect(await get(`/${id}`, who)).toMatchObject({ Pruefung: { Geaendert: 1 } })
    expect((await approve(id, who)).body).toEqual({ Ergebnis: 'changed' })
    expect(await get(`/${id}`, who)).toMatchObject({ Stand: 'geaendert', Dateien: [] })
    expect(await fixtures.payouts(reward)).toEqual([])
    expect((await propose(await preparer())).AuszahlungId).not.toBeNull()
  })

  test('between approval and file: it is left out, the others are paid', async () => {
    const { reward, id } = await proposed()
    const who = await approver()
    await approve(id, who)
    await set(sql`update reward_bank_data set holder = 'Dieb' where reward_id = ${reward}`)
    await release(id)
    expect(await get(`/${id}`, who)).toMatchObject({
      Stand: 'erteilt',
      Zahlungen: 1,
      SummeCent: 4_000,
      Herausgenommen: 1,
    })
    expect(await fixtures.reward(reward)).toMatchObject({ state: 'collected', payout_id: null })
    await fixtures.booksAreRight()
  })

  test('another account that pays', async () => {
    const { id } = await proposed()
    const { payoutAccount } = await server.deps.tenants.get('standard')
    const now = server.clock.now()
    const week = now.subtract({ hours: 168 })
    const account = { ...payoutAccount, iban: ibans.second }
    const given = { id: uuidv7(), before: payoutAccount, account, by: 'one', at: week }
    await fixtures.inTenant(async (tx) => {
      await insertAccountChange(tx, 'standard', { ...given, reason: Grund })
      const approval = { by: 'other', at: week, useFrom: now }
      await markAccountApproved(tx, 'standard', given.id, approval)
    })
    await usePayoutAccount(server.deps, 'standard')
    expect((await approve(id, await approver())).body).toEqual({ Ergebnis: 'changed' })
  })

  test('after three days it is over', async () => {
    const { id } = await proposed()
    const waits = async ({ token }: Token) => {
      const { body } = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
      const tasks = body.Aufgaben as { Art: string; OhneFrist: number }[]
      return tasks.find(({ Art }) => Art === 'payout-proposals')!.OhneFrist
    }
    server.clock.advance('PT71H59M59S')
    const who = await approver()
    expect([(await get(`/${id}`, who)).Stand, await waits(who)]).toEqual(['offen', 1])
    server.clock.advance('PT1S')
    const listed = async (Stand: string) =>
      (await server.call('PUT', at, { ...who, body: { Filter: { Stand } } })).body.Content
    expect((await get(`/${id}`, who)).Stand).toBe('abgelaufen')
    expect(await waits(who)).toBe(0)
    expect(await listed('offen')).toEqual([])
    expect(await listed('abgelaufen')).toMatchObject([{ AuszahlungId: id, Stand: 'abgelaufen' }])
    const file = await server.call('GET', `${at}/csv?Stand=abgelaufen`, who)
    expect(String(file.body)).toContain(id)
    expect((await approve(id, who)).body).toEqual({ Ergebnis: 'expired' })
    expect((await get(`/${id}`, who)).Stand).toBe('abgelaufen')
    expect((await propose(await preparer())).AuszahlungId).not.toBeNull()
  })
})

test('a payment taken out is not approved with the others, and what was approved before counts no more', async () => {
  await setRules({ aloneCents: 1_000 })
  const reward = await fixtures.collected(5_000)
  await fixtures.collected(4_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const [first, second] = [await approver(), await approver()]
  const seen = await get(`/${id}`, second)
  expect((await approve(id!, first)).body).toEqual({ Ergebnis: 'waits' })
  expect((await act(`zahlungen/${reward}/herausnahme`, id!, second)).status).toBe(200)
  // What was seen before is not what there is now.
  const { Version } = await get(`/${id}`, second)
  const old = { Version, Fingerabdruck: seen.Fingerabdruck }
  expect((await put(`/${id}/freigabe`, second, old)).status).toBe(409)
  expect((await approve(id!, second)).body).toEqual({ Ergebnis: 'waits' })
  expect((await approve(id!, first)).body).toEqual({ Ergebnis: 'released' })
  await release(id!)
  expect(await get(`/${id}`, first)).toMatchObject({ SummeCent: 4_000, Herausgenommen: 1 })
  const { body } = await put(`/${id}/zahlungen`, first, { Filter: { Art: 'heraus' } })
  expect(body.Content).toMatchObject([{ Praemie: reward, Grund }])
  expect((await propose(await preparer())).AuszahlungId).not.toBeNull()
  await fixtures.booksAreRight()
})

test('above the limit two other people approve, each once', async () => {
  await setRules({ aloneCents: 4_999 })
  await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const [first, second] = [await approver(), await approver()]
  expect((await approve(id!, first)).body).toEqual({ Ergebnis: 'waits' })
  expect((await approve(id!, first)).status).toBe(409)
  expect((await approve(id!, second)).body).toEqual({ Ergebnis: 'released' })
})

test('an account that was changed within 48 hours waits, or two people approve', async () => {
  const reward = await fixtures.collected(5_000)
  await fixtures.inTenant((tx) =>
    sql`update reward_bank_data set created_at = created_at + interval '1 day' where reward_id = ${reward}`.execute(
      tx,
    ),
  )
  server.clock.advance('P2D')
  const by = await preparer()
  expect(await propose(by)).toMatchObject({ AuszahlungId: null, NeueKonten: 1 })
  const { AuszahlungId: id } = await propose(by, { MitNeuenKonten: true })
  expect(await get(`/${id}`, by)).toMatchObject({
    FreigabenNoetig: 2,
    Pruefung: { GeaenderteKonten: 1 },
  })
  await act('ende', id!, by)
  server.clock.advance('P1D')
  expect(await propose(await preparer())).toMatchObject({
    NeueKonten: 0,
    AuszahlungId: expect.any(String),
  })
})

test('what is one’s own is left out of the proposal, and not approved', async () => {
  const reward = await fixtures.collected(5_000)
  const { email } = await fixtures.inTenant((tx) =>
    sql<{ email: string }>`select email from accounts
      where account_id = (select account_id from rewards where reward_id = ${reward})`
      .execute(tx)
      .then(({ rows }) => rows[0]!),
  )
  const self = await makeOperator(server, email, ['payout-preparer', 'payout-approver'])
  expect(await propose(self)).toMatchObject({ AuszahlungId: null, Eigene: 1 })
  const { AuszahlungId: id } = await propose(await preparer())
  expect((await get(`/${id}`, self)).NichtFreigebbar).toBe('own-case')
  const answer = await approve(id!, self)
  expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0706'])
})

describe('where one person is alone', () => {
  const why = 'Es gibt nur eine Person in der Buchhaltung.'
  test('the tenant’s reason lets them approve what they proposed, and stands beside it', async () => {
    await setRules({ aloneReason: why, aloneCents: 1 })
    await fixtures.collected(5_000)
    const self = await operator('payout-preparer', 'payout-approver')
    const { AuszahlungId: id } = await propose(self)
    expect(await get(`/${id}`, self)).toMatchObject({ AlleinWeil: why, NichtFreigebbar: null })
    expect((await approve(id!, self)).body).toEqual({ Ergebnis: 'released' })
    expect((await get(`/${id}`, self)).FreigegebenVon).toMatchObject([{ AlleinWeil: why }])
  })

  test('it counts for nothing as soon as somebody else may approve', async () => {
    await setRules({ aloneReason: why })
    await fixtures.collected(5_000)
    const self = await operator('payout-preparer', 'payout-approver')
    await approver()
    const { AuszahlungId: id } = await propose(self)
    expect((await approve(id!, self)).status).toBe(403)
  })

  test('ending the right of whoever else could approve makes nobody alone for a week', async () => {
    await setRules({ aloneReason: why })
    const reward = await fixtures.collected(5_000)
    const self = await operator('payout-preparer', 'payout-approver', 'tenant-admin')
    const { id: other } = await approver()
    const right = { operatorId: other, role: 'payout-approver' as const, by: self.id }
    const ended = server.deps.clock.realNow().subtract({ hours: 24 * 6 })
    const { AuszahlungId: id } = await propose(self)
    expect(await get(`/${id}`, self)).toMatchObject({ AlleinWeil: null, AlleinAb: null })
    await fixtures.inTenant((tx) => endGrantOf(tx, 'standard', right, ended))
    const shown = await get(`/${id}`, self)
    expect([shown.AlleinWeil, Temporal.Instant.from(shown.AlleinAb)]).toEqual([
      null,
      ended.add({ hours: 24 * 7 }).round('millisecond'),
    ])
    expect((await approve(id!, self)).status).toBe(403)
    await fixtures.inTenant((tx) =>
      sql`update operator_grants set ended_at = ended_at - interval '2 days'
        where tenant = 'standard' and operator_id = ${other}`.execute(tx),
    )
    expect((await approve(id!, self)).body).toEqual({ Ergebnis: 'released' })
    expect(await fixtures.reward(reward)).toMatchObject({ state: 'collected' })
  })
})

test('files that belong together are as large as the bank takes them, and hold each payment once', async () => {
  await setRules({ filePayments: 2 })
  const rewards = []
  for (let index = 0; index < 5; index++) rewards.push(await fixtures.collected(1_000 + index))
  const { AuszahlungId: id } = await propose(await preparer())
  const who = await approver()
  await approve(id!, who)
  await release(id!)
  const { Dateien } = await get(`/${id}`, who)
  expect(Dateien.map(({ Zahlungen }: { Zahlungen: number }) => Zahlungen)).toEqual([2, 2, 1])
  const payouts = (await Promise.all(rewards.map((reward) => fixtures.payouts(reward)))).flat()
  expect(payouts).toHaveLength(5)
  expect(new Set(payouts.map(({ batch_id: file }) => file)).size).toBe(3)
  await fixtures.booksAreRight()
})

test('whoever watches its files being written sees how many there will be, and each once it is there, also after a crash', async () => {
  await setRules({ filePayments: 2 })
  for (let index = 0; index < 5; index++) await fixtures.collected(1_000 + index)
  const { AuszahlungId: id } = await propose(await preparer())
  const who = await approver()
  await approve(id!, who)
  const seen = async () => {
    const { Stand, DateienGeplant, Dateien, Zahlungen } = await get(`/${id}`, who)
    const written = Dateien.map((file: { Zahlungen: number }) => file.Zahlungen)
    return { Stand, DateienGeplant, Zahlungen, written }
  }
  const stopAfter = (steps: number) =>
    releasePayout(server.deps, 'standard', id!, {
      throwIfAborted: () => {
        if (steps-- === 0) throw new Error('stopped')
      },
    } as AbortSignal).catch(() => {})
  const now = { Stand: 'freigegeben', Zahlungen: 5 }
  expect(await seen()).toEqual({ ...now, DateienGeplant: null, written: [] })
  await stopAfter(1)
  expect(await seen()).toEqual({ ...now, DateienGeplant: 3, written: [] })
  await stopAfter(2)
  expect(await seen()).toEqual({ ...now, DateienGeplant: 3, written: [2] })
  await stopAfter(3)
  expect(await seen()).toEqual({ ...now, DateienGeplant: 3, written: [2, 2, 1] })
  await release(id!)
  expect(await seen()).toMatchObject({ Stand: 'erteilt', DateienGeplant: 3 })
  await fixtures.booksAreRight()
})

test('what changed since the approval is left out of its file alone, and the files after it are written', async () => {
  await setRules({ filePayments: 1 })
  const rewards: string[] = []
  for (let index = 0; index < 3; index++) rewards.push(await fixtures.collected(1_000 + index))
  const { AuszahlungId: id } = await propose(await preparer())
  const who = await approver()
  await approve(id!, who)
  const [, second = ''] = rewards
  await fixtures.inTenant((tx) =>
    sql`update reward_bank_data set holder = 'Dieb' where reward_id = ${second}`.execute(tx),
  )
  await release(id!)
  const paid = await Promise.all(rewards.map((reward) => fixtures.payouts(reward)))
  expect(paid.map((payouts) => payouts.length)).toEqual([1, 0, 1])
  expect(await get(`/${id}`, who)).toMatchObject({ Stand: 'erteilt', Herausgenommen: 1 })
  await fixtures.booksAreRight()
})

test('a bank clerk’s eye: accounts that several people have, foreign ones, and first payments', async () => {
  await fixtures.collected(5_000, ibans.first)
  await fixtures.collected(4_000, ibans.first)
  await fixtures.collected(3_000, 'FR1420041010050500013M02606')
  const { AuszahlungId: id } = await propose(await preparer())
  const found = await get(`/${id}`, await approver())
  expect(found.Pruefung).toMatchObject({
    GeteilteKonten: 2,
    AuslandsKonten: 1,
    ErsteZahlungen: 3,
    NeueKonten: 3,
    Geaendert: 0,
  })
  const amounts = found.Pruefung.Groesste.map(({ WertCent }: { WertCent: number }) => WertCent)
  expect(amounts).toEqual([5_000, 4_000, 3_000])
  // Who may not see people sees no name.
  expect(found.Pruefung.Groesste[0]).toMatchObject({ Person: null, Name: 'M. S.' })
})

test('what the approver saw stays, also once everybody is paid', async () => {
  await fixtures.collected(5_000, ibans.first)
  const french = await fixtures.collected(4_000, 'FR1420041010050500013M02606')
  const { AuszahlungId: id } = await propose(await preparer())
  const who = await approver()
  const seen = (await get(`/${id}`, who)).Pruefung
  expect(seen).toMatchObject({ NeueKonten: 2, ErsteZahlungen: 2, StandVom: null })
  await approve(id!, who)
  await release(id!)
  await fixtures.inTenant((tx) =>
    sql`update payouts set state = 'paid' where tenant = 'standard'`.execute(tx),
  )
  server.clock.advance('P120D') // March
  const later = await get(`/${id}`, await operator('auditor'))
  expect(later.Pruefung).toEqual({
    ...seen,
    StandVom: expect.any(String),
    LetzteSummenCent: expect.anything(),
    Groesste: expect.anything(),
  })
  const viewer = await approver()
  const rows = async (Art: string) =>
    (await put(`/${id}/zahlungen`, viewer, { Filter: { Art } })).body.Content
  expect(await rows('neu')).toHaveLength(2)
  expect(await rows('ausland')).toMatchObject([
    { Praemie: french, NeuesKonto: true, ErsteZahlung: true, GeteiltesKonto: false },
  ])
  // Nobody takes away what belongs to a file.
  await fixtures.inTenant((tx) => sql`delete from payout_approval_flags`.execute(tx))
  expect(await rows('neu')).toHaveLength(2)
})

test('a payment taken out takes what was seen of it before with the approval', async () => {
  await setRules({ aloneCents: 1_000 })
  const reward = await fixtures.collected(5_000)
  await fixtures.collected(4_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const people = [await approver(), await approver()]
  await approve(id!, people[0]!)
  await act(`zahlungen/${reward}/herausnahme`, id!, people[1]!)
  for (const who of people) await approve(id!, who)
  await release(id!)
  expect((await get(`/${id}`, people[0]!)).Pruefung).toMatchObject({
    ErsteZahlungen: 1,
    StandVom: expect.any(String),
  })
})

describe('limits of a role', () => {
  test('above what they approve alone, one approval waits for a second person, who is named', async () => {
    await setRules({ approverCents: 4_999 })
    await fixtures.collected(5_000)
    const { AuszahlungId: id } = await propose(await preparer())
    const [first, second] = [await approver(), await approver()]
    expect(await get(`/${id}`, first)).toMatchObject({
      EigeneGrenzeCent: 4_999,
      NichtFreigebbar: null,
      AndereFreigebende: [expect.stringMatching(/^Person zahlt/)],
      FreigabenNoetig: 1,
    })
    const { Version } = await get(`/${id}`, first)
    expect((await approve(id!, first)).body).toEqual({ Ergebnis: 'waits' })
    expect((await approve(id!, first)).status).toBe(409)
    await release(id!)
    expect(await get(`/${id}`, second)).toMatchObject({
      Stand: 'offen',
      Dateien: [],
      FreigabenNoetig: 2,
      Version: Version + 1,
    })
    expect((await approve(id!, second)).body).toEqual({ Ergebnis: 'released' })
    const { rows } = await fixtures.inTenant((tx) =>
      sql<{ limit_cents: number }>`select limit_cents from payout_approvals`.execute(tx),
    )
    expect(rows).toEqual([{ limit_cents: 4_999 }, { limit_cents: 4_999 }])
  })

  test('at the limit one is enough, and one more on the same day is above it', async () => {
    await setRules({ approverCents: 5_000 })
    const [one, other] = [await approver(), await approver()]
    let by = await preparer()
    const pay = async (cents: number, who: Token) => {
      await fixtures.collected(cents)
      const { AuszahlungId: id } = await propose(by)
      const { Ergebnis } = (await approve(id!, who)).body
      if (Ergebnis === 'waits') await act('ende', id!, by)
      else await release(id!)
      return Ergebnis
    }
    expect(await pay(5_000, one)).toBe('released')
    expect(await pay(1, one)).toBe('waits')
    expect(await pay(2, other)).toBe('released')
    server.clock.advance('PT24H')
    by = await preparer()
    const again = await makeOperator(server, one.email, ['payout-approver'])
    expect(again.id).toBe(one.id)
    expect(await pay(3, again)).toBe('released')
  })

  test('several of a role’s rights together are no more than the highest, and another right adds nothing', async () => {
    await setRules({ approverCents: 4_999 })
    await fixtures.collected(5_000)
    const { AuszahlungId: id } = await propose(await preparer())
    const who = await operator('payout-approver', 'tenant-admin', 'reviewer', 'payout-preparer')
    expect((await approve(id!, who)).body).toEqual({ Ergebnis: 'waits' })
  })

  test('two approve at once above their limits, and it leaves once', async () => {
    await setRules({ approverCents: 0 })
    const reward = await fixtures.collected(5_000)
    const { AuszahlungId: id } = await propose(await preparer())
    const people = await Promise.all([approver(), approver()])
    await Promise.all(people.map((who) => approve(id!, who)))
    for (const who of people) await approve(id!, who)
    await release(id!)
    expect(await fixtures.payouts(reward)).toHaveLength(1)
  })

  test('nobody proposes more than their role may; what is above it alone is left to the schedule', async () => {
    await setRules({ preparerCents: 5_000 })
    for (const cents of [5_001, 3_000, 2_000, 1_000]) await fixtures.collected(cents)
    const by = await preparer()
    expect(await get('/faellig', by)).toMatchObject({ EigeneGrenzeCent: 5_000 })
    const first = await propose(by)
    expect(first).toMatchObject({ UeberGrenze: 1 })
    expect(await get(`/${first.AuszahlungId}`, by)).toMatchObject({
      SummeCent: 5_000,
      Zahlungen: 2,
    })
    await act('ende', first.AuszahlungId!, by)
    await proposePayout(server.deps, 'standard', { kind: 'system', id: 'schedule' })
    const [{ SummeCent }] = (
      await server.call('PUT', at, { ...by, body: { Filter: { Stand: 'offen' } } })
    ).body.Content
    expect(SummeCent).toBe(11_001)
  })

  test('one that no payout can hold is named, and keeps nobody behind it waiting', async () => {
    await setRules({ proposeCents: 5_000 })
    for (const cents of [5_001, 3_000, 2_000]) await fixtures.collected(cents)
    const by = await preparer()
    const first = await propose(by)
    expect(first).toMatchObject({ AuszahlungId: expect.any(String), UeberGrenze: 1 })
    expect(await get(`/${first.AuszahlungId}`, by)).toMatchObject({
      SummeCent: 5_000,
      Zahlungen: 2,
    })
  })

  test('where all are above it nothing is proposed, and it is said', async () => {
    await setRules({ preparerCents: 100 })
    await fixtures.collected(5_000)
    expect(await propose(await preparer())).toMatchObject({ AuszahlungId: null, UeberGrenze: 1 })
  })

  test('where one person is alone, the tenant’s reason stands above their limit, too', async () => {
    await setRules({ approverCents: 1, aloneReason: 'Es gibt nur eine Person dafür.' })
    await fixtures.collected(5_000)
    const { AuszahlungId: id } = await propose(await preparer())
    expect((await approve(id!, await approver())).body).toEqual({ Ergebnis: 'released' })
  })
})

/** One payment in a payout of its own, which the bank rejects. */
async function rejected() {
  const reward = await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  await approve(id!, await approver())
  await release(id!)
  const endToEndId = (await fixtures.payouts(reward))[0]!.end_to_end_id
  const report = fixtures.report(`ZS-${id}`, [{ endToEndId, status: 'RJCT', reasonCode: 'AC04' }])
  await applyBankFile(server.deps, 'standard', Buffer.from(report), system)
  return id
}

test('money whose payment failed is said to wait for another account, until it is given', async () => {
  await rejected()
  const { Liegt } = await get('/faellig', await preparer())
  expect(Liegt).toEqual([{ Grund: 'asked', Zahlungen: 1, SummeCent: 5_000 }])
})

test('a payout stays carried out when a payment of it comes back, in list, page and file', async () => {
  const [kept, back] = [await fixtures.collected(5_000), await fixtures.collected(4_000)]
  const { AuszahlungId: id } = await propose(await preparer())
  await approve(id!, await approver())
  await release(id!)
  const who = await preparer()
  const endToEnd = async (reward: string) => (await fixtures.payouts(reward))[0]!.end_to_end_id
  const apply = (file: Uint8Array) => applyBankFile(server.deps, 'standard', file, system)
  const shown = async () => {
    const { Content } = (await put('', who)).body
    const fields = ({
      Stand,
      Ergebnis,
      Unterwegs,
      Ausgefuehrt,
      Fehlgeschlagen,
      Zurueckgekommen,
    }: any) => [Stand, Ergebnis, Unterwegs, Ausgefuehrt, Fehlgeschlagen, Zurueckgekommen]
    const found = Content.find((row: { AuszahlungId: string }) => row.AuszahlungId === id)
    expect(fields(await get(`/${id}`, who))).toEqual(fields(found))
    return fields(found)
  }
  expect(await shown()).toEqual(['erteilt', null, 2, 0, 0, 0])
  await apply(notice({ id: await endToEnd(kept), cents: 5_000 }))
  expect(await shown()).toEqual(['erteilt', null, 1, 1, 0, 0])
  await apply(notice({ id: await endToEnd(back), cents: 4_000 }))
  expect(await shown()).toEqual(['erteilt', 'ausgefuehrt', 0, 2, 0, 0])
  await apply(notice({ id: await endToEnd(back), cents: 4_000, direction: 'CRDT', reason: 'AC04' }))
  expect(await shown()).toEqual(['erteilt', 'ausgefuehrt', 0, 1, 1, 1])
  const file = await server.call('GET', `${at}/csv`, who)
  expect(file.body).toContain('Ausgeführt, 1 zurückgekommen')
})

test('a payout that the bank refused as a whole is not carried out', async () => {
  const id = await rejected()
  expect(await get(`/${id}`, await preparer())).toMatchObject({
    Ergebnis: 'abgewiesen',
    Fehlgeschlagen: 1,
    Zurueckgekommen: 0,
  })
})

test('whoever has just proved to be there, and may, fetches the files at once', async () => {
  await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const who = await approver()
  expect((await get(`/${id}`, who)).HolenBis).toBe(null)
  await approve(id!, who)
  await release(id!)
  const { HolenBis, Dateien } = await get(`/${id}`, who)
  expect(HolenBis).toEqual(expect.any(String))
  const opened = await server.call('POST', `${at}/${id}/dateien`, who)
  expect(opened.body.GueltigBis).toBe(HolenBis)
  const fetch = () => server.call('GET', `${at}/dateien/${Dateien[0].DateiId}`, who)
  expect((await fetch()).status).toBe(200)
  expect((await get(`/${id}`, await preparer())).HolenBis).toBe(null)
  // The proof is old.
  await withTenant(server.db, platformCode, (tx) =>
    sql`update tokens set details = details || '{"provedAt": "2000-01-01T00:00:00Z"}'
      where tenant = ${platformCode} and subject = ${who.id}`.execute(tx),
  )
  expect((await get(`/${id}`, who)).HolenBis).toBe(null)
  expect((await fetch()).body.ErrorCode).toBe('PSOF0702')
})

describe('a file that never went to the bank', () => {
  const released = async () => {
    const reward = await fixtures.collected(5_000)
    const { AuszahlungId } = await propose(await preparer())
    await approve(AuszahlungId!, await approver())
    await release(AuszahlungId!)
    return { reward, file: AuszahlungId! }
  }
  const cancel = (file: string, who: Token) =>
    put(`/dateien/${file}/ruecknahme`, who, { Grund: 'Die Bank hat sie nie bekommen' })

  test('shows what the bank found of its payees, by payment and without the name, and what the bank was told', async () => {
    const { file } = await released()
    const { message_id: messageId, end_to_end_id: id } = await fixtures.inTenant((tx) =>
      tx
        .selectFrom('payouts')
        .innerJoin('payout_batches', (on) =>
          on
            .onRef('payout_batches.tenant', '=', 'payouts.tenant')
            .onRef('payout_batches.batch_id', '=', 'payouts.batch_id'),
        )
        .select(['message_id', 'end_to_end_id'])
        .where('payouts.tenant', '=', 'standard')
        .where('payouts.batch_id', '=', file)
        .executeTakeFirstOrThrow(),
    )
    const report = checkReport(messageId, 'RVMC', [{ id, status: 'RVMC', name: 'Mira Bankname' }])
    await applyBankFile(server.deps, 'standard', report, system)
    const who = await preparer()
    const shown = await get(`/${file}`, who)
    expect(shown.Dateien).toMatchObject([
      { Empfaengerpruefung: { Treffer: 0, Aehnlich: 1, KeinTreffer: 0 }, AusfuehrenVon: null },
    ])
    const list = await put(`/${file}/zahlungen`, who, { Filter: { Art: ['aehnlich'] } })
    expect(list.body.Content).toMatchObject([{ Empfaengerpruefung: 'close' }])
    const none = await put(`/${file}/zahlungen`, who, { Filter: { Art: ['keintreffer'] } })
    expect(none.body.TotalCount).toBe(0)
    expect(JSON.stringify([shown, list.body])).not.toContain('Bankname')
    const tell = () =>
      put(`/dateien/${file}/ausfuehrung`, who, { Grund: 'Bei der Bank freigegeben' })
    expect((await tell()).status).toBe(200)
    expect((await tell()).status).toBe(409)
    expect((await cancel(file, who)).status).toBe(409)
    expect((await get(`/${file}`, who)).Dateien[0].AusfuehrenVon).toEqual(expect.any(String))
  })

  test('is taken back by two people, and its payments are due again, once', async () => {
    const { reward, file } = await released()
    const [first, second, third] = [await preparer(), await approver(), await approver()]
    expect((await cancel(file, first)).body).toEqual({ Ergebnis: 'proposed' })
    expect((await cancel(file, first)).body).toEqual({ Ergebnis: 'proposed' })
    const own = async (who: Token) => (await get(`/${file}`, who)).Dateien[0].EigeneRuecknahme
    expect([await own(first), await own(second)]).toEqual([true, false])
    expect(await fixtures.reward(reward)).toMatchObject({ payout_id: expect.any(String) })
    const answers = await Promise.all([cancel(file, second), cancel(file, third)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await Promise.all([1, 2].map(() => takeFileBack(server.deps, 'standard', file)))
    expect(await fixtures.reward(reward)).toMatchObject({ state: 'collected', payout_id: null })
    expect((await fixtures.payouts(reward)).map(({ state }) => state)).toEqual(['rejected'])
    expect(await get(`/${file}`, first)).toMatchObject({
      Stand: 'erteilt',
      Ergebnis: 'zurueckgenommen',
    })
    expect((await server.call('GET', `${at}/dateien/${file}`, third)).status).toBe(409)
    expect((await propose(first)).AuszahlungId).not.toBeNull()
    await fixtures.booksAreRight()
  })

  test('stays on its way where the bank says that it has it, before its payments are due again', async () => {
    const [reward, other] = [await fixtures.collected(5_000), await fixtures.collected(6_000)]
    const { AuszahlungId: file } = await propose(await preparer())
    await approve(file!, await approver())
    await release(file!)
    await cancel(file!, await preparer())
    expect((await cancel(file!, await approver())).body).toEqual({ Ergebnis: 'cancelled' })
    const id = (await fixtures.payouts(reward))[0]!.end_to_end_id
    const report = fixtures.report(`ZS-${file}`, [{ endToEndId: id, status: 'ACCP' }])
    await applyBankFile(server.deps, 'standard', Buffer.from(report), system)
    await takeFileBack(server.deps, 'standard', file!)
    expect(await fixtures.states([reward, other])).toEqual([
      ['collected', 'in-transit'],
      ['collected', 'rejected'],
    ])
    const executed = fixtures.report(`ZS-${file}`, [{ endToEndId: id, status: 'ACSC' }])
    await applyBankFile(server.deps, 'standard', Buffer.from(executed), system)
    expect(await fixtures.states([reward])).toEqual([['paid', 'paid']])
    await fixtures.booksAreRight()
  })

  test('is confirmed by nobody once it was taken back, and a bank that has it after all is heard by name', async () => {
    const { reward, file } = await released()
    await cancel(file, await preparer())
    await cancel(file, await approver())
    server.clock.advance('P7D')
    const confirmed = confirmBatch(server.deps, 'standard', file, system)
    await expect(confirmed).rejects.toMatchObject({ failure: { name: 'changed-meanwhile' } })
    expect(await fixtures.states([reward])).toEqual([['collected', 'in-transit']])
    await takeFileBack(server.deps, 'standard', file)
    const id = (await fixtures.payouts(reward))[0]!.end_to_end_id
    const say = (status: 'ACTC' | 'ACSP') =>
      applyBankFile(
        server.deps,
        'standard',
        Buffer.from(fixtures.report(`ZS-${file}`, [{ endToEndId: id, status }])),
        system,
      )
    // It could read the file, which was said before.
    expect(await say('ACTC')).toMatchObject({ alreadyDone: 1, refused: [] })
    expect(await say('ACSP')).toMatchObject({
      alreadyDone: 0,
      refused: [{ id, reason: expect.stringContaining('its file was taken back') }],
    })
    await fixtures.booksAreRight()
  })

  test('is not taken back once the bank has said that it has it, whatever people say', async () => {
    const { reward, file } = await released()
    const id = (await fixtures.payouts(reward))[0]!.end_to_end_id
    const first = await preparer()
    expect((await cancel(file, first)).status).toBe(200)
    const report = fixtures.report(`ZS-${file}`, [{ endToEndId: id, status: 'ACCP' }])
    await applyBankFile(server.deps, 'standard', Buffer.from(report), system)
    expect((await cancel(file, await approver())).status).toBe(409)
    const shown = async () => {
      const { Ergebnis, Dateien } = await get(`/${file}`, first)
      return [Ergebnis, Dateien[0].BeiDerBank]
    }
    expect(await shown()).toEqual([null, 'hat'])
    await takeFileBack(server.deps, 'standard', file)
    expect((await fixtures.payouts(reward)).map(({ state }) => state)).toEqual(['in-transit'])
    const executed = fixtures.report(`ZS-${file}`, [{ endToEndId: id, status: 'ACSC' }])
    await applyBankFile(server.deps, 'standard', Buffer.from(executed), system)
    expect(await shown()).toEqual(['ausgefuehrt', 'ausgefuehrt'])
  })
})

test('another tenant’s payout is not there', async () => {
  await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const other = await makeOperator(
    server,
    'anderswo@betrieb.example',
    ['payout-preparer', 'payout-approver'],
    'bgv',
  )
  const there = `/bgv/betrieb/auszahlungen/${id}`
  expect((await server.call('GET', there, other)).status).toBe(404)
  const body = { Version: 1, Fingerabdruck: 'x', Grund }
  for (const what of ['freigabe', 'ende'])
    expect((await server.call('PUT', `${there}/${what}`, { ...other, body })).status).not.toBe(200)
  expect((await server.call('GET', `${at}/${id}`, other)).status).toBe(403)
})

test('the database takes no approval of who proposed, and no file without one', async () => {
  await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const run = (what: ReturnType<typeof sql>) => fixtures.inTenant((tx) => what.execute(tx))
  await expect(
    run(sql`insert into payout_approvals (tenant, proposal_id, proposed_by, approved_by, approved_at, content_hash)
      select tenant, proposal_id, proposed_by, proposed_by, now(), content_hash from payout_proposals where proposal_id = ${id}`),
  ).rejects.toThrow('payout_approvals_by_another')
  const batch = (approvedBy: string | null) =>
    run(sql`insert into payout_batches (tenant, batch_id, message_id, execution_on, total_cents, transfers, file_encrypted, file_hash,
        created_at, created_by, proposal_id, approved_by, part)
      values ('standard', 'X', 'X', '2026-11-18', 1, 1, 'x', 'x', now(), 'x', ${id}, ${approvedBy}, 1)`)
  await expect(batch('dieb')).rejects.toThrow('foreign key')
  await expect(batch(null)).rejects.toThrow('payout_batches_approved')
})

test('where two have to approve, the database takes no file after one, but where the tenant has one person, with the reason', async () => {
  await setRules({ aloneCents: 1_000 })
  const reward = await fixtures.collected(5_000)
  const { AuszahlungId: id } = await propose(await preparer())
  const first = await approver()
  expect((await approve(id!, first)).body).toEqual({ Ergebnis: 'waits' })
  const early = fixtures.inTenant((tx) =>
    sql`insert into payout_batches (tenant, batch_id, message_id, execution_on, total_cents, transfers, file_encrypted, file_hash,
        created_at, created_by, proposal_id, approved_by, part)
      values ('standard', 'X', 'X', '2026-11-18', 1, 1, 'x', 'x', now(), 'x', ${id}, ${first.id}, 1)`.execute(
      tx,
    ),
  )
  await expect(early).rejects.toThrow('lacks an approval')
  await act('ende', id!, first)
  const right = { operatorId: first.id, role: 'payout-approver' as const, by: first.id }
  const lately = server.deps.clock.realNow().subtract({ hours: 24 * 8 })
  await fixtures.inTenant((tx) => endGrantOf(tx, 'standard', right, lately))
  const why = 'Es gibt nur eine Person in der Buchhaltung.'
  await setRules({ aloneReason: why, aloneCents: 1_000 })
  const again = await propose(await preparer())
  const alone = await approver()
  expect((await approve(again.AuszahlungId!, alone)).body).toEqual({ Ergebnis: 'released' })
  expect((await get(`/${again.AuszahlungId}`, alone)).FreigegebenVon).toMatchObject([
    { AlleinWeil: why },
  ])
  await release(again.AuszahlungId!)
  expect(await fixtures.payouts(reward)).toHaveLength(1)
})
