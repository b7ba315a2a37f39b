import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { failureOf, logFailure } from '../../answer-error.ts'
import { productApiOf } from './product-api.ts'

test('an unknown product API is refused, and one line of the log names the tenant and the type, and no address', () => {
  const error = vi.fn()
  const request = { log: { error } } as unknown as FastifyRequest
  const thrown = (() => {
    try {
      return productApiOf({
        code: 'telko',
        productApi: { type: 'soap', route: 'https://x.example/?key=geheim' },
      })
    } catch (refusal) {
      return refusal
    }
  })()
  expect(failureOf(thrown)).toEqual({ name: 'unknown-product-api' })
  logFailure(request, failureOf(thrown), thrown)
  expect(error.mock.calls).toEqual([
    [{ tenant: 'telko', type: 'soap' }, expect.stringContaining('unknown product API')],
  ])
})
