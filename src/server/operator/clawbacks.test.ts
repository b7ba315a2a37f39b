import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { earningsByYear } from '../../domain/earnings.ts'
import { listReceivedOf } from '../reward/earnings-store.ts'
import { forgetReferences } from '../reward/repayment-store.ts'
import type { Bench, Desk } from '../reward/reward.test-helper.ts'
import { at, Grund, startClawbacks } from './clawbacks.test-helper.ts'
import { exportPerson } from './export-person.ts'

let server: TestServer
let bench: Bench
let desk: Desk
const { operator, show, act, book, cancel, balances, owing, owingCash } = startClawbacks(
  (made) => ({ server, bench, desk } = made),
)

test('a paid reward of a cancelled order is a clawback, listed with its rest, and its reminder announces a set-off', async () => {
  const { id, cents, account } = await owing()
  const { token } = await operator(['support'])
  const personPage = async () =>
    (await server.call('GET', `/standard/betrieb/personen/${account.accountId}`, { token })).body
  const untold = {
    Stand: 'untold',
    Eingegangen: null,
    ErinnertAm: null,
    VerrechenbarAb: null,
    VonSelbst: false,
    Verwendungszweck: null,
  }
  expect((await personPage()).Zuerst).toMatchObject({
    Warum: 'claimed-back',
    Cent: cents,
    Entscheidet: 'support',
    Rueckzahlung: untold,
  })
  expect(await show(id, token)).toMatchObject({ VerrechenbarAb: null, VonSelbst: false })
  const { body } = await server.call('PUT', at, { token, body: { Pagesize: 100 } })
  const row = body.Content.find(({ PraemieId }: { PraemieId: string }) => PraemieId === id)
  expect(row).toMatchObject({ Stand: 'offen', RestCent: cents, Person: account.accountId })
  const sum = body.Content.reduce((all: number, one: { RestCent: number }) => all + one.RestCent, 0)
  expect(body.Summen.WertCent).toBe(sum)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => act(id, 'erinnerung', token, { Mitteilung: 'Bitte melden' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const mails = (await bench.mails('clawbackReminder')).filter(
    ({ to_address }) => to_address === account.email,
  )
  const reference = `Rückzahlung ${row.Auftrag}`
  expect(mails).toMatchObject([{ data: { note: 'Bitte melden', reference } }])
  expect((await act(id, 'erinnerung', token)).status).toBe(409)
  const today = server.clock.today()
  const VerrechenbarAb = today.add({ days: 14 }).toString()
  expect((await personPage()).Zuerst.Rueckzahlung).toEqual({
    ...untold,
    Stand: 'told',
    ErinnertAm: today.toString(),
    VerrechenbarAb,
    Verwendungszweck: reference,
  })
  expect(await show(id, token)).toMatchObject({ VerrechenbarAb })
})

test('the page of whoever owes and the reward’s record lead to the clawback, open or over; others lead to none', async () => {
  const { id, cents, account } = await owing()
  const other = await desk.reward({ account: await bench.makeAccount() })
  const { token } = await operator(['support'])
  const get = async (path: string) =>
    (await server.call('GET', `/standard/betrieb/${path}`, { token })).body
  const payer = (await operator(['payout-approver'])).token
  const ofPerson = async () => (await get(`personen/${account.accountId}`)).Rueckforderungen
  expect(await ofPerson()).toEqual([{ PraemieId: id, Cent: cents, Offen: true }])
  expect((await get(`praemien/${id}`)).HatRueckforderung).toBe(true)
  expect((await book(id, payer, 1_000)).status).toBe(200)
  expect(await ofPerson()).toEqual([{ PraemieId: id, Cent: cents - 1_000, Offen: true }])
  expect((await book(id, payer, cents - 1_000)).status).toBe(200)
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt' })
  expect(await ofPerson()).toEqual([{ PraemieId: id, Cent: cents, Offen: false }])
  expect((await get(`praemien/${id}`)).HatRueckforderung).toBe(true)
  expect((await get(`praemien/${other.id}`)).HatRueckforderung).toBe(false)
})

test('above what one person decides alone, a second one writes off: once, within the limit, and never the own proposal', async () => {
  const { id, cents, account } = await owing()
  expect(cents).toBeGreaterThan(2_500)
  const both = await operator(['support', 'reviewer'])
  expect((await act(id, 'verzicht', both.token)).body).toMatchObject({ Ergebnis: 'vorgeschlagen' })
  expect((await act(id, 'verzicht', both.token)).status).toBe(409)
  const { Warum } = (await server.call('GET', `/standard/betrieb/praemien/${id}`, both)).body
  expect(Warum).toMatchObject({ Entscheidet: 'approver', Rueckzahlung: { Stand: 'proposed' } })
  const decide = (token: string, Entscheidung = 'verzichtet') =>
    act(id, 'verzicht/entscheidung', token, { Entscheidung })
  const own = await decide(both.token)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  const reviewers = await Promise.all(Array.from({ length: 4 }, () => operator(['reviewer'])))
  const answers = await Promise.all(reviewers.map(({ token }) => decide(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await show(id, both.token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'written-off' })
  const mails = (await bench.mails('clawbackWaived')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)

  const refused = await owing()
  await act(refused.id, 'verzicht', both.token)
  const { token } = reviewers[0]!
  await act(refused.id, 'verzicht/entscheidung', token, { Entscheidung: 'abgelehnt' })
  expect(await show(refused.id, token)).toMatchObject({ Stand: 'offen', Vorschlag: null })
})

test('clawbacks need the right, the reason and the tenant, and are never one’s own', async () => {
  const { id } = await owing()
  const support = await operator(['support'])
  expect((await act(id, 'verzicht', support.token, { Grund: ' ' })).status).toBe(400)
  expect((await act(id, 'verzicht', support.token, { Version: 99 })).status).toBe(409)
  for (const role of ['auditor', 'payout-preparer'] as const)
    expect((await act(id, 'verzicht', (await operator([role])).token)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  const path = `/telko/betrieb/rueckforderungen/${id}`
  expect((await server.call('GET', path, { token: elsewhere.token })).status).toBe(404)
  const self = await operator(['support', 'reviewer'])
  const own = await owing(self.email.replace('@', '+x@'))
  for (const what of ['erinnerung', 'verzicht']) {
    const refused = await act(own.id, what, self.token)
    expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  }
})

/** An open clawback, and somebody who books for it. */
async function booking() {
  const found = await owing()
  const approver = await operator(['payout-approver'])
  const paid = (BetragCent: number, Am = server.clock.today().toString(), token = approver.token) =>
    act(found.id, 'rueckzahlung', token, { BetragCent, Am, Referenz: 'Kontoauszug 12/3' })
  return { ...found, token: approver.token, paid }
}

test('a repayment is booked in parts, once each, never more than the rest, by those who see the account', async () => {
  const { id, cents, account, token, paid } = await booking()
  const before = await balances()
  const { Version } = await show(id, token)
  const part = {
    Version,
    Grund,
    BetragCent: 1_000,
    Am: server.clock.today().toString(),
    Referenz: 'Kontoauszug 12/3',
  }
  const parts = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.call('PUT', `${at}/${id}/rueckzahlung`, { token, body: part }),
    ),
  )
  expect(parts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await paid(cents)).status).toBe(400)
  expect((await paid(0)).status).toBe(400)
  expect((await paid(100, server.clock.today().add({ days: 1 }).toString())).status).toBe(400)
  const support = (await operator(['support', 'reviewer', 'payout-preparer'])).token
  expect((await paid(100, undefined, support)).status).toBe(403)
  expect((await book(id, token, cents - 1_000)).status).toBe(200)
  expect((await paid(1)).status).toBe(409)
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'recovered' })
  const path = `/standard/betrieb/personen/${account.accountId}`
  const person = await server.call('GET', path, { token: support })
  expect(person.body.Zuerst).toMatchObject({
    Warum: 'paid-back',
    Bis: server.clock.today().toString(),
  })
  expect((await balances()).claims).toBe(before.claims - cents)
  const mails = (await bench.mails('repaymentBooked')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails.map(({ data }) => (data as { left: string | null }).left === null)).toEqual([
    false,
    true,
  ])
})

test('a wrong booking is taken back once, by a counter-booking that leaves both in the list, and the clawback is open again', async () => {
  const { id, cents, token } = await booking()
  await book(id, token, cents)
  const before = await balances()
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  const undo = () => act(id, 'rueckzahlung/ruecknahme', token, { Id })
  const answers = await Promise.all([undo(), undo(), undo()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await undo()).status).toBe(404)
  const found = await show(id, token)
  expect(found).toMatchObject({ Stand: 'offen', RestCent: cents })
  expect(found.Rueckzahlungen).toMatchObject([{ BetragCent: cents, Referenz: 'Kontoauszug 12/3' }])
  expect(found.Rueckzahlungen[0].ZurueckgenommenAm).not.toBeNull()
  expect((await balances()).claims).toBe(before.claims + cents)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', 'in', ['clawback-repaid', 'repayment-taken-back'])
      .orderBy('number')
      .execute(),
  )
  expect(log).toMatchObject([
    { action: 'clawback-repaid', details: { cents, repayment: Id, after: { leftCents: 0 } } },
    {
      action: 'repayment-taken-back',
      details: { cents, repayment: Id, after: { leftCents: cents } },
    },
  ])
  expect(JSON.stringify(log)).not.toContain('Kontoauszug')
})

test('above what one person books alone a repayment waits for a second one, who sees it; nothing else is booked meanwhile', async () => {
  const { id, cents, account, token } = await booking()
  const support = (await operator(['support'])).token
  const reviewer = (await operator(['reviewer'])).token
  const invented = (BetragCent: number, by = token, of = id) =>
    act(of, 'rueckzahlung', by, {
      BetragCent,
      Am: server.clock.today().toString(),
      Referenz: 'erfunden 4711',
    })
  const decide = (Entscheidung: string, by: string) =>
    act(id, 'verzicht/entscheidung', by, { Entscheidung })
  // A write-off that waits for somebody is not bypassed by a transfer that never came.
  await act(id, 'verzicht', support)
  expect((await invented(cents)).status).toBe(409)
  expect((await invented(100)).status).toBe(409)
  expect((await decide('gebucht', reviewer)).status).toBe(409)
  expect((await decide('abgelehnt', reviewer)).status).toBe(200)

  const before = await balances()
  const tries = await Promise.all(Array.from({ length: 4 }, () => invented(cents)))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await show(id, reviewer)).toMatchObject({
    Stand: 'vorgeschlagen',
    RestCent: cents,
    VorgeschlageneRueckzahlung: { BetragCent: cents, Referenz: 'erfunden 4711' },
    Rueckzahlungen: [],
  })
  expect((await invented(100)).status).toBe(409)
  expect((await act(id, 'verzicht', support)).status).toBe(409)
  expect((await decide('gebucht', token)).body.ErrorCode).toBe('PSOF0708')
  expect((await decide('verzichtet', reviewer)).status).toBe(409)
  expect((await balances()).claims).toBe(before.claims)
  expect((await decide('abgelehnt', reviewer)).status).toBe(200)
  expect(await show(id, token)).toMatchObject({ Stand: 'offen', VorgeschlageneRueckzahlung: null })

  await invented(cents)
  const answers = await Promise.all(Array.from({ length: 3 }, () => decide('gebucht', reviewer)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await show(id, token)).toMatchObject({ Ausgang: 'recovered', VorgeschlagenVon: null })
  expect((await balances()).claims).toBe(before.claims - cents)
  const mails = (await bench.mails('repaymentBooked')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', 'in', ['repayment-proposed', 'repayment-refused', 'clawback-repaid'])
      .orderBy('number')
      .execute(),
  )
  expect(log.map(({ action }) => action)).toEqual([
    'repayment-proposed',
    'repayment-refused',
    'repayment-proposed',
    'clawback-repaid',
  ])
  expect(log.at(-1)).toMatchObject({ reason: Grund, details: { proposedBy: expect.any(String) } })
  expect(JSON.stringify(log)).not.toContain('4711')
})

test('whoever has paid is neither reminded nor set off while a second person looks at it, and the sentence says so', async () => {
  const { id, cents, account } = await owing()
  const support = (await operator(['support'])).token
  await act(id, 'erinnerung', support)
  server.clock.advance('P15D')
  const [again, approver] = [await operator(['support']), await operator(['payout-approver'])]
  const Am = server.clock.today().subtract({ days: 1 }).toString()
  const repaid = await act(id, 'rueckzahlung', approver.token, {
    BetragCent: cents,
    Am,
    Referenz: 'Kontoauszug 12/3',
  })
  expect(repaid.body.Ergebnis).toBe('vorgeschlagen')
  const path = `/standard/betrieb/personen/${account.accountId}`
  expect((await server.call('GET', path, { token: again.token })).body.Zuerst).toMatchObject({
    Warum: 'claimed-back',
    Cent: cents,
    Entscheidet: 'approver',
    Rueckzahlung: { Stand: 'repaid', Eingegangen: { BetragCent: cents, Am } },
  })
  const next = await desk.reward({ account, share: 100 })
  expect(await show(id, again.token)).toMatchObject({
    NichtErinnerbar: 'proposed',
    NichtVerrechenbar: 'proposed',
  })
  expect((await act(id, 'erinnerung', again.token)).status).toBe(409)
  const setOff = { PraemieId: next.id }
  expect((await act(id, 'verrechnung', again.token, setOff)).status).toBe(409)
  // Nor is somebody asked for money that may be given up.
  await act(id, 'verzicht/entscheidung', approver.token, { Entscheidung: 'abgelehnt' })
  const reviewer = (await operator(['reviewer'])).token
  await act(id, 'verzicht/entscheidung', reviewer, { Entscheidung: 'abgelehnt' })
  expect((await show(id, again.token)).NichtErinnerbar).toBeNull()
  await act(id, 'verzicht', again.token)
  expect((await act(id, 'erinnerung', again.token)).status).toBe(409)
})

test('one person books no more alone by parts: not of one clawback, one person’s several, nor of many people', async () => {
  const { token, email } = await operator(['payout-approver'])
  const part = async (id: string, cents: number, by = token) => {
    const body = { BetragCent: cents, Am: server.clock.today().toString(), Referenz: 'Auszug' }
    return (await act(id, 'rueckzahlung', by, body)).body.Ergebnis
  }
  const first = await owing()
  const again = await owing(first.account.email.replace('@', '+x@'))
  expect(await part(first.id, 2_000)).toBe('gebucht')
  expect(await part(again.id, 600)).toBe('vorgeschlagen')
  expect(await part(first.id, 600)).toBe('vorgeschlagen')
  // What was booked alone is not waived again, either.
  const both = await owing(first.account.email.replace('@', '+y@'))
  const { token: support } = await operator(['support'])
  expect((await show(both.id, support)).AlleinCent).toBe(500)
  const others = await Promise.all(Array.from({ length: 10 }, () => owing()))
  const booked = []
  for (const [at, { id }] of others.entries()) {
    if (at % 3 === 0) server.clock.advance('PT24H')
    const by = (await makeOperator(server, email, ['payout-approver'])).token
    booked.push(await part(id, 2_500, by))
  }
  expect(booked).toEqual([...Array(9).fill('gebucht'), 'vorgeschlagen'])
  // Nor in one day.
  const other = (await operator(['payout-approver'])).token
  const day = []
  for (let turn = 0; turn < 5; turn++) day.push(await part((await owing()).id, 2_500, other))
  expect(day).toEqual([...Array(4).fill('gebucht'), 'vorgeschlagen'])
})

test('a second person agrees to no more repayments of one person than the role’s limit, whatever the parts', async () => {
  const support = (await operator(['support'])).token
  const booker = (await operator(['payout-approver'])).token
  const reviewer = (await operator(['reviewer'])).token
  const agree = (id: string, token: string, Entscheidung = 'gebucht') =>
    act(id, 'verzicht/entscheidung', token, { Entscheidung })
  const proposed = async (email?: string) => {
    const found = await owing(email)
    const body = { BetragCent: found.cents, Am: server.clock.today().toString(), Referenz: 'x' }
    const asked = await act(found.id, 'rueckzahlung', booker, body)
    expect(asked.body.Ergebnis).toBe('vorgeschlagen')
    return found
  }
  const first = await proposed()
  const again = async (tag: string) => proposed(first.account.email.replace('@', `+${tag}@`))
  const all = [first, await again('b'), await again('c')]
  const most = 10_000
  expect(all.map(({ cents }) => cents)).toEqual([5_000, 5_000, 5_000])
  expect((await show(first.id, reviewer)).HoechstensCent).toBe(most)
  const answers = await Promise.all(all.map(({ id }) => agree(id, reviewer)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403])
  const { id: left } = all[answers.findIndex(({ status }) => status === 403)]!
  expect((await show(left, reviewer)).HoechstensCent).toBe(0)
  expect((await agree(left, reviewer)).body.ErrorCode).toBe('PSOF0709')
  const waived = await owing(first.account.email.replace('@', '+d@'))
  await act(waived.id, 'verzicht', support)
  expect((await agree(waived.id, reviewer, 'verzichtet')).body.ErrorCode).toBe('PSOF0709')
  const stranger = await proposed()
  expect((await agree(stranger.id, reviewer)).status).toBe(200)
  const higher = (await operator(['payout-approver'])).token
  expect((await agree(left, higher)).status).toBe(200)
})

test('what was booked before something was proposed makes that proposal void, once it is taken back', async () => {
  for (const isRepayment of [false, true]) {
    const { id, cents, token, paid } = await booking()
    await paid(1_000)
    if (isRepayment) await paid(cents - 1_000)
    else await act(id, 'verzicht', (await operator(['support'])).token)
    expect(await show(id, token)).toMatchObject({ Stand: 'vorgeschlagen', RestCent: cents - 1_000 })
    const [{ Id }] = (await show(id, token)).Rueckzahlungen
    await act(id, 'rueckzahlung/ruecknahme', token, { Id })
    expect(await show(id, token)).toMatchObject({
      Stand: 'offen',
      RestCent: cents,
      VorgeschlageneRueckzahlung: null,
    })
  }
})

test('what was paid back in full and then returned by the bank is not demanded again when the booking is taken back', async () => {
  const { id, giveBack } = await owingCash(1_311)
  const { token } = await operator(['payout-approver'])
  const { RestCent: BetragCent } = await show(id, token)
  expect((await book(id, token, BetragCent)).status).toBe(200)
  expect(await show(id, token)).toMatchObject({ RestCent: 0 })
  await giveBack()
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  const undone = await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  expect(undone.body).toEqual({ RestCent: 0 })
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'recovered' })
})

test('a bank’s words about a repayment are kept as long as payments, its amount for ever', async () => {
  const { id, token, paid } = await booking()
  await paid(700)
  const forget = (years: number) =>
    bench.run((tx) =>
      forgetReferences(
        tx,
        'standard',
        server.clock.today().add({ years }).toPlainDateTime().toZonedDateTime('UTC').toInstant(),
      ),
    )
  await forget(-1)
  expect((await show(id, token)).Rueckzahlungen[0].Referenz).toBe('Kontoauszug 12/3')
  await paid(2_000)
  await forget(1)
  expect(await show(id, token)).toMatchObject({
    Rueckzahlungen: [{ BetragCent: 700, Referenz: null }],
    VorgeschlageneRueckzahlung: { BetragCent: 2_000, Referenz: null },
  })
})

test('Today and its list have what somebody can do something about: not what waits for whom was reminded lately', async () => {
  const { token } = await operator(['support'])
  const one = async (kind: string, Stand: string, by: string) => {
    const today = await server.call('PUT', '/standard/betrieb/heute', { token: by, body: {} })
    const taskOf = (name: string) =>
      today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === name)
    const [task, brought] = [taskOf(kind), taskOf(`own-${kind}`) ?? { OhneFrist: 0, WertCent: 0 }]
    const body = { Pagesize: 100, Filter: { Stand } }
    const list = (await server.call('PUT', at, { token: by, body })).body
    expect([list.TotalCount, list.Summen.WertCent]).toEqual([
      task.OhneFrist + brought.OhneFrist,
      task.WertCent + brought.WertCent,
    ])
    return { count: task.OhneFrist, brought: brought.OhneFrist, isOwn: task.Entscheidbar }
  }
  const asked = async (by: string) => [
    (await one('clawbacks', 'zu-tun', by)).count,
    (await one('clawback-proposals', 'vorgeschlagen', by)).count,
  ]
  const [before, proposed] = await asked(token)
  const { id } = await owing()
  expect(await asked(token)).toEqual([before + 1, proposed])
  await act(id, 'erinnerung', token)
  expect(await asked(token)).toEqual([before, proposed])
  await act(id, 'verzicht', token)
  // What oneself proposed is nothing to decide: somebody else does.
  expect(await asked(token)).toEqual([before, proposed])
  expect((await one('clawback-proposals', 'vorgeschlagen', token)).brought).toBe(1)
  const other = (await operator(['reviewer'])).token
  expect(await asked(other)).toEqual([before, proposed + 1])
  // Each is the work of those who may do it: reminding is not the approver's, approving is not support's.
  const approver = (await operator(['payout-approver'])).token
  const own = async (by: string) => [
    (await one('clawbacks', 'zu-tun', by)).isOwn,
    (await one('clawback-proposals', 'vorgeschlagen', by)).isOwn,
  ]
  expect(await own(token)).toEqual([true, false])
  expect(await own(approver)).toEqual([false, true])
})

test('a person’s data file has what they paid back and what was taken back, and nobody else’s; neither says who booked it', async () => {
  const { account, id, token, paid } = await booking()
  await paid(700)
  server.clock.advance('PT1M')
  await paid(300)
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  // The contact's part of another person's order: in the contact's file alone.
  const other = await desk.reward({ share: 50 })
  const [, contacts] = other.rewards
  const [mine, theirs] = await Promise.all([
    bench.token('user-session', other.referral.accountId),
    bench.token('recipient', other.recipient.number),
  ])
  const part = contacts!.reward_id
  await desk.collect(await bench.token('reward', part), { PraemieId: desk.voucher })
  await cancel(other.orderNumber)
  const body = { BetragCent: 200, Am: server.clock.today().toString(), Referenz: 'Auszug 7' }
  expect((await act(part, 'rueckzahlung', token, body)).status).toBe(200)

  const owner = await bench.token('user-session', account.accountId)
  const file = await server.call('GET', '/standard/empfehler/export', { token: owner })
  const one = { PraemierungId: id, Am: server.clock.today().toString() }
  const repaid = [
    { ...one, BetragCent: 700, Referenz: 'Kontoauszug 12/3', ZurueckgenommenAm: null },
    { ...one, BetragCent: 300, ZurueckgenommenAm: expect.any(String) },
  ]
  expect(file.body.Rueckzahlungen).toMatchObject(repaid)
  expect(JSON.stringify(file.body)).not.toContain('@betrieb.example')
  const files = [
    await server.call('GET', '/standard/empfehler/export', { token: mine }),
    await server.call('GET', '/standard/empfaenger/export', { token: theirs }),
  ]
  expect(files.map(({ body: { Rueckzahlungen } }) => Rueckzahlungen)).toMatchObject([
    [],
    [{ PraemierungId: part, BetragCent: 200, Referenz: 'Auszug 7' }],
  ])
  const by = { kind: 'operator', id: (await operator(['support'])).id } as const
  const letter = (email: string) =>
    bench.run((tx) => exportPerson(tx, server.deps, bench.tenant, email, by))
  expect(await letter(account.email)).toMatchObject({ Empfehler: { Rueckzahlungen: repaid } })
  expect(await letter(other.recipient.email)).toMatchObject({
    Empfaenger: [{ Rueckzahlungen: [{ PraemierungId: part }] }],
  })
})

test('a transfer of December that is booked in January is of December in the ledger, and a mistake is no income of January', async () => {
  const { id } = await owing()
  const received = () =>
    bench.run(async (tx) => earningsByYear(await listReceivedOf(tx, 'standard', id)))
  const before = await received()
  server.clock.set('2028-01-03T10:00:00+01:00')
  const { token } = await operator(['payout-approver'])
  expect((await book(id, token, 1_900, { Am: '2027-12-30' })).body.Ergebnis).toBe('gebucht')
  const { rows } = await bench.run((tx) =>
    sql<{
      day: string
    }>`select distinct (at at time zone 'Europe/Berlin')::date as day from ledger_postings
      where tenant = 'standard' and reward_id = ${id} and event = 'claim-repaid'`.execute(tx),
  )
  expect(rows).toEqual([{ day: '2027-12-30' }])
  expect(await received()).toContainEqual(expect.objectContaining({ year: 2027, cents: -1_900 }))
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  expect((await act(id, 'rueckzahlung/ruecknahme', token, { Id })).status).toBe(200)
  const of = (years: Awaited<ReturnType<typeof received>>) =>
    years.flatMap(({ year, cents }) => (cents === 0 ? [] : [[year, cents]]))
  expect(of(await received())).toEqual(of(before))
})
