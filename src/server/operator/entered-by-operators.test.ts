import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { makeHeldReward } from './reviews.test-helper.ts'

// What support and reviewers enter for somebody who calls or writes a letter.

type Operator = Awaited<ReturnType<typeof makeOperator>>
let server: TestServer
let bench: Bench
let [support, first, second]: Operator[] = []
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => signIn(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

async function signIn(at: string) {
  server.clock.set(at)
  support = await makeOperator(server, 'hilfe@post.example', ['support'])
  first = await makeOperator(server, 'erste@post.example', ['reviewer'])
  second = await makeOperator(server, 'zweite@post.example', ['reviewer'])
}

const call = (method: string, path: string, who: Operator | undefined, body?: unknown) =>
  server.call(method, `/standard/betrieb${path}`, {
    token: who!.token,
    ...(body === undefined ? {} : { body }),
  })
const refuse = { Entscheidung: 'abgelehnt', Grund: 'existing-customer' }
const approve = { Entscheidung: 'anerkannt', Grund: 'evidence' }
const show = async (id: string, who = second) => (await call('GET', `/pruefungen/${id}`, who)).body
const decide = async (id: string, body: object, who = second) =>
  call('PUT', `/pruefungen/${id}/entscheidung`, who, { ...body, Version: (await show(id)).Version })
const told = { Nachricht: 'Meine Nachbarin heißt nur genauso.', Grund: 'Anruf von heute' }

async function makeRefused(more: Parameters<typeof makeHeldReward>[2] = {}) {
  const held = await makeHeldReward(server, bench, more)
  expect((await decide(held.id, refuse, first)).status).toBe(200)
  return held
}
const personOf = async (id: string) => (await call('GET', `/personen/${id}`, support)).body
const enter = (person: string, body: object, who = support) =>
  call('POST', `/personen/${person}/widerspruch`, who, { ...told, ...body })

test('support enters an objection for a caller once: the person’s own, with their days, after which there is no other', async () => {
  const { id, referral } = await makeRefused()
  const link = await mailedToken(server, 'standard', referral.email, 'refused')
  const { Widersprechbar } = await personOf(referral.accountId)
  expect(Widersprechbar).toMatchObject([
    { PraemieId: id, Ablehnung: 'Es bestand schon eine Kundenbeziehung.' },
  ])
  const { Version } = Widersprechbar[0]
  const tries = await Promise.all([
    ...[support, support, support].map((who) =>
      enter(referral.accountId, { PraemieId: id, Version }, who),
    ),
    call('PUT', `/pruefungen/${id}/widerspruch`, first, { ...told, Version }),
    server.call('PUT', '/standard/pruefung/antwort', {
      body: { Token: link, Nachricht: told.Nachricht },
    }),
  ])
  const [done, ...lost] = tries.map(({ status }) => status).toSorted()
  expect([done, lost.every((status) => status === 409 || status === 410)]).toEqual([200, true])
  const { Einwand } = await show(id)
  expect(Einwand).toMatchObject({ Nachricht: told.Nachricht, Zuerst: false })
  expect(await personOf(referral.accountId)).toMatchObject({
    Zuerst: { Warum: 'appeal', Entscheidet: 'second' },
    Widersprechbar: [],
  })
  const used = await server.call('PUT', '/standard/pruefung/antwort', {
    body: { Token: link, Nachricht: 'Noch etwas.' },
  })
  expect([used.status, used.body.ErrorCode]).toEqual([410, 'PSOF0206'])
})

test('an objection that was entered is mailed as entered, is in the log with its enterer, and is decided by a third person alone', async () => {
  const both = await makeOperator(server, 'beides@post.example', ['support', 'reviewer'])
  const { id, referral } = await makeRefused()
  const { Version } = await show(id)
  expect((await show(id)).WidersprechenBis).toBe(server.clock.today().add({ days: 14 }).toString())
  const done = await enter(referral.accountId, { PraemieId: id, Version }, both)
  expect(done.status).toBe(200)
  const [mail] = await queuedMails(server, 'standard', referral.email)
  expect(mail).toMatchObject({ template: 'appealEntered', data: { message: told.Nachricht } })
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('action', '=', 'appeal-made')
      .where('subject_id', '=', id)
      .orderBy('number')
      .execute(),
  )
  expect(rows).toMatchObject([
    { actor_kind: 'operator', actor_id: both.id, reason: 'Anruf von heute' },
  ])
  expect(JSON.stringify(rows)).not.toContain('Nachbarin')
  expect((await show(id, both)).Einwand).toMatchObject({
    SelbstEingetragen: true,
    EingetragenVon: expect.any(String),
  })
  for (const who of [both, first]) {
    const answer = await decide(id, approve, who)
    expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  }
  await expect(
    asOwner(server, 'standard', (tx) =>
      sql`update review_cases set closed_at = now(), outcome = 'approved', changed_by = appeal_entered_by
        where tenant = 'standard' and reward_id = ${id}`.execute(tx),
    ),
  ).rejects.toThrow('appeal_not_by_enterer')
  expect((await decide(id, approve, second)).status).toBe(200)
})

test('an objection is entered for this person, in its days and with a reason, and never about oneself or at another tenant', async () => {
  const { id, referral } = await makeRefused()
  const other = await makeRefused()
  const { Version } = await show(id)
  const asked = { PraemieId: id, Version }
  const status = async (answer: ReturnType<typeof call>) => (await answer).status
  expect(await status(enter(other.referral.accountId, asked))).toBe(409)
  expect(await status(enter(referral.accountId, { ...asked, Version: Version - 1 }))).toBe(409)
  expect(await status(enter(referral.accountId, { ...asked, Grund: '' }))).toBe(400)
  expect(await status(enter(referral.accountId, { ...asked, Nachricht: ' ' }))).toBe(400)
  expect(await status(enter(referral.accountId, asked, first))).toBe(403)
  const auditor = await makeOperator(server, 'revision@post.example', ['auditor'])
  const atReview = (who: Operator) =>
    call('PUT', `/pruefungen/${id}/widerspruch`, who, { ...told, Version })
  for (const who of [support!, auditor]) expect(await status(atReview(who))).toBe(403)
  const elsewhere = await makeOperator(
    server,
    'fern@post.example',
    ['support', 'reviewer'],
    'telko',
  )
  const far = await server.call(
    'POST',
    `/telko/betrieb/personen/${referral.accountId}/widerspruch`,
    {
      token: elsewhere.token,
      body: { ...told, ...asked },
    },
  )
  expect(far.status).toBe(404)
  const self = await makeOperator(server, referral.email, ['support', 'reviewer'])
  expect(await status(enter(referral.accountId, asked, self))).toBe(403)
  expect(await status(atReview(self))).toBe(403)
  await signIn(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * 15 })
      .toString(),
  )
  expect((await personOf(referral.accountId)).Widersprechbar).toEqual([])
  expect((await show(id)).WidersprechenBis).toBe(null)
  const late = await enter(referral.accountId, asked)
  expect([late.status, late.body.ErrorCode]).toEqual([400, 'PSOF0101'])
})
