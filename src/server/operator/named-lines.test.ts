import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile, type Applying } from '../payout/apply-status.ts'
import { camt, makeFixtures } from '../payout/payout.test-helper.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'

// Lines of the statement that name a payment or file of ours: two people say what else they are (835).

let server: TestServer
let bench: Bench
let fixtures: ReturnType<typeof makeFixtures>
const { operator } = startClawbacks((made) => {
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
    expect(report).toMatchObject({ settled: 0, refused: ids.map((id) => ({ id, reason })) })
    const line = await lineOf(first.token, all)
    expect(line).toMatchObject({ Stand: 'zugeordnet', Art: 'charge' })
    expect(await linksOf(line.Id)).toBe(0)
    expect(new Set((await fixtures.states(rewards)).flat())).toEqual(
      new Set(['collected', 'in-transit']),
    )
  }
})
