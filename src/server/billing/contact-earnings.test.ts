import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { issueToken } from '../base/token-store.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

/** A contact who took the reward of their contract as a voucher. */
async function paidContact() {
  const made = await bench.makeReward({ share: 0 })
  const mine = made.rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
  const own = await bench.token('reward', mine.reward_id)
  expect((await desk.collect(own, { PraemieId: desk.voucher })).status).toBe(200)
  return { ...made, mine, token: await bench.token('recipient', made.recipient.number) }
}

const file = (kind: 'csv' | 'pdf', token: string, tenant = 'standard', headers = {}) =>
  server.call('GET', `/${tenant}/empfaenger/einnahmen/${kind}`, { token, headers })

test('a contact without an account has what they received as CSV and PDF, and nobody else’s', async () => {
  const { mine, token } = await paidContact()
  const { token: other } = await paidContact()
  const csv = await file('csv', token)
  expect([csv.status, csv.headers['cache-control']]).toEqual([200, 'no-store'])
  const amount = (mine.cents / 100).toFixed(2).replace('.', ',')
  const lines = String(csv.body).replaceAll('"', '').trim().split('\r\n')
  expect(lines.slice(1)).toEqual([`2026;2026-11-17;Gutschein;${amount}`])
  const pdf = await file('pdf', token)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect((await file('csv', other)).status).toBe(200)
  const referrer = await bench.makeReward({ share: 100 })
  const nothing = await file('csv', await bench.token('recipient', referrer.recipient.number))
  expect(String(nothing.body).trim().split('\r\n')).toHaveLength(1)
})

test('the form’s own token, another tenant and another site get no file', async () => {
  const { token, recipient } = await paidContact()
  const typed = await bench.run(async (tx) => {
    const made = {
      kind: 'recipient',
      subject: recipient.number,
      now: server.deps.clock.now(),
      expiresAt: server.deps.clock.now().add({ hours: 24 }),
      uses: null,
    } as const
    return (await issueToken(tx, server.deps.keys, 'standard', made)).text
  })
  for (const kind of ['csv', 'pdf'] as const) {
    expect((await file(kind, typed)).status).toBe(403)
    expect((await file(kind, token, 'telko')).status).toBe(403)
    expect((await file(kind, token, 'standard', { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    )
    expect((await file(kind, '')).status).toBe(403)
  }
})
