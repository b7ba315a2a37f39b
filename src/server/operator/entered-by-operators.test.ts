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
  const { Ereignisse } = await personOf(referral.accountId)
  const ofIt = Ereignisse.filter(
    (one: Record<string, unknown>) =>
      one['Art'] === 'appealed' || one['Einzelheit'] === 'appeal-made',
  )
  expect(ofIt).toMatchObject([{ Art: 'appealed', Wer: 'Person beides', Grund: 'Anruf von heute' }])
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

/** A recommendation that somebody accepted and confirmed ten days ago. */
async function makePair() {
  server.clock.set(Temporal.Instant.from(testNow).subtract({ hours: 240 }).toString())
  const referral = await bench.makeReferral({})
  const recipient = await bench.makeRecipient(referral)
  await signIn(testNow)
  const contractOn = server.clock.today().subtract({ days: 3 }).toString()
  return { referral, recipient, contractOn }
}
const report = (person: string, body: object, who = support) =>
  call('POST', `/personen/${person}/nachbuchungen`, who, { Grund: 'Anruf von heute', ...body })
const openClaims = async (search: string) =>
  (await call('PUT', '/nachbuchungen', support, { Filter: { Suche: search } })).body.Content

test('support says for a caller that a contract is missing: the caller’s own claim, once, with its limits, mailed to them', async () => {
  const { referral, recipient, contractOn } = await makePair()
  expect((await personOf(referral.accountId)).Meldbar).toContainEqual(
    expect.objectContaining({ Als: 'Empfehler', Nummer: referral.number }),
  )
  const asked = { Als: 'Empfehler', Nummer: referral.number, Auftragsnummer: 'E-1' }
  const tries = await Promise.all([1, 2, 3].map(() => report(referral.accountId, asked)))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  const user = await bench.token('user-session', referral.accountId)
  const own = (await server.call('GET', '/standard/empfehler/nachbuchungen', { token: user })).body
  expect(own.Meldungen).toMatchObject([{ Auftragsnummer: 'E-1', Stand: 'offen' }])
  expect((await queuedMails(server, 'standard', referral.email))[0]).toMatchObject({
    template: 'claimEntered',
    data: { orderNumber: 'E-1', until: own.Meldungen[0].AntwortBis },
  })
  const again = await server.call('POST', '/standard/empfehler/nachbuchungen', {
    token: user,
    body: { Empfehlungsnummer: referral.number, Auftragsnummer: 'e 1' },
  })
  expect([again.status, again.body.Fields[0].Field]).toEqual([400, 'Auftragsnummer'])

  // The contact's own, as they are on the same page; by the day alone.
  const theirs = { Als: 'Empfaenger', Nummer: recipient.number, Vertragsdatum: contractOn }
  const early = server.clock.today().toString()
  expect((await report(recipient.number, { ...theirs, Vertragsdatum: early })).status).toBe(400)
  const done = await report(recipient.number, theirs)
  expect([done.status, done.body.Stand]).toEqual([200, 'offen'])
  expect((await report(recipient.number, { ...theirs, Auftragsnummer: 'E-2' })).status).toBe(400)
})

test('who entered a claim does not answer it, also in the database; it is in the log, and another person answers', async () => {
  const { referral, contractOn } = await makePair()
  const helper = await makeOperator(server, 'weitere@post.example', ['support'])
  const said = {
    Als: 'Empfehler',
    Nummer: referral.number,
    Auftragsnummer: 'E-3',
    Notiz: 'Seit Mai',
  }
  expect((await report(referral.accountId, { ...said, Vertragsdatum: contractOn })).status).toBe(
    200,
  )
  const [{ Id: id }] = await openClaims('E-3')
  const shown = (await call('GET', `/nachbuchungen/${id}`, support)).body
  expect(shown).toMatchObject({ SelbstEingetragen: true, EingetragenVon: expect.any(String) })
  const answer = (who: Operator | undefined) =>
    call('PUT', `/nachbuchungen/${id}/entscheidung`, who, {
      Version: 1,
      Entscheidung: 'abgelehnt',
      Grund: 'no-contract',
    })
  const own = await answer(support)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  await expect(
    asOwner(server, 'standard', (tx) =>
      sql`update claims set state = 'accepted', changed_by = entered_by where tenant = 'standard' and claim_id = ${id}`.execute(
        tx,
      ),
    ),
  ).rejects.toThrow('claim_not_by_enterer')
  expect((await answer(helper)).status).toBe(200)
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .orderBy('number')
      .execute(),
  )
  expect(rows[0]).toMatchObject({
    action: 'claim-made',
    actor_id: support!.id,
    reason: 'Anruf von heute',
  })
  expect(JSON.stringify(rows)).not.toContain('Seit Mai')
})

test('a claim is entered for this person with a reason, and never about oneself, by the wrong role or at another tenant', async () => {
  const { referral, recipient } = await makePair()
  const other = await makePair()
  const asked = { Als: 'Empfehler', Nummer: referral.number, Auftragsnummer: 'E-4' }
  const status = async (answer: ReturnType<typeof call>) => (await answer).status
  expect(await status(report(other.referral.accountId, asked))).toBe(404)
  const theirs = { ...asked, Als: 'Empfaenger', Nummer: recipient.number }
  expect(await status(report(other.recipient.number, theirs))).toBe(404)
  expect(await status(report(referral.accountId, { ...asked, Grund: '' }))).toBe(400)
  expect(await status(report(referral.accountId, { ...asked, Auftragsnummer: '' }))).toBe(400)
  expect(await status(report(referral.accountId, asked, first))).toBe(403)
  for (const email of [referral.email, recipient.email]) {
    const self = await makeOperator(server, email, ['support'])
    expect(await status(report(referral.accountId, asked, self))).toBe(403)
  }
  const { token } = await makeOperator(server, 'fern@post.example', ['support'], 'telko')
  const far = await server.call(
    'POST',
    `/telko/betrieb/personen/${referral.accountId}/nachbuchungen`,
    { token, body: { Grund: 'Anruf von heute', ...asked } },
  )
  expect(far.status).toBe(404)
  expect(await openClaims('E-4')).toEqual([])
})
