import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { cookieAttributes } from './allow-framing.ts'

const frame = { origins: ['https://www.anbieter.example'], recommendUrl: null }
const opened = (destination: string) =>
  ({ headers: { 'sec-fetch-dest': destination } }) as unknown as FastifyRequest

test('in a frame over TLS cookies travel in it, and are that page’s alone', () => {
  expect(cookieAttributes(opened('iframe'), frame, true)).toEqual({
    sameSite: 'none',
    secure: true,
    partitioned: true,
  })
})

test.each([
  ['a page of its own', opened('document'), frame, true],
  ['a tenant that is in no frame', opened('iframe'), null, true],
  ['a machine without TLS', opened('iframe'), frame, false],
])('everywhere else they stay with their site: %s', (_, request, its, secure) => {
  expect(cookieAttributes(request, its, secure)).toEqual({ sameSite: 'lax', secure })
})
