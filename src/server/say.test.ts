import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'

let server: TestServer
beforeAll(async () => (server = await startTestServer()))
afterAll(() => server.stop())

test.each([
  ['standard', /\b(prüf|melde) /, /\b(Sie|Ihre?)\b/],
  ['telko', /\b(prüf|melde) /, /\b(Sie|Ihre?)\b/],
  ['bgv', /\bSie\b/, /\b(du|dich|deine)\b|prüf /],
])(
  '%s: a refusal speaks as the tenant does, also before its call is read',
  async (code, own, other) => {
    const send = (
      method: 'GET' | 'POST' | 'DELETE',
      path: string,
      language: string,
      payload?: string,
    ) =>
      server.app.inject({
        method,
        url: `/api/v1/${code}${path}`,
        headers: {
          'x-requested-with': 'test',
          'accept-language': language,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload }),
      })
    const said = async (language: string) => {
      const answers = [
        await send('POST', '/account/login', language, '{"Email":'),
        await send('GET', '/empfehler/benachrichtigungen', language),
      ]
      return answers.map((answer) => answer.json<{ Message: string }>().Message)
    }
    for (const message of await said('de')) {
      expect(message).toMatch(own)
      expect(message).not.toMatch(other)
    }
    for (const message of await said('en')) expect(message).toMatch(/^(Please|You) /)
  },
)
