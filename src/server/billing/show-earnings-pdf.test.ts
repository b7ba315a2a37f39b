import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const fetchPdf = (token: string | null, language = 'de', more: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: '/api/v1/standard/empfehler/einnahmen/pdf',
    headers: {
      'accept-language': language,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more,
    },
  })

test('the PDF is its owner’s, in their language, the same bytes twice, and grows with what was received', async () => {
  const account = await bench.makeAccount()
  const token = await bench.token('user-session', account.accountId)
  const empty = await fetchPdf(token)
  expect([empty.statusCode, empty.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(empty.headers['cache-control']).toBe('no-store')
  expect(empty.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  for (let made = 0; made < 3; made++) {
    const reward = await desk.reward({ account })
    expect((await desk.collect(reward.token, { PraemieId: desk.voucher })).status).toBe(200)
  }
  const full = await fetchPdf(token)
  expect(full.rawPayload.length).toBeGreaterThan(empty.rawPayload.length)
  const again = await fetchPdf(token)
  expect(full.rawPayload.equals(again.rawPayload)).toBe(true)
  const english = await fetchPdf(token, 'en')
  expect(english.rawPayload.toString('latin1')).toContain('en-GB')
  expect(english.headers['content-disposition']).toContain('earnings-')
  expect((await fetchPdf(null)).statusCode).toBe(401)
  const foreign = await fetchPdf(token, 'de', { 'sec-fetch-site': 'cross-site' })
  expect(foreign.statusCode).toBe(403)
})
