import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { postReferral, wish } from '../referral/journey.test-helper.ts'
import { makeBench } from './reward.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const [mobile, fixedLine] = ['206', '201']

const recommend = (person: { email: string; token?: string }, product: string, tenant = 'telko') =>
  postReferral(
    server,
    wish(person.email, { product, share: 100 }),
    person.token ? { token: person.token } : {},
    tenant,
  )
const shown = async (token: string, tenant = 'telko') =>
  (await server.call('GET', `/${tenant}/empfehler/empfehlungen/showbanner/BannerTEZuTP`, { token }))
    .body

test('who has recommended in the one programme and nothing in the other sees the banner', async () => {
  const person = await registered(server, 'telko')
  expect(await shown(person.token)).toEqual({ Anzeigen: false })
  await recommend(person, mobile)
  expect(await shown(person.token)).toEqual({ Anzeigen: true })
  await recommend(person, fixedLine)
  expect(await shown(person.token)).toEqual({ Anzeigen: false })
})

test('a referral that is not owned yet, or was withdrawn, does not count', async () => {
  const person = await registered(server, 'telko')
  await recommend({ email: person.email }, mobile)
  expect(await shown(person.token)).toEqual({ Anzeigen: false })
  const { body } = await recommend(person, mobile)
  const path = `/telko/empfehler/empfehlungen/${body.Empfehlungsnummer}`
  expect((await server.call('DELETE', path, { token: person.token, body: {} })).status).toBe(200)
  expect(await shown(person.token)).toEqual({ Anzeigen: false })
})

test('a tenant without those programmes never shows it', async () => {
  const person = await registered(server)
  await recommend(person, '101', 'standard')
  expect(await shown(person.token, 'standard')).toEqual({ Anzeigen: false })
})

test("a reward's link shows the banner to its referrer and never to a contact", async () => {
  const bench = await makeBench(server, 'telko')
  const { rewards } = await bench.makeReward({ product: mobile, share: 50 })
  const answers = new Map<string, unknown>()
  for (const { reward_id, beneficiary } of rewards) {
    const token = await bench.token('reward', reward_id)
    const path = '/telko/praemierung/showbanner/BannerTEZuTP'
    answers.set(beneficiary, (await server.call('GET', path, { token })).body)
  }
  expect(Object.fromEntries(answers)).toEqual({
    referrer: { Anzeigen: true },
    recipient: { Anzeigen: false },
  })
})
