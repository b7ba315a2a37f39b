import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { audit, system } from '../base/audit-store.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { findVoucherCodes } from '../mail/voucher-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { importVouchers } from '../reward/import-vouchers.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[] = ['support'], tenant = 'standard') =>
  makeOperator(server, `gutschein${++made}@betrieb.example`, roles, tenant)
const Grund = 'Der Shop nimmt den Code nicht an'
const at = '/standard/betrieb/praemien'

type Code = { Id: string; Cent: number; Stand: string; Wer: string | null }
const show = async (id: string, token: string) =>
  (await server.call('GET', `${at}/${id}`, { token })).body
const codesOf = async (id: string, token: string) =>
  (await show(id, token)).Gutschein.Codes as Code[]
const report = async (id: string, token: string, Code: string, more: object = {}) => {
  const { Version } = await show(id, token)
  return server.call('PUT', `${at}/${id}/gutschein`, {
    token,
    body: { Version, Code, Grund, ...more },
  })
}
const decide = async (id: string, token: string, Code: string, more: object = { Grund }) => {
  const { Version } = await show(id, token)
  return server.call('PUT', `${at}/${id}/gutschein/entscheidung`, {
    token,
    body: { Version, Code, Entscheidung: 'ersetzt', ...more },
  })
}
const refuse = (id: string, token: string, Code: string, more: object = { Ablehnung: 'works' }) =>
  decide(id, token, Code, { Entscheidung: 'abgelehnt', ...more })

/** What its mail would say now. */
const mailed = (id: string) =>
  bench.run(async (tx) =>
    (await findVoucherCodes(tx, 'standard', id)).map(({ voucher_id, code_encrypted }) =>
      server.deps.keys.decrypt(code_encrypted, voucherPlace('standard', voucher_id)),
    ),
  )
const log = (id: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', 'like', 'voucher-%')
      .orderBy('number')
      .execute(),
  )

const stock = (cents: number, codes: readonly string[]) =>
  bench.run((tx) =>
    importVouchers(
      tx,
      server.deps,
      bench.tenant,
      desk.voucher,
      codes.map((code, line) => ({ line, code, cents })),
      system,
    ),
  )

/** Somebody who took a voucher whose codes are worth as much each. */
async function taken(cents: number, account?: Awaited<ReturnType<Bench['makeAccount']>>) {
  const reward = await desk.reward(account ? { account } : {})
  const total = reward.rewards[0]!.cents
  const codes = Array.from({ length: total / cents }, (_, at) => `${cents}-${reward.id}-${at}`)
  // The stock has these alone, so that they are taken.
  await asOwner(server, 'standard', (tx) =>
    sql`delete from vouchers where tenant = 'standard' and reward_id is null`.execute(tx),
  )
  await stock(cents, codes)
  expect((await desk.collect(reward.token, { PraemieId: desk.voucher })).status).toBe(200)
  const found = await bench.run((tx) =>
    tx
      .selectFrom('accounts')
      .select('email')
      .where('tenant', '=', 'standard')
      .where('account_id', '=', reward.referral.accountId)
      .executeTakeFirstOrThrow(),
  )
  return { ...reward, codes, email: found.email }
}
const mailsTo = async (email: string) =>
  (await bench.mails('voucher')).filter(({ to_address }) => to_address === email)

test('a code that does not work is replaced once, however many try: by another of the same shop and value, by mail, with the log, and the books stay', async () => {
  const { id, codes, email } = await taken(1_000)
  await stock(1_000, ['neu-1', 'neu-2'])
  const { token } = await operator()
  const before = await codesOf(id, token)
  expect(before.map(({ Stand }) => Stand)).toEqual(codes.map(() => 'works'))
  const { Id } = before[1]!
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(id, token, Id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.body).toEqual({ Ergebnis: 'ersetzt' })
  const after = await codesOf(id, token)
  expect(after.find((one) => one.Id === Id)).toMatchObject({
    Stand: 'faulty',
    Wer: expect.any(String),
  })
  expect(after.filter(({ Stand }) => Stand === 'works')).toHaveLength(codes.length)
  const said = await mailed(id)
  expect(said).toHaveLength(codes.length)
  expect(said.filter((code) => code.startsWith('neu-'))).toHaveLength(1)
  const mails = await mailsTo(email)
  expect(mails.map(({ data }) => (data as { replaced?: number }).replaced)).toEqual([undefined, 1])
  expect(await log(id)).toMatchObject([
    {
      action: 'voucher-replaced',
      reason: Grund,
      details: {
        place: 2, // of the mail
        voucher: Id,
        cents: 1_000,
        before: { faulty: 0 },
        after: { faulty: 1, cents: 1_000 },
      },
    },
  ])
  for (const code of [...codes, 'neu-1', 'neu-2'])
    expect(JSON.stringify([await show(id, token), await log(id)])).not.toContain(code)
})

test('a second code of the same reward needs a second person, who did not report it, also in the database', async () => {
  const { id } = await taken(1_000)
  await stock(1_000, ['zwei-1', 'zwei-2', 'zwei-3'])
  const { token, id: operatorId } = await operator()
  const [first, second, third] = await codesOf(id, token)
  const left = async () => (await show(id, token)).Gutschein.AlleinCent
  expect(await left()).toBe(2_500)
  expect((await report(id, token, first!.Id)).body).toEqual({ Ergebnis: 'ersetzt' })
  expect(await left()).toBe(0)
  const both = await operator(['support', 'reviewer'])
  expect((await report(id, both.token, second!.Id)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  // Nothing has changed for the person yet.
  expect((await mailed(id)).filter((code) => code.startsWith('zwei-'))).toHaveLength(1)
  const own = await decide(id, both.token, second!.Id)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  expect((await show(id, both.token)).Gutschein.NichtFreigebbar).toBe('own')
  for (const by of [both.id, operatorId])
    await expect(
      asOwner(server, 'standard', (tx) =>
        sql`update vouchers set faulty_at = now(), faulty_by = ${by}, doubted_by = ${by}, doubted_at = now()
          where tenant = 'standard' and voucher_id = ${third!.Id}`.execute(tx),
      ),
    ).rejects.toThrow('voucher_needs_two')
  await expect(
    asOwner(server, 'standard', (tx) =>
      sql`update vouchers set faulty_at = now(), faulty_by = ${both.id}
        where tenant = 'standard' and voucher_id = ${third!.Id}`.execute(tx),
    ),
  ).rejects.toThrow('vouchers_replaced_alone')
  const reviewers = await Promise.all(Array.from({ length: 3 }, () => operator(['reviewer'])))
  const answers = await Promise.all(reviewers.map((who) => decide(id, who.token, second!.Id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await mailed(id)).filter((code) => code.startsWith('zwei-'))).toHaveLength(2)
  expect((await report(id, token, third!.Id)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  expect((await refuse(id, reviewers[0]!.token, third!.Id)).status).toBe(200)
  expect((await codesOf(id, token)).find(({ Id }) => Id === third!.Id)?.Stand).toBe('works')
  expect((await log(id)).map(({ action }) => action)).toEqual([
    'voucher-replaced',
    'voucher-doubted',
    'voucher-replaced',
    'voucher-doubted',
    'voucher-kept',
  ])
})

test('above what one person may give alone a second one decides, and what was replaced counts as given', async () => {
  const { id, referral } = await taken(5_000)
  await stock(5_000, ['gross'])
  const { token } = await operator()
  const [code] = await codesOf(id, token)
  expect((await report(id, token, code!.Id)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  const reviewer = await operator(['reviewer'])
  expect((await show(id, reviewer.token)).Gutschein.NichtFreigebbar).toBeNull()
  // Whoever may decide has it in Today, its list has as many, and the person hears that it is looked at.
  const waiting = async (who: string) => {
    const today = await server.call('PUT', '/standard/betrieb/heute', { token: who, body: {} })
    const [task, brought] = ['voucher-codes', 'own-voucher-codes'].map((kind) =>
      today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === kind),
    )
    const own = brought.OhneFrist
    const Filter = { Stand: 'code-gemeldet' }
    const { body } = await server.call('PUT', at, { token: who, body: { Filter } })
    expect([body.TotalCount, body.Summen.WertCent]).toEqual([
      task.OhneFrist + own,
      task.WertCent + brought.WertCent,
    ])
    return { ...task, own, ids: body.Content.map((one: { PraemieId: string }) => one.PraemieId) }
  }
  const before = await waiting(reviewer.token)
  expect([before.Entscheidbar, before.ids]).toEqual([true, expect.arrayContaining([id])])
  expect(await waiting(token)).toMatchObject({
    Entscheidbar: false,
    OhneFrist: before.OhneFrist - 1,
    own: 1,
  })
  const reported = server.clock.today().toString()
  const { Warum } = await show(id, token)
  expect(Warum).toMatchObject({
    Warum: 'paid',
    Entscheidet: 'approver',
    CodeGemeldetAm: reported,
  })
  expect((await decide(id, reviewer.token, code!.Id)).status).toBe(200)
  expect((await waiting(reviewer.token)).ids).not.toContain(id)
  expect((await show(id, token)).Warum).toMatchObject({
    Entscheidet: 'nobody',
    CodeGemeldetAm: null,
  })
  const goodwill = await server.call(
    'POST',
    `/standard/betrieb/personen/${referral.accountId}/kulanz`,
    { token, body: { Id: crypto.randomUUID(), WertCent: 1_000, Grund } },
  )
  expect(goodwill.body).toMatchObject({ Ergebnis: 'vorgeschlagen' })
})

test('whose code is not replaced is mailed why, and the sentence of the reward and of the person says it until the code is reported again', async () => {
  const { id, email, referral } = await taken(2_500)
  await stock(2_500, ['spaeter'])
  const { token } = await operator()
  const reviewer = await operator(['reviewer'])
  const [first, second] = await codesOf(id, token)
  expect((await report(id, token, first!.Id)).body).toEqual({ Ergebnis: 'ersetzt' })
  expect((await report(id, token, second!.Id)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  // Its list says what it waits for and sums the code, not all of the voucher; the file has the same words.
  const Filter = { Stand: 'code-gemeldet', Suche: id }
  const list = await server.call('PUT', at, { token, body: { Filter } })
  expect(list.body.Content).toMatchObject([{ PraemieId: id, WertCent: 5_000 }])
  expect(list.body.Content[0].Warum.CodeGemeldetAm).toBe(server.clock.today().toString())
  expect(list.body.Summen.WertCent).toBe(2_500)
  const file = await server.call(
    'GET',
    `${at}/csv?Stand=code-gemeldet&Suche=${id}&Spalten=waits,until`,
    { token },
  )
  expect(file.body).toContain('Prüfung (Code);ohne Frist')

  for (const more of [{}, { Grund }, { Ablehnung: 'other' }, { Ablehnung: 'erfunden' }])
    expect((await refuse(id, reviewer.token, second!.Id, more)).status).toBe(400)
  const told = async () =>
    (await bench.mails('voucherKept')).filter(({ to_address }) => to_address === email)
  expect(await told()).toEqual([])

  const own = { Ablehnung: 'other', Ergaenzung: 'Der Shop hat ihn am Freitag angenommen.' }
  expect((await refuse(id, reviewer.token, second!.Id, own)).status).toBe(200)
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail!.data).toMatchObject({
    place:
      (await codesOf(id, token))
        .filter(({ Stand }) => Stand !== 'faulty')
        .findIndex(({ Id }) => Id === second!.Id) + 1,
    reason: own.Ergaenzung,
  })
  const kept = { Am: server.clock.today().toString(), Grund: own.Ergaenzung }
  const said = async () => (await show(id, token)).Warum
  expect(await said()).toMatchObject({ CodeGemeldetAm: null, CodeNichtErsetzt: kept })
  const person = await server.call('GET', `/standard/betrieb/personen/${referral.accountId}`, {
    token,
  })
  expect(person.body.Zuerst.CodeNichtErsetzt).toEqual(kept)
  expect((await log(id)).at(-1)).toMatchObject({
    action: 'voucher-kept',
    reason: own.Ergaenzung,
    details: { refusal: 'other' },
  })

  expect((await report(id, token, second!.Id)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  expect(await said()).toMatchObject({ CodeNichtErsetzt: null })
  server.clock.advance('PT1M')
  expect((await refuse(id, reviewer.token, second!.Id, { Ablehnung: 'redeemed' })).status).toBe(200)
  expect((await said()).CodeNichtErsetzt.Grund).toBe('Der Code ist schon eingelöst.')
  expect(await told()).toHaveLength(2)
})

test('without another code, at an address newer than the voucher, or once it is claimed back, nothing is replaced', async () => {
  const { id, referral } = await taken(2_500)
  const { token } = await operator()
  const [code] = await codesOf(id, token)
  const none = await report(id, token, code!.Id)
  expect([none.status, none.body.ErrorCode]).toEqual([400, 'PSOF0101'])
  expect((await codesOf(id, token))[0]!.Stand).toBe('works')
  await stock(2_500, ['spaet'])
  expect((await report(id, token, crypto.randomUUID())).status).toBe(409)
  server.clock.advance('PT1M')
  await bench.run((tx) =>
    audit(tx, 'standard', {
      at: server.clock.now(),
      actor: system,
      action: 'change-email',
      subjectKind: 'account',
      subjectId: referral.accountId,
    }),
  )
  expect((await show(id, token)).Gutschein.AdresseNeuer).toBe(true)
  expect((await report(id, token, code!.Id)).status).toBe(400)

  const back = await taken(2_500)
  await stock(2_500, ['zurueck'])
  const later = await operator()
  const [theirs] = await codesOf(back.id, later.token)
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, back.orderNumber, system))
  expect((await report(back.id, later.token, theirs!.Id)).status).toBe(409)
  expect(await mailed(back.id)).toEqual(expect.not.arrayContaining(['zurueck']))
})

test('codes are replaced with the right, a reason, in the own tenant, and never about oneself', async () => {
  const { id } = await taken(2_500)
  await stock(2_500, ['recht'])
  const support = await operator()
  const [code] = await codesOf(id, support.token)
  expect((await report(id, support.token, code!.Id, { Grund: ' ' })).status).toBe(400)
  expect((await report(id, support.token, code!.Id, { Version: 999 })).status).toBe(409)
  for (const role of ['auditor', 'payout-approver', 'payout-preparer'] as const)
    expect((await report(id, (await operator([role])).token, code!.Id)).status).toBe(403)
  expect((await decide(id, support.token, code!.Id)).status).toBe(403)
  const elsewhere = await operator(['support', 'reviewer'], 'telko')
  const there = await server.call('PUT', `/telko/betrieb/praemien/${id}/gutschein`, {
    token: elsewhere.token,
    body: { Version: 1, Code: code!.Id, Grund },
  })
  expect(there.status).toBe(404)
  const bad = await server.call('PUT', `${at}/x/gutschein`, {
    token: support.token,
    body: { Version: 1, Code: code!.Id, Grund },
  })
  expect(bad.status).toBe(404)
  const self = await operator()
  const account = await bench.makeAccount(self.email.replace('@', '+x@'))
  const own = await taken(2_500, account)
  const [mine] = await codesOf(own.id, self.token)
  const refused = await report(own.id, self.token, mine!.Id)
  expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
})
