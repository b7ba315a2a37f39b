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
const linksOf = (number: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('tokens')
      .select('token_id')
      .where('tenant', '=', 'bgv')
      .where('subject', '=', number)
      .where('kind', '=', 'recipient')
      .execute(),
  )
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
  const links = await linksOf(second.number)
  await bench.release(unpaid)
  // The release mails nothing new, so nobody can have a link from it.
  expect(await linksOf(second.number)).toEqual(links)
  expect((await pageOf(first.number)).Praemie).toMatchObject({ WertCent: 1500 })
  expect((await pageOf(first.number)).Begrenzt).toBeUndefined()
  expect(await pageOf(second.number)).toMatchObject({ Praemie: null, Begrenzt: none })
  expect(await toldTo(first.email)).toHaveLength(1)
})

test('the mail at acceptance, and the page it leads to, promise nothing that the cap has used', async () => {
  const email = 'konny.zweimal@post.example'
  const accept = async () => accepted(server, (await bench.makeReferral()).number, email, 'bgv')
  const mailed = async () =>
    (await bench.mails('confirmRecipient'))
      .filter(({ to_address }) => to_address === email)
      .map(({ data }) => data)
  const first = await accept()
  const promised = { amount: '15,00\u00a0€', limit: null }
  expect(await mailed()).toMatchObject([promised])
  expect((await pageOf(first.Empfaengernummer)).Begrenzt).toBeUndefined()
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral, { email })
  await bench.release(await bench.makeOrder(referral, recipient))
  const none = { amount: null, limit: '15,00\u00a0€' }
  const second = await accept()
  const mails = await mailed()
  expect(mails).toHaveLength(2)
  expect(mails).toContainEqual(expect.objectContaining(none))
  const capped = { WertCent: 0, Hoechstwert: none.limit }
  expect((await pageOf(second.Empfaengernummer)).Begrenzt).toMatchObject(capped)
  // The form's token: anybody can type an address.
  const typed = await server.call('GET', '/bgv/empfaenger/daten', { token: second.Token })
  expect(typed.body).toMatchObject({ Nachgewiesen: true, PerMail: false })
  expect(typed.body.Begrenzt).toBeUndefined()
})
