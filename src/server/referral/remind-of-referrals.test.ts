import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { accepted, postReferral, recommended, wish } from './journey.test-helper.ts'
import { remindOfReferrals } from './remind-of-referrals.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = async () => remindOfReferrals(server.deps, await server.deps.tenants.get('standard'))
const reminders = async (to: string) =>
  (await queuedMails(server, 'standard', to)).filter(
    ({ template }) => template === 'referralReminder',
  )
const lastDay = Temporal.PlainDate.from('2026-11-17').add({ days: 60 })
const goTo = (daysBefore: number) =>
  server.clock.set(`${lastDay.subtract({ days: daysBefore }).toString()}T11:00:00Z`)

/** A referral of somebody who is logged in, made on the first day. */
async function own() {
  server.clock.set(testNow)
  const person = await registered(server)
  const { body } = await postReferral(server, wish(person.email), { token: person.token })
  return { ...person, number: body.Empfehlungsnummer as string }
}

test('a referral that nobody accepted is reminded of once, seven days before its last day', async () => {
  const person = await own()
  const counts: number[] = []
  for (const days of [8, 7, 7, 6, 0]) {
    goTo(days)
    await Promise.all([run(), run()])
    counts.push((await reminders(person.email)).length)
  }
  expect(counts).toEqual([0, 1, 1, 1, 1])
  const [mail] = await reminders(person.email)
  expect(mail?.data).toMatchObject({ productTitle: 'den Ökostrom', expiresOn: lastDay.toString() })
})

test('one that somebody accepted, that is withdrawn, or that is over needs no reminder', async () => {
  const [first, second, third] = [await own(), await own(), await own()]
  await accepted(server, first.number)
  await server.call('DELETE', `/standard/empfehler/empfehlungen/${second.number}`, {
    token: second.token,
    body: {},
  })
  goTo(5)
  const before = (await reminders(third.email)).length
  await run()
  expect([(await reminders(first.email)).length, (await reminders(second.email)).length]).toEqual([
    0, 0,
  ])
  expect([before, (await reminders(third.email)).length]).toEqual([0, 1])
  const late = await own()
  goTo(-1)
  await run()
  expect(await reminders(late.email)).toEqual([])
})

test('a referral that its account never confirmed gets no reminder', async () => {
  server.clock.set(testNow)
  const stranger = await recommended(server)
  goTo(5)
  await run()
  expect(await reminders(stranger.email)).toEqual([])
})

test('without the promise of it in its settings a tenant sends none', async () => {
  const person = await own()
  goTo(5)
  const tenant = await server.deps.tenants.get('standard')
  const silent = { ...tenant, reminders: { rewardDays: [30, 7], referralDays: [] } }
  expect(await remindOfReferrals(server.deps, silent)).toBe(0)
  expect(await reminders(person.email)).toEqual([])
})
