import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { makeHeldReward } from './reviews.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { refusalView, type Refusable } from '../reward/refusal-view.ts'
import { makeBench, makeDesk, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let first: Awaited<ReturnType<typeof makeOperator>>
let second: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => signIn(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

async function signIn(at: string) {
  server.clock.set(at)
  first = await makeOperator(server, 'erste@post.example', ['reviewer'])
  second = await makeOperator(server, 'zweite@post.example', ['reviewer'])
}

const call = (method: string, path: string, body?: unknown, { token } = first) =>
  server.call(method, `/standard/betrieb/pruefungen${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
const show = async (id: string, who = first) => (await call('GET', `/${id}`, undefined, who)).body
const refuse = { Entscheidung: 'abgelehnt', Grund: 'existing-customer' }
const approve = { Entscheidung: 'anerkannt', Grund: 'evidence' }
const decide = async (id: string, body: object, who = first) => {
  const { Version } = await show(id, who)
  return call('PUT', `/${id}/entscheidung`, { ...body, Version }, who)
}
const write = (Token: string, Nachricht = 'Meine Nachbarin heißt nur genauso.') =>
  server.call('PUT', '/standard/pruefung/antwort', { body: { Token, Nachricht } })
const read = (Token: string, at = 'standard') =>
  server.call('PUT', `/${at}/pruefung/link`, { body: { Token } })

async function personPage(id: string) {
  const { token } = await makeOperator(server, 'hilfe@post.example', ['support'])
  return (await server.call('GET', `/standard/betrieb/personen/${id}`, { token })).body
}

async function makeRefused() {
  const held = await makeHeldReward(server, bench)
  expect((await decide(held.id, refuse)).status).toBe(200)
  const token = await mailedToken(server, 'standard', held.referral.email, 'refused')
  return { ...held, token }
}

test('a refusal is appealed once by its mailed link: the case is open again, with the first decision and the person’s words', async () => {
  const { id, token, order, referral } = await makeRefused()
  expect((await read(token)).body).toMatchObject({ Art: 'widerspruch', Frage: null })
  expect((await read(token, 'telko')).body.ErrorCode).toBe('PSOF0205')
  expect((await personPage(referral.accountId)).Zuerst).toMatchObject({
    Warum: 'refused',
    Widerspruch: 'open',
    WiderspruchBis: server.clock.today().add({ days: 14 }).toString(),
  })
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await write(token)).body.ErrorCode).toBe('PSOF0206')
  for (const [who, kind, others] of [
    [first, 'eigene-ablehnung', ['erstmals', 'widerspruch']],
    [second, 'widerspruch', ['erstmals', 'eigene-ablehnung']],
  ] as const) {
    const list = (Art: unknown) => call('PUT', '', { Filter: { Suche: order, Art } }, who)
    const found = [{ PraemieId: id, Widerspruch: true, Bei: null }]
    expect((await list(kind)).body.Content).toMatchObject(found)
    expect((await list(others)).body.Content).toEqual([])
  }
  expect(await show(id, second)).toMatchObject({
    Ergebnis: null,
    Einwand: {
      Nachricht: 'Meine Nachbarin heißt nur genauso.',
      ErsterGrund: 'Es bestand schon eine Kundenbeziehung.',
      ZuerstVon: expect.any(String),
      Zuerst: false,
    },
  })
  expect((await show(id)).Einwand.Zuerst).toBe(true)
  const { Zuerst, Ereignisse } = await personPage(referral.accountId)
  expect(Zuerst).toMatchObject({
    Warum: 'appeal',
    Bis: expect.any(String),
    Entscheidet: 'second',
    Cent: expect.any(Number),
  })
  expect(Ereignisse).toContainEqual(expect.objectContaining({ Art: 'appealed', Nummer: id }))
  // The person's own pages offer no second objection.
  const said = refusalView('de', (await bench.readReward(id)) as Refusable)
  expect(said).toMatchObject({ appealedOn: server.clock.today().toString() })
  expect(said).not.toHaveProperty('objectUntil')
  expect(await queuedMails(server, 'standard', referral.email)).not.toContainEqual(
    expect.objectContaining({ template: 'appealDecided' }),
  )
})

test('what waits for whoever refused is not the objection to that; it stands apart, and is another one’s work', async () => {
  type Task = Record<'Ueberfaellig' | 'Heute' | 'Woche' | 'Spaeter' | 'WertCent', number> & {
    Art: string
    Entscheidbar: boolean
  }
  const today = async (who: typeof first) => {
    const { body } = await server.call('PUT', '/standard/betrieb/heute', {
      token: who.token,
      body: {},
    })
    const of = (kind: string) => (body.Aufgaben as Task[]).find(({ Art }) => Art === kind)!
    // Each number has as many rows behind it.
    for (const [task, Art] of [
      [of('reviews'), ['erstmals', 'widerspruch']],
      [of('own-refusals'), 'eigene-ablehnung'],
    ] as const) {
      const list = await call('PUT', '', { Filter: { Art } }, who)
      const all = task.Ueberfaellig + task.Heute + task.Woche + task.Spaeter
      expect([Art, list.body.TotalCount]).toEqual([Art, all])
    }
    return { own: of('reviews'), apart: of('own-refusals') }
  }
  const [before, others] = [await today(first), await today(second)]
  const { token } = await makeRefused()
  await write(token)
  const [after, othersAfter] = [await today(first), await today(second)]
  expect(after.own).toEqual(before.own)
  expect(after.apart).toMatchObject({ Entscheidbar: false, Spaeter: before.apart.Spaeter + 1 })
  expect(othersAfter.own.Spaeter).toBe(others.own.Spaeter + 1)
  expect(othersAfter.apart.Spaeter).toBe(others.apart.Spaeter)
})

test('an appeal is decided by a second person alone, also in the database, and its success is a new reward', async () => {
  const { id, token, referral, cents } = await makeRefused()
  await write(token)
  const own = await decide(id, approve)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  await expect(
    asOwner(server, 'standard', (tx) =>
      sql`update review_cases set closed_at = now(), outcome = 'approved', changed_by = first_decided_by
        where tenant = 'standard' and reward_id = ${id}`.execute(tx),
    ),
  ).rejects.toThrow('appeal_needs_two')
  const { Version } = await show(id, second)
  const third = await makeOperator(server, 'dritte@post.example', ['reviewer'])
  const answers = await Promise.all(
    [second, third, second, third].map((who, at) =>
      call('PUT', `/${id}/entscheidung`, { ...(at < 2 ? approve : refuse), Version }, who),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const { Ergebnis } = await show(id)
  const mails = await queuedMails(server, 'standard', referral.email)
  expect(mails.filter(({ template }) => template === 'appealDecided')).toHaveLength(1)
  await provideRewards(server.deps, bench.tenant, {})
  const granted = await bench.run((tx) =>
    tx
      .selectFrom('rewards')
      .select(['cents', 'state', 'order_number'])
      .where('tenant', '=', 'standard')
      .where('account_id', '=', referral.accountId)
      .where('reward_id', '<>', id)
      .execute(),
  )
  expect(granted).toEqual(
    Ergebnis === 'approved' ? [{ cents, state: 'provided', order_number: null }] : [],
  )
  expect((await bench.readReward(id)).state).toBe('cancelled')
})

test('an accepted appeal pays, a rejected one says why in the person’s language, and neither can be appealed again', async () => {
  const [won, lost] = [await makeRefused(), await makeRefused()]
  for (const { token } of [won, lost]) await write(token)
  expect((await decide(won.id, approve, second)).status).toBe(200)
  const rejected = { ...refuse, Notiz: 'Der Ausweis fehlt.' }
  expect((await decide(lost.id, rejected, second)).status).toBe(200)
  await provideRewards(server.deps, bench.tenant, {})
  const mailsOf = async ({ referral }: typeof won) =>
    (await queuedMails(server, 'standard', referral.email)).map(({ template }) => template)
  expect(await mailsOf(won)).toEqual(['rewardReady', 'appealDecided', 'refused'])
  const [answer] = await queuedMails(server, 'standard', lost.referral.email)
  expect(answer).toMatchObject({
    template: 'appealDecided',
    token: null,
    data: {
      reason: 'Es bestand schon eine Kundenbeziehung. Der Ausweis fehlt.',
    },
  })
  for (const { token } of [won, lost]) expect((await write(token)).status).toBe(410)
  for (const [{ referral }, Widerspruch] of [
    [won, 'granted'],
    [lost, 'rejected'],
  ] as const) {
    const { Zuerst, Weitere } = await personPage(referral.accountId)
    expect([Zuerst, ...Weitere]).toContainEqual(
      expect.objectContaining({ Warum: 'refused', Widerspruch, WiderspruchBis: null }),
    )
  }
  expect((await decide(lost.id, approve, second)).status).toBe(409)
})

test('what an accepted appeal granted goes with its contract: cancelled while unpaid, claimed back once paid', async () => {
  const desk = await makeDesk(server, bench)
  for (const isPaid of [false, true]) {
    const { id, token, order, cents } = await makeRefused()
    await write(token)
    expect((await decide(id, approve, second)).status).toBe(200)
    await provideRewards(server.deps, bench.tenant, {})
    const { appeal_id: granted } = await bench.run((tx) =>
      tx
        .selectFrom('review_cases')
        .select('appeal_id')
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const link = await bench.token('reward', granted!)
    const take = () => desk.collect(link, { PraemieId: desk.voucher })
    if (isPaid) expect((await take()).status).toBe(200)
    const [once, again] = await Promise.all(
      [1, 2].map(() =>
        bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, order, system)),
      ),
    )
    expect([once!.kind, again!.kind].toSorted()).toEqual(['already', 'cancelled'])
    const { state, claimed_back_at, ...reward } = await bench.readReward(granted!)
    expect([reward.cents, state, claimed_back_at !== null]).toEqual(
      isPaid ? [cents, 'paid', true] : [cents, 'cancelled', false],
    )
    if (!isPaid) expect((await take()).status).not.toBe(200)
  }
})

test('an appeal ends with its time, and with the contract', async () => {
  const [late, over] = [await makeRefused(), await makeRefused()]
  await write(over.token)
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, over.order, system))
  expect(await show(over.id, second)).toMatchObject({ Ergebnis: 'moot' })
  await signIn(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * 15 })
      .toString(),
  )
  expect((await write(late.token)).body.ErrorCode).toBe('PSOF0205')
})

test('a question is answered once without a login; the case waits until then and comes back before those due today', async () => {
  const held = await makeHeldReward(server, bench)
  const other = await makeHeldReward(server, bench)
  const day = (days: number) => server.deps.clock.today().add({ days }).toString()
  const ask = (body: object, who = first) =>
    call('PUT', `/${held.id}/frage`, { Version: 1, Frage: 'contract', Bis: day(7), ...body }, who)
  for (const wrong of [{ Bis: day(0) }, { Bis: day(61) }, { Frage: 'own' }])
    expect((await ask(wrong)).status).toBe(400)
  const asked = await Promise.all([ask({}), ask({}, second)])
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const queue = async () =>
    (await call('PUT', '', {})).body.Content.map(
      ({ PraemieId }: { PraemieId: string }) => PraemieId,
    )
  expect(await queue()).not.toContain(held.id)
  expect(await personPage(held.referral.accountId)).toMatchObject({
    Zuerst: { Warum: 'question', Bis: day(7), Entscheidet: 'person' },
  })
  const token = await mailedToken(server, 'standard', held.referral.email, 'reviewQuestion')
  const { body } = await read(token)
  expect(body).toMatchObject({ Art: 'frage', Grund: null, Bis: day(7) })
  expect(JSON.stringify(body)).not.toContain('Konny')
  const answers = await Promise.all([write(token, 'Im Laden.'), write(token, 'Am Telefon.')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect((await show(held.id)).Fragen).toMatchObject([
    { Von: expect.any(String), Antwort: expect.stringMatching(/^(Im Laden|Am Telefon)\.$/) },
  ])
  const { Zuerst, Ereignisse } = await personPage(held.referral.accountId)
  expect(Zuerst.Warum).toBe('review')
  expect(Ereignisse).toContainEqual(
    expect.objectContaining({ Art: 'question-answered', Nummer: held.id }),
  )
  const now = await queue()
  expect(now.indexOf(held.id)).toBeLessThan(now.indexOf(other.id))

  const silent = await makeHeldReward(server, bench)
  await call('PUT', `/${silent.id}/frage`, { Version: 1, Frage: 'own', Text: 'Wer?', Bis: day(2) })
  const unanswered = await mailedToken(server, 'standard', silent.referral.email, 'reviewQuestion')
  await signIn(Temporal.Instant.from(testNow).add({ hours: 72 }).toString())
  expect(await queue()).toContain(silent.id)
  expect((await write(unanswered)).body.ErrorCode).toBe('PSOF0205')
})
