import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { useRewards, type Bench, type Referral } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

const Grund = 'Anruf von heute'
let made = 0
const operator = (
  email = `anschrift${++made}@betrieb.example`,
  roles: ('support' | 'reviewer')[] = ['support', 'reviewer'],
) => makeOperator(server, email, roles)
const page = async (id: string, token: string) =>
  (await server.call('GET', `/standard/betrieb/personen/${id}`, { token })).body
const old = { street: 'Wiesenweg', houseNumber: '98', zip: '26121' }
const far = { Strasse: 'Moorstraße', Hausnummer: '4', Plz: '26122', Ort: 'Oldenburg' }
const near = { Strasse: 'Wiesenweg', Hausnummer: '98', Plz: '26121', Ort: 'Oldenburg' }
async function correct(id: string, token: string, Anschrift: object, version?: number) {
  const { Id, KontaktVersion } = await page(id, token)
  const body = { Version: version ?? KontaktVersion, Anschrift, Grund }
  return server.call('PUT', `/standard/betrieb/personen/${Id}/anschrift`, { token, body })
}
const homeOf = (number: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('recipients')
      .select(['street', 'house_number', 'zip', 'city', 'home_changed_by'])
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )
const log = (subject: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'subject_kind', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .orderBy('number')
      .execute(),
  )
async function decide(rewardId: string, token: string) {
  const at = `/standard/betrieb/pruefungen/${rewardId}`
  const { Version } = (await server.call('GET', at, { token })).body
  const body = { Version, Entscheidung: 'anerkannt', Grund: 'doubt-cleared' }
  return server.call('PUT', `${at}/entscheidung`, { token, body })
}
/** The referrer lives where `old` is, by an entry as somebody else's contact. */
async function settle(referral: Referral, home: Partial<typeof old> = old) {
  await bench.makeRecipient(await bench.makeReferral(), { email: referral.email, ...home })
}

test('a contact’s postal address is corrected in all entries that have one, once per version, and the log has no address', async () => {
  const { token } = await operator()
  const first = await bench.makeRecipient(await bench.makeReferral(), old)
  const same = { email: first.email }
  const second = await bench.makeRecipient(await bench.makeReferral(), { ...same, ...old })
  const without = await bench.makeRecipient(await bench.makeReferral(), same)
  const { Id, KontaktVersion } = await page(first.number, token)
  const both = [far, { ...far, Hausnummer: '5' }]
  const answers = await Promise.all(both.map((to) => correct(Id, token, to, KontaktVersion)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const house = both[answers.findIndex(({ status }) => status === 200)]!.Hausnummer
  for (const { number } of [first, second])
    expect(await homeOf(number)).toMatchObject({
      street: 'Moorstraße',
      house_number: house,
      zip: '26122',
      city: 'Oldenburg',
      home_changed_by: null,
    })
  expect(await homeOf(without.number)).toMatchObject({ street: null, zip: null })
  const rows = (await log(Id)).filter(({ action }) => action === 'correct-home')
  expect(rows).toMatchObject([
    {
      subject_kind: 'recipient',
      reason: Grund,
      details: { before: { street: 'kept' }, after: { street: 'changed', zip: 'changed' } },
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Moor|2612|Wiesen/)
  const shown = await server.call('PUT', `/standard/betrieb/personen/${Id}/zeigen`, { token })
  expect(shown.body.Anschrift).toBe(`Moorstraße ${house}, 26122 Oldenburg`)
})

test('nobody corrects the address of their own case, without the right, or where there is none', async () => {
  const self = await operator('selbst.anschrift@post.example')
  const other = await operator()
  const own = await bench.makeRecipient(await bench.makeReferral(), { email: self.email, ...old })
  const housemate = await bench.makeRecipient(await bench.makeReferral(), old)
  for (const { number } of [own, housemate])
    expect((await correct(number, self.token, far)).body.ErrorCode).toBe('PSOF0706')
  const reviewer = await operator('nur.pruefung@betrieb.example', ['reviewer'])
  expect((await correct(housemate.number, reviewer.token, far)).status).toBe(403)
  const without = await bench.makeRecipient(await bench.makeReferral())
  expect((await correct(without.number, other.token, far)).status).toBe(404)
  for (const wrong of [
    { ...far, Plz: '1' },
    { ...far, Ort: '' },
    { ...far, Hausnummer: undefined },
  ])
    expect((await correct(housemate.number, other.token, wrong)).body.ErrorCode).toBe('PSOF0101')
})

test('an address corrected away from the referrer’s frees no later contract: somebody else decides about it', async () => {
  const [corrector, other] = [await operator(), await operator()]
  const referral = await bench.makeReferral({ share: 50 })
  await settle(referral)
  const contact = await bench.makeRecipient(referral, old)
  expect((await correct(contact.number, corrector.token, far)).status).toBe(200)
  expect((await homeOf(contact.number)).home_changed_by).toBe(corrector.id)
  const order = await bench.makeOrder(referral, contact)
  await bench.release(order)
  const rewards = await bench.readRewards(order)
  expect(rewards).toHaveLength(2)
  for (const { reward_id, review, review_reasons } of rewards) {
    expect([review, review_reasons]).toEqual(['held', ['by-hand']])
    expect((await decide(reward_id, corrector.token)).body.ErrorCode).toBe('PSOF0708')
    const seen = await server.call('GET', `/standard/betrieb/pruefungen/${reward_id}`, {
      token: other.token,
    })
    expect(JSON.stringify(seen.body)).toContain('Der Kundenservice hat eine Anschrift berichtigt')
    expect((await decide(reward_id, other.token)).status).toBe(200)
  }
})

test('the referrer’s own corrected address counts the same for their contacts', async () => {
  const corrector = await operator()
  const referral = await bench.makeReferral({ share: 0 })
  await settle(referral)
  const contact = await bench.makeRecipient(referral, old)
  const stranger = await bench.makeRecipient(referral, { ...old, houseNumber: '99' })
  expect((await correct(referral.accountId, corrector.token, far)).status).toBe(200)
  expect((await homeOf(contact.number)).home_changed_by).toBe(corrector.id)
  expect((await homeOf(stranger.number)).home_changed_by).toBeNull()
  expect(await log(referral.accountId)).toContainEqual(
    expect.objectContaining({ action: 'correct-home', subject_kind: 'account' }),
  )
})

test('an address corrected to the referrer’s holds what is not paid yet; any other move holds nothing', async () => {
  const corrector = await operator()
  for (const [to, review] of [
    [far, 'none'],
    [near, 'held'],
  ] as const) {
    const referral = await bench.makeReferral({ share: 50 })
    await settle(referral)
    const contact = await bench.makeRecipient(referral, { ...old, houseNumber: '1' })
    const order = await bench.makeOrder(referral, contact)
    await bench.release(order)
    expect((await correct(contact.number, corrector.token, to)).status).toBe(200)
    for (const reward of await bench.readRewards(order)) {
      expect([to.Strasse, reward.review]).toEqual([to.Strasse, review])
      if (review === 'held')
        expect((await decide(reward.reward_id, corrector.token)).body.ErrorCode).toBe('PSOF0708')
    }
  }
})
