import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { system } from '../base/audit-store.ts'
import { makeKeys } from '../base/keys.ts'
import { hasXsd, xsdErrors } from '../gateways/bank-files/xsd.test-helper.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'
import { checkCommissions } from '../billing/check-store.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import { applyBankFile } from './apply-status.ts'
import { readBatchFile } from './batch-file.ts'
import { cancelFile, takeFileBack } from './cancel-file.ts'
import { confirmBatch } from './confirm-batch.ts'
import { payDue } from './play-both.ts'
import { deletePaymentRecords } from './delete-payment-records.ts'
import { listBatches, showBatch } from './list-batches.ts'
import { checkReport } from './payee-checks.test-helper.ts'
import { ibans, makeFixtures, notice, of, operator } from './payout.test-helper.ts'

// It has no partners of its own, so that every credit note is one of these tests.
const code = 'bgv'
let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let bench: Awaited<ReturnType<typeof makePartnerBench>>
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server, code)
})
startEachAfresh(() => server)
beforeEach(async () => {
  bench = await makePartnerBench(server, code)
})
afterEach(async () => {
  await fixtures.booksAreRight()
  expect(await bench.run((tx) => checkCommissions(tx, code))).toEqual([])
})
afterAll(() => server.stop())

const create = () => payDue(server.deps, code, operator)

/** A credit note of so many orders for the month before `day`, which the clock then shows. */
async function note(day = '2026-12-01', orders = 1): Promise<string[]> {
  const numbers: string[] = []
  for (let index = 0; index < orders; index++) numbers.push(await bench.order())
  for (const number of numbers) await bench.release(number)
  on(day)
  await bench.write()
  return numbers
}

const payouts = () =>
  bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .selectAll()
      .where('tenant', '=', code)
      .where('partner_id', '=', bench.partnerId)
      .orderBy('created_at')
      .orderBy('payout_id')
      .execute(),
  )

async function sent() {
  // So that the payouts of one partner have an order in time.
  server.clock.advance('PT1S')
  const batch = await create()
  if (!batch) throw new Error('no batch')
  const { batch: stored } = await showBatch(server.deps, code, batch.batchId)
  const payout = (await payouts()).at(-1)!
  return { ...batch, messageId: stored.message_id, payout, id: payout.end_to_end_id }
}
type Sent = Awaited<ReturnType<typeof sent>>

const tell = (batch: Sent, status: 'ACSC' | 'RJCT' | 'ACCP', reasonCode?: string) =>
  applyBankFile(
    server.deps,
    code,
    Buffer.from(
      fixtures.report(batch.messageId, [
        { endToEndId: batch.id, status, ...(reasonCode && { reasonCode }) },
      ]),
    ),
    operator,
  )
const giveBack = ({ id, payout }: Sent) =>
  applyBankFile(
    server.deps,
    code,
    of('bgv', notice({ id, cents: payout.cents, direction: 'CRDT', reason: 'AC04' })),
    operator,
  )

const billing = async () =>
  (
    await server.call('PUT', '/bgv/verkaufspartner/abrechnungen', {
      token: await bench.session(),
      body: {},
    })
  ).body
const mailsOf = async (template: string) =>
  (await fixtures.mails(template)).filter(({ to_address }) => to_address === bench.email)

async function saveAccount(iban: string) {
  const token = await bench.session()
  const { body } = await server.call('GET', '/bgv/verkaufspartner/daten', { token })
  const { Verkaufspartnernummer: _1, Email: _2, Status: _3, ...shown } = body
  const { IbanMaskiert: _4, Kontoproblem: _5, Verkaufslink: _6, Bic: _7, ...more } = shown
  const { VereinbartAm: _8, NameBeiDerBank: _11, Fassung: _9, Vereinbarung: _10, ...own } = more
  const answer = await server.call('PUT', `/${code}/verkaufspartner/daten`, {
    token,
    body: { ...own, Iban: iban },
  })
  expect(answer.status).toBe(200)
}

test('one batch pays rewards and credit notes; the partner sees state and day, and is told by mail, once', async () => {
  await note()
  const reward = await fixtures.collected(2500)
  expect((await billing()).Content).toMatchObject([{ Zahlung: 'open', ZahlungAm: null }])
  const batch = await sent()
  expect(batch).toMatchObject({ transfers: 2, totalCents: 2500 + 7140 })
  expect(batch.payout).toMatchObject({ cents: 7140, reward_id: null, holder: 'Telefonladen Test' })
  expect(batch.file).toContain(`Gutschrift ${bench.number}-2026-1`)
  if (hasXsd) expect(xsdErrors(batch.file, 'dk/pain.001.001.09_GBIC_5.xsd')).toBe('')
  const [listed] = await listBatches(server.deps, code, 1)
  expect(listed).toMatchObject({ batchId: batch.batchId, transfers: 2, partners: 1 })
  expect(await billing()).toMatchObject({
    Content: [{ Zahlung: 'in-transit', ZahlungAm: '2026-12-02' }],
    Summen: { OffenCent: 0 },
  })
  expect(await tell(batch, 'ACCP')).toMatchObject({ pending: 1 })
  on('2026-12-03')
  expect(await tell(batch, 'ACSC')).toMatchObject({ settled: 1 })
  expect((await billing()).Content).toMatchObject([{ Zahlung: 'paid', ZahlungAm: '2026-12-03' }])
  expect(await mailsOf('salesPartnerPaid')).toMatchObject([
    { data: { amount: '71,40\u00a0€', noteNumber: `${bench.number}-2026-1` } },
  ])
  // The same file again, twice at once, and an operator's word on the rest.
  const again = await Promise.all([tell(batch, 'ACSC'), tell(batch, 'ACSC')])
  expect(again).toMatchObject([{ alreadyDone: 1 }, { alreadyDone: 1 }])
  expect(await confirmBatch(server.deps, code, batch.batchId, operator)).toMatchObject({
    settled: 1,
    alreadyDone: 1,
  })
  expect((await fixtures.reward(reward)).state).toBe('paid')
  expect(await mailsOf('salesPartnerPaid')).toHaveLength(1)
  expect(await create()).toBeNull()
})

describe('money that does not arrive', () => {
  test('a name that the bank spells otherwise is confirmed by the partner with one press, once, and the next payout has it', async () => {
    await note()
    const first = await sent()
    const check = [{ id: first.id, status: 'RVMC', name: 'Bankname KG' }]
    await applyBankFile(server.deps, code, checkReport(first.messageId, 'RVMC', check), operator)
    for (const id of ['one', 'another'])
      await bench.run(async (tx) =>
        cancelFile(
          tx,
          server.deps,
          await server.deps.tenants.get(code),
          { batchId: first.batchId, reason: 'Name stimmt nicht genau' },
          { actor: { kind: 'operator', id }, aloneReason: null },
        ),
      )
    await takeFileBack(server.deps, code, first.batchId)
    expect(await mailsOf('salesPartnerAccountNeeded')).toMatchObject([{ data: { named: 1 } }])
    expect(await create()).toBeNull()
    const own = async () =>
      (await server.call('GET', '/bgv/verkaufspartner/daten', { token: await bench.session() }))
        .body
    expect(await own()).toMatchObject({ NameBeiDerBank: 'Bankname KG' })
    const confirm = async (NameBeiDerBank: string) =>
      server.call('PUT', '/bgv/verkaufspartner/kontoinhaber', {
        token: await bench.session(),
        body: { NameBeiDerBank },
      })
    expect((await confirm('Fremde KG')).status).toBe(409)
    expect(await create()).toBeNull()
    const pressed = await Promise.all([1, 2, 3].map(() => confirm('Bankname KG')))
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200])
    const token = await bench.session()
    const elsewhere = await server.call('PUT', '/telko/verkaufspartner/kontoinhaber', {
      token,
      body: { NameBeiDerBank: 'Bankname KG' },
    })
    expect(elsewhere.status).toBe(401)
    expect(await mailsOf('salesPartnerAccount')).toHaveLength(1)
    expect(await own()).toMatchObject({
      NameBeiDerBank: null,
      Kontoproblem: null,
      Kontoinhaber: 'Bankname KG',
    })
    const second = await sent()
    expect(second.file).toContain('Bankname KG')
    await tell(second, 'ACSC')
  })

  test('a name that is only close, told late, takes the place of no harder reason: another account is asked for as before', async () => {
    await note()
    const first = await sent()
    const check = [{ id: first.id, status: 'RVMC', name: 'Bankname KG' }]
    await applyBankFile(server.deps, code, checkReport(first.messageId, 'RVMC', check), operator)
    // Meanwhile an earlier payment came back, as the account is closed.
    await bench.run((tx) =>
      sql`update sales_partners set account_problem = 'AC04' where tenant = ${code} and partner_id = ${bench.partnerId}`.execute(
        tx,
      ),
    )
    for (const id of ['one', 'another'])
      await bench.run(async (tx) =>
        cancelFile(
          tx,
          server.deps,
          await server.deps.tenants.get(code),
          { batchId: first.batchId, reason: 'Name stimmt nicht genau' },
          { actor: { kind: 'operator', id }, aloneReason: null },
        ),
      )
    await takeFileBack(server.deps, code, first.batchId)
    expect((await payouts()).map(({ state }) => state)).toEqual(['rejected'])
    const token = await bench.session()
    const own = await server.call('GET', '/bgv/verkaufspartner/daten', { token })
    expect(own.body).toMatchObject({
      NameBeiDerBank: null,
      Kontoproblem: 'Das angegebene Konto ist geschlossen.',
    })
    const body = { NameBeiDerBank: 'Bankname KG' }
    const confirmed = await server.call('PUT', '/bgv/verkaufspartner/kontoinhaber', { token, body })
    expect(confirmed.status).toBe(404)
    expect(await mailsOf('salesPartnerAccountNeeded')).toEqual([])
    expect(await create()).toBeNull()
    await saveAccount(ibans.second)
    expect((await sent()).file).toContain(ibans.second)
  })

  test('whoever gives another account instead is asked nothing more, and where no name waits there is none to confirm', async () => {
    const confirm = async () =>
      server.call('PUT', '/bgv/verkaufspartner/kontoinhaber', {
        token: await bench.session(),
        body: { NameBeiDerBank: 'Bankname KG' },
      })
    expect((await confirm()).status).toBe(404)
    await bench.run((tx) =>
      sql`update sales_partners set account_problem = 'payee-close-match', bank_spells = 'Bankname KG'
        where tenant = ${code} and partner_id = ${bench.partnerId}`.execute(tx),
    )
    await saveAccount(ibans.second)
    expect((await confirm()).status).toBe(404)
  })

  test('a rejected payment waits for an IBAN that is given anew, and is then paid by the next batch, once', async () => {
    await note()
    const first = await sent()
    expect(await tell(first, 'RJCT', 'AC04')).toMatchObject({ rejected: 1 })
    expect((await billing()).Content).toMatchObject([{ Zahlung: 'open', ZahlungAm: null }])
    expect(await mailsOf('salesPartnerAccountNeeded')).toMatchObject([
      { data: { reason: 'Das angegebene Konto ist geschlossen.' } },
    ])
    const sums = await server.call('GET', '/bgv/verkaufspartner/uebersicht', {
      token: await bench.session(),
    })
    expect(sums.body.Kontoproblem).toBe('Das angegebene Konto ist geschlossen.')
    expect(await create()).toBeNull()
    await saveAccount(ibans.second)
    expect(await mailsOf('salesPartnerAccount')).toHaveLength(1)
    const second = await sent()
    expect(second.file).toContain(ibans.second)
    expect(second.id).not.toBe(first.id)
    // Files about the first payment, late and replayed, do nothing to the second.
    expect(await tell(first, 'RJCT', 'AC04')).toMatchObject({ alreadyDone: 1 })
    expect((await tell(first, 'ACSC')).refused).toHaveLength(1)
    await tell(second, 'ACSC')
    expect(await create()).toBeNull()
    expect((await payouts()).map(({ state }) => state)).toEqual(['rejected', 'paid'])
    expect(await mailsOf('salesPartnerAccountNeeded')).toHaveLength(1)
  })

  test('a returned payment is open again; the same IBAN once more is a word that it is right', async () => {
    await note()
    const first = await sent()
    await tell(first, 'ACSC')
    expect(await giveBack(first)).toMatchObject({ returned: 1 })
    expect(await giveBack(first)).toMatchObject({ alreadyDone: 1 })
    expect(await tell(first, 'ACSC')).toMatchObject({ alreadyDone: 1 })
    expect(await create()).toBeNull()
    await saveAccount(ibans.first)
    await tell(await sent(), 'ACSC')
    expect((await payouts()).map(({ state }) => state)).toEqual(['returned', 'paid'])
  })

  test('an account that was changed while the money was on its way is paid to without a question', async () => {
    await note()
    const first = await sent()
    await saveAccount(ibans.third)
    expect(await readBatchFile(server.deps, code, first.batchId)).not.toContain(ibans.third)
    await tell(first, 'RJCT', 'AC01')
    expect(await mailsOf('salesPartnerAccountNeeded')).toEqual([])
    expect(await mailsOf('salesPartnerPaidAgain')).toMatchObject([
      { data: { maskedIban: 'DE02 **** **** **** **** 51' } },
    ])
    expect((await sent()).file).toContain(ibans.third)
  })

  test('an IBAN that no bank would take is asked for, and keeps no other partner out', async () => {
    await note()
    const first = bench
    bench = await makePartnerBench(server, code)
    on('2026-11-20')
    await note()
    // Partners are paid in the order of their numbers: the one who cannot be paid comes first.
    const wrong = [first, bench].toSorted((a, b) => (a.number < b.number ? -1 : 1))[0]!
    const sealed = server.deps.keys.encrypt(
      'DE00370400440532013000',
      partnerPlace(code, wrong.partnerId),
    )
    await bench.run((tx) =>
      sql`update sales_partners set iban_encrypted = ${sealed}
        where tenant = ${code} and partner_id = ${wrong.partnerId}`.execute(tx),
    )
    expect(await payDue(server.deps, code, operator, { limit: 1 })).toMatchObject({
      transfers: 1,
      totalCents: 7140,
    })
    bench = wrong
    expect(await payouts()).toEqual([])
    expect(await mailsOf('salesPartnerAccountNeeded')).toMatchObject([
      { data: { reason: 'Diese IBAN ist nicht gültig.' } },
    ])
    await saveAccount(ibans.second)
    expect((await sent()).payout.cents).toBe(7140)
  })

  test('a closed partner is paid; who has to give another IBAN is let in as inactive for it', async () => {
    await note()
    const move = (state: 'closed' | 'inactive') =>
      bench.run((tx) => changePartnerState(tx, server.deps, code, bench.number, state, system))
    await move('closed')
    const first = await sent()
    await tell(first, 'RJCT', 'AC01')
    expect(await mailsOf('salesPartnerAccountNeeded')).toHaveLength(1)
    await move('inactive')
    await saveAccount(ibans.third)
    await move('closed')
    await tell(await sent(), 'ACSC')
    expect(await create()).toBeNull()
  })
})

describe('corrections', () => {
  test('what is open is paid in one sum, credit notes less corrections', async () => {
    const [lost] = await note('2026-12-01', 3)
    await tell(await sent(), 'ACSC')
    await bench.cancel(lost!)
    await note('2027-01-01', 2)
    const batch = await sent()
    expect(batch.payout.cents).toBe(2 * 7140 - 7140)
    expect(batch.file).toContain(`Gutschrift ${bench.number}-2027-1, ${bench.number}-2027-2`)
    await tell(batch, 'ACSC')
    const { Content, Summen } = await billing()
    expect(Content.map((one: { Zahlung: string }) => one.Zahlung)).toEqual(['paid', 'paid', 'paid'])
    expect(Summen).toMatchObject({ GesamtCent: 4 * 7140, OffenCent: 0 })
  })

  test('more to be given back than earned is carried forward to the next credit note, never paid', async () => {
    const lost = await note('2026-12-01', 3)
    await tell(await sent(), 'ACSC')
    for (const number of lost) await bench.cancel(number)
    await note('2027-01-01', 2)
    expect((await billing()).Summen.OffenCent).toBe(-7140)
    expect(await create()).toBeNull()
    await note('2027-02-01', 1)
    expect((await billing()).Summen.OffenCent).toBe(0)
    expect(await create()).toBeNull()
    await note('2027-03-01', 1)
    const batch = await sent()
    expect(batch.payout.cents).toBe(7140)
    await giveBack(batch)
    expect((await billing()).Summen.OffenCent).toBe(7140)
    await saveAccount(ibans.first)
    await tell(await sent(), 'ACSC')
    expect((await billing()).Summen).toMatchObject({ GesamtCent: 4 * 7140, OffenCent: 0 })
  })

  test('an order that is cancelled while its note is at the bank is taken back by the next note', async () => {
    const [lost] = await note()
    const first = await sent()
    await bench.cancel(lost!)
    await tell(first, 'ACSC')
    await note('2027-01-01', 2)
    expect((await sent()).payout.cents).toBe(7140)
  })
})

describe('at the same time', () => {
  test('twenty runs beside runs that write notes, and beside a change of the account: each note is in one batch', async () => {
    await note('2026-12-01', 2)
    await bench.release(await bench.order())
    on('2027-01-01')
    const made = await Promise.all([
      ...Array.from({ length: 20 }, create),
      ...Array.from({ length: 3 }, async () => void (await bench.write())),
      saveAccount(ibans.second),
    ])
    const batches = made.filter((one) => one !== undefined && one !== null)
    const rest = await create()
    // A run that finds one ongoing says the files of that one.
    const all = new Map([...batches, ...(rest ? [rest] : [])].map((one) => [one.batchId, one]))
    expect([...all.values()].reduce((sum, batch) => sum + batch.totalCents, 0)).toBe(3 * 7140)
    expect((await payouts()).reduce((sum, { cents }) => sum + cents, 0)).toBe(3 * 7140)
  })

  test('settled and rejected by two files at once, one of them counts, and it is paid once in the end', async () => {
    await note()
    const batch = await sent()
    await Promise.all([tell(batch, 'ACSC'), tell(batch, 'RJCT', 'AC01'), create(), create()])
    const [payout, ...more] = await payouts()
    expect(more).toEqual([])
    if (payout?.state === 'rejected') {
      await saveAccount(ibans.second)
      await tell(await sent(), 'ACSC')
    }
    expect((await payouts()).filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(await mailsOf('salesPartnerPaid')).toHaveLength(1)
  })

  test(
    'runs of several processes, killed in the middle of their work, pay once',
    { tags: 'long' },
    async () => {
      const rewards = await Promise.all([1, 2, 3].map((cents) => fixtures.collected(cents * 100)))
      await note('2026-12-01', 2)
      const script = new URL('./release-payout.test-process.ts', import.meta.url).pathname
      for (let round = 0; round < 3; round++) {
        const processes = Array.from({ length: 2 }, () =>
          fork(script, [server.database.appUrl, server.clock.now().toString(), code], {
            stdio: 'ignore',
          }),
        )
        const ends = processes.map((one) => once(one, 'exit'))
        // As soon as one says that it has begun; later by the round, so that more of the work is done.
        await once(processes[0]!, 'message')
        for (let turn = 0; turn < round * 20; turn++)
          await server.db.kysely.selectNoFrom(sql`1`.as('n')).execute()
        processes[0]!.kill('SIGKILL')
        await Promise.all(ends)
      }
      await create()
      expect((await payouts()).map(({ cents }) => cents)).toEqual([14280])
      for (const id of rewards) expect(await fixtures.payouts(id)).toHaveLength(1)
    },
  )
})

test('records of payments go when their years are over; what was paid stays paid', async () => {
  await note()
  const batch = await sent()
  await tell(batch, 'ACSC')
  on('2035-01-02')
  expect(await deletePaymentRecords(server.deps, code)).toBeGreaterThan(0)
  expect(await payouts()).toEqual([])
  expect((await billing()).Content).toMatchObject([{ Zahlung: 'paid', ZahlungAm: '2026-12-01' }])
  expect(await create()).toBeNull()
})

test('the app changes nothing of a document but its payment, and nothing of its ledger', async () => {
  await note()
  for (const change of [
    sql`update partner_notes set total_cents = 1`,
    sql`update partner_notes set pdf_hash = ''`,
    sql`delete from partner_notes`,
    sql`update partner_note_postings set cents = 1`,
    sql`delete from partner_note_postings`,
  ])
    await expect(bench.run((tx) => change.execute(tx))).rejects.toThrow(/permission denied/)
})

test('the check finds a document that no payout stands for', async () => {
  await note()
  await bench
    .run(async (tx) => {
      await sql`update partner_notes set payout_id = partner_id, paid_at = null
        where tenant = ${code} and partner_id = ${bench.partnerId}`.execute(tx)
      throw new Error((await checkCommissions(tx, code)).join('\n'))
    })
    .then(
      () => expect.unreachable(),
      (error: Error) => {
        expect(error.message).toContain('claimed by a payout that does not live')
        expect(error.message).toContain(`${bench.number}-2026-1: `)
      },
    )
})

test('a partner whose account cannot be opened is asked for another one, and stops no reward’s payment', async () => {
  await note()
  await fixtures.collected(4000)
  const seal = (sealed: string) =>
    bench.run((tx) =>
      tx
        .updateTable('sales_partners')
        .set({ iban_encrypted: sealed })
        .where('tenant', '=', code)
        .where('partner_id', '=', bench.partnerId)
        .execute(),
    )
  const { keys } = server.deps
  const place = partnerPlace(code, bench.partnerId)
  // Of a key that this server lacks: it waits, and nobody is asked.
  await seal(makeKeys(['another secret of at least 32 characters']).encrypt(ibans.first, place))
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 4000 })
  expect(await mailsOf('salesPartnerAccountNeeded')).toEqual([])
  await fixtures.collected(4100)
  await seal(keys.encrypt(ibans.first, `${place}-other`))
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 4100 })
  expect(await mailsOf('salesPartnerAccountNeeded')).toHaveLength(1)
  expect(await payouts()).toEqual([])
})
