import { expect, test } from 'vitest'
import type { PageAnswer } from '../../contract/page-context.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { makeSharedPages } from './shared-pages.ts'

const tenant = { code: 'standard', contentService: null } as Tenant
const answer: PageAnswer = {
  status: 200,
  headers: new Headers(),
  body: ['Seite'],
  inline: undefined,
}
const open = () =>
  makeSharedPages({
    cache: { revision: () => 1 } as never,
    clock: { now: () => Temporal.Instant.from('2026-11-30T12:00:00Z') } as never,
  })

test('an address of its own is made to be kept when it is asked for again', async () => {
  const get = open()
  let made = 0
  const ask = (key: string, isRare: boolean) =>
    get(tenant, { key, isRare }, async () => {
      made += 1
      return answer
    })
  expect(await ask('/de', false)).toMatchObject({ tag: expect.any(String) })
  expect(await ask('/de?c=einer', true)).toBeNull()
  expect(made).toBe(1)
  expect(await ask('/de?c=einer', true)).toMatchObject({ tag: expect.any(String) })
  expect(await ask('/de?c=einer', true)).toMatchObject({ tag: expect.any(String) })
  expect(made).toBe(2)
})

test('no more are made at once than leave threads to others: those who come meanwhile have pages of their own', async () => {
  const get = open()
  const gate = Promise.withResolvers<void>()
  const ask = (key: string) =>
    get(tenant, { key, isRare: false }, async () => {
      await gate.promise
      return answer
    })
  const first = [ask('/de'), ask('/en'), ask('/de')]
  expect(await ask('/de/faq')).toBeNull()
  gate.resolve()
  expect(await Promise.all(first)).not.toContain(null)
  expect(await ask('/de/faq')).toMatchObject({ tag: expect.any(String) })
})
