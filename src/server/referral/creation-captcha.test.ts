import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { mailBucket } from '../access/mail-limit.ts'
import { solve, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { postReferral, wish } from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a captcha is asked for after so many creations an hour, in parallel too, and one solution makes one referral', async () => {
  const { ip } = stranger()
  const ask = () => server.call('POST', '/standard/empfehlen/create', { ip })
  const kontakt = () => server.call('GET', '/standard/kontakt?command=captcharequired', { ip })
  expect(await ask()).toMatchObject({ status: 200, body: { CaptchaRequired: false } })
  expect((await kontakt()).body).toEqual({ CaptchaRequired: false })
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => postReferral(server, wish(stranger().email), { ip })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status === 428)
  expect(refused).toHaveLength(6)
  expect(refused[0]!.body.Details.Challenge.signature).toBeTypeOf('string')
  const question = await ask()
  expect([question.status, question.body.CaptchaRequired]).toEqual([200, true])
  expect((await kontakt()).body.CaptchaRequired).toBe(true)

  const captcha = await solve(question.body.Challenge)
  const solved = await Promise.all(
    Array.from({ length: 4 }, () =>
      postReferral(server, wish(stranger().email), { ip }, 'standard', `?captcha=${captcha}`),
    ),
  )
  expect(solved.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(solved.filter(({ status }) => status === 422)).toHaveLength(3)
  expect(solved.find(({ status }) => status === 422)!.body.ErrorCode).toBe('PSOF0502')
  server.clock.advance('PT1H')
  expect((await ask()).body.CaptchaRequired).toBe(false)
})

test('a forged, foreign or stale captcha solution is wrong', async () => {
  const due = async (tenant: string) => {
    const { ip } = stranger()
    const product = (await server.call('GET', `/${tenant}/produkt`)).body[0].Id
    for (let round = 0; round < 3; round++)
      await postReferral(server, wish(stranger().email, { product }), { ip }, tenant)
    return (await server.call('POST', `/${tenant}/empfehlen/create`, { ip })).body.Challenge
  }
  const { ip } = stranger()
  const [own, foreign] = [await due('standard'), await due('telko')]
  const encode = (value: unknown) =>
    encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
  const { data } = own.parameters
  const longer = {
    ...own,
    parameters: { ...own.parameters, data: { ...data, expiresAt: data.expiresAt + 9_999 } },
  }
  const tries = [
    'unsinn',
    encode(null),
    encode({ challenge: {}, solution: {} }),
    encode({ challenge: own, solution: { counter: 1, derivedKey: '00' } }),
    await solve(longer),
    await solve(foreign),
  ]
  for (const captcha of tries) {
    const answer = await postReferral(
      server,
      wish(stranger().email),
      { ip },
      'standard',
      `?captcha=${captcha}`,
    )
    expect([answer.status, answer.body.ErrorCode]).toEqual([422, 'PSOF0502'])
  }
  const stale = await solve(own)
  server.clock.advance('PT10M')
  expect(
    (await postReferral(server, wish(stranger().email), { ip }, 'standard', `?captcha=${stale}`))
      .body.ErrorCode,
  ).toBe('PSOF0502')
})

test('one address: a captcha from the sixth creation a day, and none at all after the twentieth', async () => {
  const { email } = stranger()
  for (let round = 0; round < 5; round++)
    expect((await postReferral(server, wish(email))).status).toBe(201)
  const refused = await postReferral(server, wish(email))
  expect(refused.body.ErrorCode).toBe('PSOF0501')
  const solved = `?captcha=${await solve(refused.body.Details.Challenge)}`
  const setHits = (hits: number) =>
    withTenant(server.db, 'standard', (tx) => {
      const bucket = mailBucket(server.deps.keys, email)
      return tx
        .updateTable('rate_limits')
        .set({ hits })
        .where('tenant', '=', 'standard')
        .where('bucket', '=', bucket)
        .execute()
    })
  await setHits(20)
  const stopped = await postReferral(server, wish(email), {}, 'standard', solved)
  expect([stopped.status, stopped.body.ErrorCode]).toEqual([429, 'PSOF0605'])
  // The refusal used nothing up: the same solution is good for the twentieth.
  await setHits(19)
  expect((await postReferral(server, wish(email), {}, 'standard', solved)).status).toBe(201)
  expect(await queuedMails(server, 'standard', email)).toHaveLength(6)
})

test('a form without script goes on by mail instead, for five more tries an hour', async () => {
  const { ip } = stranger()
  const byMail = () =>
    postReferral(server, wish(stranger().email), { ip }, 'standard', '?captcha=mail')
  for (let round = 0; round < 3; round++) {
    expect((await postReferral(server, wish(stranger().email), { ip })).status).toBe(201)
  }
  expect((await postReferral(server, wish(stranger().email), { ip })).body.ErrorCode).toBe(
    'PSOF0501',
  )
  for (let round = 0; round < 5; round++) expect((await byMail()).status).toBe(201)
  expect((await byMail()).body.ErrorCode).toBe('PSOF0605')
})
