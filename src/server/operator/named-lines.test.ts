import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { setClosedTo } from '../../../test/helpers/set-closed-to.ts'
import { uploadBankFile } from '../../../test/helpers/upload-bank-file.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile, type Applying } from '../payout/apply-status.ts'
import { listOpenCreditsOf } from '../payout/bank-line-store.ts'
import { setLikelyInvoice } from '../payout/likely-store.ts'
import { listOpenDebitsOf } from '../payout/reversal-store.ts'
import { camt, makeFixtures } from '../payout/payout.test-helper.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { errorCatalogue } from '../../domain/errors.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'

// Lines of the statement that name a payment or file of ours: two people say what else they are (835).

let server: TestServer
let bench: Bench
let fixtures: ReturnType<typeof makeFixtures>
const { operator, owing, show } = startClawbacks((made) => {
  ;({ server, bench } = made)
  fixtures = makeFixtures(server)
})

const at = '/standard/betrieb/kontoauszuege'
const Grund = 'Steht so auf dem Konto'
const proposed = { status: 200, body: { Ergebnis: 'vorgeschlagen' } }
const booked = { status: 200, body: { Ergebnis: 'gebucht' } }

let made = 0
type Sum = { cents: number; messageId?: string; count?: number; reference?: string; code?: string }
const euros = (cents: number) => `<Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt>`
const sum = ({ cents, messageId, count = 2, reference, code = '' }: Sum) =>
  `<Ntry>${euros(cents)}<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference ?? `N-${(made += 1)}`}</AcctSvcrRef>${code}
  ${messageId ? `<NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>${count}</NbOfTxs></Btch></NtryDtls>` : ''}</Ntry>`
const byFolder = (file: string, more: Partial<Applying> = {}) =>
  applyBankFile(server.deps, 'standard', camt(file), system, { cameBy: 'folder', ...more })
const upload = (token: string, file: string) => uploadBankFile(server, token, camt(file))
type Line = {
  Id: string
  BetragCent: number
  Version: number
  Stand: string
  Art: string | null
  VermutlichArt: string | null
}
const lineOf = async (token: string, cents: number) => {
  const body = { Pagesize: 100, Filter: { Stand: ['offen', 'wartet', 'zugeordnet'] } }
  const { Content } = (await server.call('PUT', at, { token, body })).body
  return (Content as Line[]).find(({ BetragCent }) => BetragCent === cents)!
}
const assign = async (token: string, cents: number, body: object) => {
  const { Id, Version } = await lineOf(token, cents)
  const given = { Version, Grund, ...body }
  return server.call('PUT', `${at}/${Id}/zuordnung`, { token, body: given })
}
const linksOf = async (lineId: string) =>
  (
    await bench.run((tx) =>
      sql`select from bank_line_payouts where tenant = 'standard' and line_id = ${lineId}`.execute(
        tx,
      ),
    )
  ).rows.length

test('while a file is applied, a line that names it is called a charge by nobody alone', async () => {
  const { messageId } = await fixtures.sent(7_110, 7_220)
  const { token } = await operator(['payout-approver'])
  let answer: unknown
  await byFolder(sum({ cents: 14_330, messageId }), {
    progress: async () => {
      answer ??= await assign(token, 14_330, { Art: 'charge' })
    },
  })
  expect(answer).toMatchObject(proposed)
  expect(await lineOf(token, 14_330)).toMatchObject({ Art: 'batch', VermutlichArt: null })
})

test('a line that two people called a charge while its file is applied takes no payments: they are refused and named', async () => {
  for (const cents of [[7_310, 7_320], [7_330]]) {
    const all = cents.reduce((a, b) => a + b, 0)
    const { messageId, ids, rewards } = await fixtures.sent(...cents)
    const [first, second] = [
      await operator(['payout-approver']),
      await operator(['payout-approver']),
    ]
    let isDone = false
    const report = await byFolder(sum({ cents: all, messageId, count: cents.length }), {
      progress: async () => {
        if (isDone) return
        isDone = true
        for (const { token } of [first, second]) await assign(token, all, { Art: 'charge' })
      },
    })
    const reason = expect.stringContaining('was explained before as charge')
    expect(report).toMatchObject({
      settled: 0,
      refused: report.refused.map(({ id }) => ({ id, reason })),
    })
    expect(report.refused.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const line = await lineOf(first.token, all)
    expect(line).toMatchObject({ Stand: 'zugeordnet', Art: 'charge' })
    expect(await linksOf(line.Id)).toBe(0)
    expect(new Set((await fixtures.states(rewards)).flat())).toEqual(
      new Set(['collected', 'in-transit']),
    )
  }
})

test('what a person’s file does not name is no charge by that person alone, so the bank’s own file explains it later', async () => {
  const { messageId, rewards } = await fixtures.sent(7_410, 7_420)
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const other = (await operator(['payout-approver'])).token
  const reference = `N-${(made += 1)}`
  await upload(token, sum({ cents: 14_830, reference }))
  expect(await lineOf(token, 14_830)).toMatchObject({ Stand: 'offen', VermutlichArt: null })
  for (const Art of ['charge', 'other', 'charge'])
    expect(await assign(token, 14_830, { Art })).toMatchObject(proposed)
  expect(await byFolder(sum({ cents: 14_830, reference, messageId }))).toMatchObject({
    settled: 2,
    refused: [],
  })
  expect(await lineOf(token, 14_830)).toMatchObject({ Art: 'batch' })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
  // Whoever did not bring the file says so alone, as of any line that names nothing.
  await upload(token, sum({ cents: 14_840 }))
  expect(await assign(other, 14_840, { Art: 'charge' })).toMatchObject(booked)
})

test('what the bank codes as a charge is one by itself, but not by a person’s file that names us', async () => {
  const { messageId } = await fixtures.sent(7_430)
  const { token } = await operator(['payout-preparer'])
  const code = '<BkTxCd><Prtry><Cd>NCHG+808</Cd></Prtry></BkTxCd>'
  const text = `Entgelt zu ${messageId}`
  const charge = (cents: number, text: string) =>
    sum({ cents, code }).replace(
      '</Ntry>',
      `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
  await upload(token, charge(7_431, text))
  await upload(token, charge(7_432, 'Entgelt November'))
  await byFolder(charge(7_433, text))
  expect(await lineOf(token, 7_431)).toMatchObject({ Stand: 'offen', VermutlichArt: 'batch' })
  for (const cents of [7_432, 7_433])
    expect(await lineOf(token, cents)).toMatchObject({ Stand: 'zugeordnet', Art: 'charge' })
})

test('one preparer and one approver are two: who prepares proposes, and only who approves decides', async () => {
  const { messageId } = await fixtures.sent(7_510)
  const preparer = (await operator(['payout-preparer'])).token
  const approver = (await operator(['payout-approver'])).token
  await byFolder(sum({ cents: 7_511, messageId }) + sum({ cents: 7_512 }))
  // What one person says alone is not for who prepares.
  expect((await assign(preparer, 7_512, { Art: 'charge' })).status).toBe(403)
  for (const token of [approver, preparer, preparer])
    expect(await assign(token, 7_511, { Art: 'charge' })).toMatchObject(proposed)
  const another = (await operator(['payout-preparer'])).token
  expect(await assign(another, 7_511, { Art: 'charge' })).toMatchObject(proposed)
  expect(await lineOf(preparer, 7_511)).toMatchObject({ Stand: 'wartet', Art: null })
  expect(await assign(approver, 7_511, { Art: 'charge' })).toMatchObject(booked)
  expect(await lineOf(preparer, 7_511)).toMatchObject({ Stand: 'zugeordnet', Art: 'charge' })
  const { Id, Version } = await lineOf(preparer, 7_511)
  const given = { Version, Grund, Art: 'other' }
  for (const role of ['auditor', 'support'] as const) {
    const { token } = await operator([role])
    const { status } = await server.call('PUT', `${at}/${Id}/zuordnung`, { token, body: given })
    expect(status).toBe(403)
  }
})

test('money that comes in and names a payment of ours is a repayment by two people who mean the same clawback', async () => {
  const { ids } = await fixtures.sent(2_410)
  const preparer = (await operator(['payout-preparer'])).token
  const [first, second] = [
    (await operator(['payout-approver'])).token,
    (await operator(['payout-approver'])).token,
  ]
  const [wrong, right] = [await owing(), await owing()]
  await byFolder(
    `<Ntry>${euros(2_400)}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>N-${(made += 1)}</AcctSvcrRef><NtryDtls><TxDtls>
    <Refs><EndToEndId>${ids[0]!}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  )
  expect(await lineOf(first, 2_400)).toMatchObject({ Stand: 'offen', VermutlichArt: 'payout' })
  const repay = (token: string, Wozu: string) => assign(token, 2_400, { Art: 'repayment', Wozu })
  expect(await repay(first, wrong.id)).toMatchObject(proposed)
  expect(await repay(first, wrong.id)).toMatchObject(proposed)
  expect(await repay(second, right.id)).toMatchObject(proposed)
  expect((await show(wrong.id, first)).RestCent).toBe(wrong.cents)
  const { Id } = await lineOf(first, 2_400)
  const { body } = await server.call('GET', `${at}/${Id}`, { token: preparer })
  expect(body.Vorschlag).toMatchObject({ Art: 'repayment', Wozu: right.id })
  expect((await lineOf(first, 2_400)).Stand).toBe('wartet')
  const { status } = await repay(first, right.id)
  expect(status).toBe(200)
  expect(await lineOf(first, 2_400)).toMatchObject({ Stand: 'zugeordnet', Art: 'repayment' })
})

test('whose payment a line names is neither the one nor the other', async () => {
  const { rewards, messageId } = await fixtures.sent(7_710, 7_720)
  const { rows } = await bench.run((tx) =>
    sql<{ email: string }>`
      select email from accounts join rewards on rewards.tenant = accounts.tenant and rewards.account_id = accounts.account_id
      where accounts.tenant = 'standard' and reward_id = ${rewards[1]!}`.execute(tx),
  )
  const self = (await makeOperator(server, rows[0]!.email, ['payout-approver'])).token
  const other = (await operator(['payout-approver'])).token
  await byFolder(sum({ cents: 7_701, messageId, count: 1 }))
  const ownCase = { status: 403, body: { ErrorCode: errorCatalogue['own-case'].code } }
  expect(await assign(self, 7_701, { Art: 'charge' })).toMatchObject(ownCase)
  expect(await assign(other, 7_701, { Art: 'charge' })).toMatchObject(proposed)
  expect(await assign(self, 7_701, { Art: 'charge' })).toMatchObject(ownCase)
  expect(await lineOf(other, 7_701)).toMatchObject({ Stand: 'wartet', Art: null })
})

test('what two people called a charge, and the bank’s file explains, is taken back by somebody else than who decided it, and then explained', async () => {
  const { messageId, rewards } = await fixtures.sent(7_810, 7_820)
  const [first, second] = [await operator(['payout-approver']), await operator(['payout-approver'])]
  const file = sum({ cents: 15_630, messageId })
  let isDone = false
  await byFolder(file, {
    progress: async () => {
      if (isDone) return
      isDone = true
      for (const { token } of [first, second]) await assign(token, 15_630, { Art: 'charge' })
    },
  })
  const { Id } = await lineOf(first.token, 15_630)
  const read = async (token: string) => (await server.call('GET', `${at}/${Id}`, { token })).body
  const reopen = async (token: string, more: object = {}) => {
    const { Version } = await lineOf(first.token, 15_630)
    const body = { Version, Grund, ...more }
    return server.call('PUT', `${at}/${Id}/ruecknahme`, { token, body })
  }
  expect((await read(second.token)).Ruecknahme).toBe('eigene')
  expect((await read(first.token)).Ruecknahme).toBe('moeglich')
  expect((await reopen((await operator(['payout-preparer'])).token)).status).toBe(403)
  expect((await reopen(second.token)).body.ErrorCode).toBe(errorCatalogue['second-person'].code)
  expect((await reopen(first.token, { Version: 0 })).status).toBe(409)
  const stranger = (await operator(['payout-approver'], 'bgv')).token
  const elsewhere = await server.call('PUT', `/bgv/betrieb/kontoauszuege/${Id}/ruecknahme`, {
    token: stranger,
    body: { Version: 1, Grund },
  })
  expect(elsewhere.status).toBe(404)
  const closeTo = (day: string | null) => setClosedTo(server, 'standard', day)
  await closeTo(server.clock.today().toString())
  expect((await read(first.token)).Ruecknahme).toBeNull()
  expect((await reopen(first.token)).status).toBe(409)
  await closeTo(null)
  expect((await reopen(first.token)).status).toBe(200)
  expect((await reopen(first.token)).status).toBe(409)
  expect(await read(first.token)).toMatchObject({ Stand: 'offen', Art: null, Vorschlag: null })
  expect(await byFolder(file)).toMatchObject({ settled: 2, refused: [] })
  expect(await lineOf(first.token, 15_630)).toMatchObject({ Art: 'batch' })
  expect((await fixtures.states(rewards)).flat()).toEqual(['paid', 'paid', 'paid', 'paid'])
  expect((await read(first.token)).Ruecknahme).toBeNull()
})

test('nothing that names a payment of ours is booked as an invoice, or its reversal, by itself, or said to be likely one', async () => {
  const { ids } = await fixtures.sent(7_910)
  const { token } = await operator(['payout-approver'])
  const named = (cents: number, direction: string, id: string) =>
    `<Ntry>${euros(cents)}<CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>N-${(made += 1)}</AcctSvcrRef><NtryDtls><TxDtls>
    <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>zu ${id}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const all = [
    [7_911, 'CRDT', ids[0]!],
    [7_912, 'DBIT', ids[0]!],
    [7_913, 'CRDT', 'nichts'],
    [7_914, 'DBIT', 'nichts'],
  ] as const
  await byFolder(all.map(([cents, way, id]) => named(cents, way, id)).join(''))
  const lines = await Promise.all(all.map(([cents]) => lineOf(token, cents)))
  const lineIds = lines.map(({ Id }) => Id)
  const open = await bench.run(async (tx) => {
    const credits = await listOpenCreditsOf(tx, 'standard', lineIds)
    const debits = await listOpenDebitsOf(tx, 'standard', lineIds)
    for (const id of lineIds) await setLikelyInvoice(tx, 'standard', id, 'R-1')
    return [...credits, ...debits].map(({ cents }) => cents)
  })
  expect(open).toEqual([7_913, 7_914])
  const likely = await Promise.all(all.map(([cents]) => lineOf(token, cents)))
  expect(likely.map(({ VermutlichArt: kind }) => kind)).toEqual([
    'payout',
    'payout',
    'invoice',
    'invoice',
  ])
})
