import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, registered, solve, stranger } from '../account/people.test-helper.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import { day, quarterHour } from '../base/limits.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const logIn = (
  tenant: string,
  email: string,
  { password = 'Falsches-Passwort-1', ip = stranger().ip, captcha = '' } = {},
) =>
  server.call('POST', `/${tenant}/account/login${captcha ? `?captcha=${captcha}` : ''}`, {
    ip,
    body: { Email: email, Password: password },
  })
const fill = (tenant: string, bucket: string, many: number, seconds = quarterHour) =>
  withTenant(server.db, tenant, (tx) =>
    countHit(tx, tenant, bucket, server.clock.realNow(), seconds, many),
  )
const hits = (tenant: string, bucket: string) =>
  withTenant(server.db, tenant, (tx) =>
    readHits(tx, tenant, bucket, server.clock.realNow(), quarterHour),
  )
type Answer = { body: { ErrorCode?: string; Details?: { Challenge?: { parameters: object } } } }
const levelOf = ({ body }: Answer) =>
  (body.Details?.Challenge?.parameters as { data?: { level?: number } } | undefined)?.data?.level
const count = (answers: Answer[], code: string) =>
  answers.filter(({ body }) => body.ErrorCode === code).length

test('every /64 of one /48 together has a hundred wrong guesses, also in parallel, and then works for each', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 130 }, (_, at) =>
      logIn('telko', `niemand-${at}@post.example`, { ip: `2001:db8:7:${at.toString(16)}::1` }),
    ),
  )
  expect([count(guesses, 'PSOF0201'), count(guesses, 'PSOF0501')]).toEqual([100, 30])
  // Who lives there too pays in work and gets in; elsewhere nothing is asked.
  const person = await registered(server, 'telko')
  const due = await logIn('telko', person.email, { password: goodPassword, ip: '2001:db8:7:f0::1' })
  expect(levelOf(due)).toBe(1)
  const captcha = await solve(due.body.Details.Challenge)
  const right = { password: goodPassword, ip: '2001:db8:7:f0::1', captcha }
  expect((await logIn('telko', person.email, right)).status).toBe(200)
  const elsewhere = { password: goodPassword, ip: '2001:db8:8::1' }
  expect((await logIn('telko', person.email, elsewhere)).status).toBe(200)
})

test('the work doubles with the guesses, and a solution of less work is not taken', async () => {
  const { email } = await registered(server)
  const bucket = `login|email|${server.deps.keys.lookup(email)}`
  await fill('standard', bucket, 20)
  const first = await logIn('standard', email)
  expect(levelOf(first)).toBe(1)
  const cheap = await solve(first.body.Details.Challenge)
  // What was refused before a password was tried made nothing dearer.
  expect(await hits('standard', bucket)).toBe(20)
  await fill('standard', bucket, 20)
  const second = await logIn('standard', email, { password: goodPassword, captcha: cheap })
  expect([second.body.ErrorCode, levelOf(second)]).toEqual(['PSOF0501', 2])
  await fill('standard', bucket, 1_000)
  const last = await logIn('standard', email)
  expect(levelOf(last)).toBe(8)
  const captcha = await solve(last.body.Details.Challenge)
  expect((await logIn('standard', email, { password: goodPassword, captcha })).status).toBe(200)
  expect(await hits('standard', bucket)).toBe(1_040)
})

test('many guesses all over a tenant cost everybody work there, twice at the most, and nobody elsewhere', async () => {
  const { email } = await registered(server, 'telko')
  await fill('telko', 'login|all', 300)
  const due = await logIn('telko', email, { password: goodPassword })
  expect(levelOf(due)).toBe(1)
  const captcha = await solve(due.body.Details.Challenge)
  expect((await logIn('telko', email, { password: goodPassword, captcha })).status).toBe(200)
  await fill('telko', 'login|all', 100_000)
  expect(levelOf(await logIn('telko', email, { password: goodPassword }))).toBe(2)
  const other = await registered(server)
  expect((await logIn('standard', other.email, { password: goodPassword })).status).toBe(200)
})

test('the owner is told once for as long as the guessing goes on, and strangers make no mail for nobody', async () => {
  const { email } = await registered(server)
  const told = async (of = email) =>
    (await queuedMails(server, 'standard', of)).filter(
      ({ template }) => template === 'passwordGuessed',
    ).length
  const attack = async (of = email) => {
    await fill('standard', `login|email|${server.deps.keys.lookup(of)}`, 30)
    await Promise.all(Array.from({ length: 5 }, () => logIn('standard', of)))
  }
  await logIn('standard', email)
  expect(await told()).toBe(0)
  await attack()
  expect(await told()).toBe(1)
  for (const _ of [1, 2, 3]) {
    server.clock.advance('PT24H')
    await attack()
  }
  expect(await told()).toBe(1)
  server.clock.advance('PT48H')
  await attack()
  expect(await told()).toBe(2)
  await attack('niemand@post.example')
  expect(await told('niemand@post.example')).toBe(0)
})

test('slow guessing of one account costs work, too, and is told', async () => {
  const { email } = await registered(server)
  await fill('standard', `login|email-day|${server.deps.keys.lookup(email)}`, 100, day)
  const due = await logIn('standard', email, { password: goodPassword })
  expect(levelOf(due)).toBe(1)
  const mails = await queuedMails(server, 'standard', email)
  expect(mails.map(({ template }) => template)).toContain('passwordGuessed')
})
