import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { formatCents } from '../../domain/money.ts'
import { bankData, ibanOf, makeBench, makeDesk, type Bench } from './reward.test-helper.ts'

let server: TestServer
let benches: Bench[]
beforeAll(async () => {
  server = await startTestServer()
  benches = [await makeBench(server, 'standard'), await makeBench(server, 'bgv')]
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const bench of benches) await bench.expectLedger()
})

const deskOf = async (code: string) => {
  const bench = benches.find((one) => one.code === code)!
  return { bench, ...(await makeDesk(server, bench)) }
}
const mailTo = (bench: Bench, template: string, email: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('mails')
      .select(['locale', 'data'])
      .where('tenant', '=', bench.code)
      .where('template', '=', template)
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow(),
  )

test.each(['de', 'en'] as const)(
  'what is chosen on a page in %s is confirmed in that language, whatever the referral was made in',
  async (language) => {
    const { bench, cash, voucher, collect, reward } = await deskOf('standard')
    const headers = { 'accept-language': language }
    const [one, two] = [await reward(), await reward()]
    expect((await collect(one.token, { PraemieId: voucher }, headers)).status).toBe(200)
    const bank = { PraemieId: cash, Bankdaten: bankData(ibanOf(language === 'de' ? 1 : 2)) }
    expect((await collect(two.token, bank, headers)).status).toBe(200)
    for (const [template, { referral, rewards }] of [
      ['voucher', one],
      ['rewardCollected', two],
    ] as const) {
      const mail = await mailTo(bench, template, referral.email)
      expect(mail.locale).toBe(language)
      expect(mail.data).toMatchObject({ amount: formatCents(rewards[0]!.cents, language) })
    }
  },
)

test('the text of a field says du or Sie as the tenant does, and neither in English', async () => {
  const wrong = async (code: string, language: string) => {
    const { cash, collect, reward } = await deskOf(code)
    const { token } = await reward({ share: 100 })
    const say = async (Bankdaten?: object) => {
      const body = { PraemieId: cash, ...(Bankdaten ? { Bankdaten } : {}) }
      const answer = await collect(token, body, { 'accept-language': language })
      expect(answer.status).toBeGreaterThan(399)
      return answer.body.Fields[0].Message as string
    }
    const iban = 'DE89370400440532013000'
    return [
      await say(),
      await say(bankData('DE00000000000000000000')),
      await say({ ...bankData(iban), Bic: 'ZU-KURZ' }),
    ]
  }
  for (const text of await wrong('standard', 'de')) {
    expect(text).toMatch(/gib |prüf |kannst /)
    expect(text).not.toMatch(/\bSie\b/)
  }
  for (const text of await wrong('bgv', 'de')) expect(text).toMatch(/\bSie\b/)
  for (const text of await wrong('standard', 'en')) expect(text).toMatch(/Please|You can/)
})
