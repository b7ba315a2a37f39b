import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { acceptance, countAudited, postReferral, wish } from '../referral/journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function own() {
  const person = await registered(server)
  const made = await postReferral(server, wish(person.email), { token: person.token })
  return { ...person, number: made.body.Empfehlungsnummer as string }
}
const withdraw = (token: string, number: string) =>
  server.call('DELETE', `/standard/empfehler/empfehlungen/${number}`, { token })
const accept = (number: string, email: string) =>
  server.call('POST', `/standard/empfaenger/create/${number}`, { body: acceptance(email) })
const statusOf = async (number: string) =>
  (await server.call('GET', `/standard/empfehlen/${number}`)).body.Status

test('an own referral that nobody accepted is withdrawn, once in effect however often it is asked', async () => {
  const { token, number } = await own()
  for (let index = 0; index < 2; index += 1)
    expect((await withdraw(token, number)).status).toBe(200)
  expect(await statusOf(number)).toBe('Storniert')
  expect(await countAudited(server, 'referral-cancelled', number)).toBe(1)
  expect((await accept(number, 'nach.dem.rueckzug@post.example')).body.ErrorCode).toBe('PSOF0307')
})

test('one that somebody accepted stays, and so does one of somebody else', async () => {
  const { token, number } = await own()
  const other = await own()
  for (const wrong of [await withdraw(other.token, number), await withdraw(token, 'KEINE')])
    expect([wrong.status, wrong.body.ErrorCode]).toEqual([404, 'PSOF0308'])
  expect((await accept(number, 'jemand.neues@post.example')).status).toBe(201)
  const refused = await withdraw(token, number)
  expect([refused.status, refused.body.Fields[0].Message]).toEqual([
    400,
    expect.stringContaining('schon jemand angenommen'),
  ])
  expect(await statusOf(number)).toBe('Ok')
})

test('of a withdrawal and an acceptance at the same moment one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { token, number } = await own()
    const [left, taken] = await Promise.all([
      withdraw(token, number),
      accept(number, `zugleich${round}@post.example`),
    ])
    const outcome = [left.status, taken.status, await statusOf(number)]
    expect([
      [200, 410, 'Storniert'],
      [400, 201, 'Ok'],
    ]).toContainEqual(outcome)
  }
})
