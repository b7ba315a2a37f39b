import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { accepted } from '../referral/journey.test-helper.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'bgv')
})
afterAll(() => server.stop())

const toldTo = async (email: string) =>
  (await bench.mails('rewardCapped')).filter(({ to_address }) => to_address === email)
const pageOf = async (number: string) => {
  const token = await bench.token('recipient', number)
  return (await server.call('GET', '/bgv/empfaenger/daten', { token })).body
}

test('whoever was promised more than the yearly cap leaves is told when the contract is confirmed', async () => {
  const account = await bench.makeAccount()
  const [one, two] = [await bench.makeReferral({ account }), await bench.makeReferral({ account })]
  const first = await bench.makeRecipient(one)
  const second = await bench.makeRecipient(two, { email: first.email })
  // The earlier contract is released first.
  const contractOn = server.clock.today().subtract({ days: 1 }).toString()
  const paid = await bench.makeOrder(one, first, { contractOn })
  expect(await toldTo(first.email)).toEqual([])
  const unpaid = await bench.makeOrder(two, second)
  // Neither is released yet; the first uses the cap.
  const [mail] = await toldTo(first.email)
  expect(mail?.data).toMatchObject({ amount: null, limit: '15,00\u00a0€' })
  const none = { WertCent: 0, Hoechstwert: '15,00\u00a0€' }
  expect((await pageOf(first.number)).Begrenzt).toBeUndefined()
  expect((await pageOf(second.number)).Begrenzt).toMatchObject(none)
  await bench.release(paid)
  await bench.release(unpaid)
  expect((await pageOf(first.number)).Praemie).toMatchObject({ WertCent: 1500 })
  expect((await pageOf(first.number)).Begrenzt).toBeUndefined()
  expect(await pageOf(second.number)).toMatchObject({ Praemie: null, Begrenzt: none })
  expect(await toldTo(first.email)).toHaveLength(1)
})

test('the mail at acceptance promises nothing that the cap has used', async () => {
  const email = 'konny.zweimal@post.example'
  const accept = async () => {
    const referral = await bench.makeReferral()
    await accepted(server, referral.number, email, 'bgv')
    const mails = await bench.mails('confirmRecipient')
    return mails.filter(({ to_address }) => to_address === email).map(({ data }) => data)
  }
  const promised = { amount: '15,00\u00a0€', limit: null }
  expect(await accept()).toMatchObject([promised])
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral, { email })
  await bench.release(await bench.makeOrder(referral, recipient))
  const none = { amount: null, limit: '15,00\u00a0€' }
  const mails = await accept()
  expect(mails).toHaveLength(2)
  expect(mails).toContainEqual(expect.objectContaining(none))
})
