import { afterEach, beforeEach, expect, test } from 'vitest'
import { OutsideError } from '../http/outside-error.ts'
import { limitOutgoing } from '../http/where-to-ask.ts'
import {
  linkOf,
  startRecordedProvider,
  type Fault,
  type RecordedProvider,
} from './recorded-provider.test-helper.ts'
import { tremendous } from './tremendous.ts'

let provider: RecordedProvider
beforeEach(async () => {
  provider = await startRecordedProvider()
})
afterEach(() => provider.stop())

const id = '0193-our-order'
const wanted = { id, products: ['OKMHM2X2OHYV'], cents: 1250 }
const shop = (key = provider.key) =>
  tremendous({ isSandbox: true, fundingSource: 'BALANCE1', key }, provider.at)

test('an order has our id, the exact amount in euros, and nobody’s data', async () => {
  expect(await shop().order(wanted)).toEqual({
    kind: 'ordered',
    reference: 'ORDER1',
    item: 'REWARD1',
  })
  expect(provider.seen).toEqual([
    {
      kind: 'order',
      id,
      body: {
        external_id: id,
        payment: { funding_source_id: 'BALANCE1' },
        reward: {
          products: ['OKMHM2X2OHYV'],
          value: { denomination: 12.5, currency_code: 'EUR' },
          delivery: { method: 'LINK' },
        },
      },
    },
  ])
})

test('the same order again is the same order; asked for, it is found by our id, and its code is an address', async () => {
  const first = await shop().order(wanted)
  expect(await shop().order(wanted)).toEqual(first)
  expect(await shop().ask(id)).toEqual(first)
  expect(await shop().ask('another')).toEqual({ kind: 'absent' })
  expect(provider.orders.size).toBe(1)
  expect(await shop().fetchCode('REWARD1')).toBe(linkOf('REWARD1'))
  expect(await shop().balance()).toBe(123_456)
})

test.each([
  [{ status: 402 }, 'funds'],
  [{ status: 422, errors: { funding_source_id: 'has insufficient funds' } }, 'funds'],
  [{ status: 422, errors: { products: 'unknown' } }, 'product'],
  [{ status: 400 }, 'product'],
  [{ status: 403 }, 'key'],
])('a refusal is one, for sure: %j', async (fault, reason) => {
  provider.next('order', fault)
  expect(await shop().order(wanted)).toEqual({ kind: 'refused', reason })
  expect(provider.orders.size).toBe(0)
})

test('a wrong key orders nothing, and its error does not say it', async () => {
  expect(await shop('WRONG_key').order(wanted)).toEqual({ kind: 'refused', reason: 'key' })
  // Whether there is such an order, nobody said.
  const error = await shop('WRONG_key')
    .ask(id)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OutsideError)
  expect(JSON.stringify([error, (error as Error).stack])).not.toContain('WRONG_key')
})

test.each([
  ['PENDING APPROVAL', { kind: 'waits', reference: 'ORDER1' }],
  ['OPEN', { kind: 'waits', reference: 'ORDER1' }],
  ['FAILED', { kind: 'refused', reason: 'refused' }],
  ['CANCELED', { kind: 'refused', reason: 'cancelled' }],
])('an order that is %s says so', async (status, answer) => {
  provider.makesThem(status)
  expect(await shop().order(wanted)).toEqual(answer)
})

test.each<Fault>([
  { status: 500, accept: true },
  { status: 502 },
  { status: 429 },
  { status: 409, accept: true },
  { status: 408 },
  { status: 302 },
  { breaks: true, accept: true },
  { says: '<html>' },
  { says: '{}' },
  { says: '{"order":{"id":"ORDER9","external_id":"somebody-else","status":"EXECUTED"}}' },
  { says: `{"order":{"id":"ORDER9","external_id":"${id}","status":"NEW"}}` },
  { says: `{"order":{"id":"ORDER9","external_id":"${id}","status":"EXECUTED","rewards":[]}}` },
  { says: `{"order":${'['.repeat(300_000)}` },
])('an answer that leaves it open is no answer: %j', async (fault) => {
  provider.next('order', fault)
  await expect(shop().order(wanted)).rejects.toBeInstanceOf(OutsideError)
})

test.each([
  '{"reward":{"link":"javascript:alert(1)"}}',
  '{"reward":{"link":"http://plain.example"}}',
  '{}',
])('a code that is no secure address is none: %s', async (says) => {
  provider.next('link', { says })
  await expect(shop().fetchCode('REWARD1')).rejects.toBeInstanceOf(OutsideError)
})

test('where the server may not ask, it asks nothing: by the address, by a name that leads there, and beside a list', async () => {
  const refused = async (at: string) => {
    const access = { isSandbox: true, fundingSource: 'BALANCE1', key: provider.key }
    const error = await tremendous(access, at)
      .ask(id)
      .catch((thrown: unknown) => thrown)
    return (error as OutsideError).kind
  }
  limitOutgoing({ listed: null })
  expect(await refused(provider.at)).toBe('not-allowed')
  expect(await refused('https://localhost:1/api')).toBe('not-allowed')
  limitOutgoing({ listed: ['feed.example'] })
  expect(await refused('https://testflight.tremendous.com/api/v2')).toBe('not-allowed')
  expect(provider.seen).toEqual([])
})
