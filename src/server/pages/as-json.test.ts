import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asJson } from './as-json.ts'

const throughText = (value: unknown) => {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    new Date(0),
    Temporal.Instant.from('2026-11-30T10:00:00Z'),
    new Map([['a', 1]]),
    () => 1,
    Symbol('a'),
  ),
)
const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor'))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(key, tie('value'), { noNullPrototype: false }),
  ),
}))

test('a value is what JSON makes of it', () => {
  fc.assert(
    fc.property(value, (one) => isDeepStrictEqual(asJson(one), throughText(one))),
    { numRuns: 2_000 },
  )
  expect(Object.keys(asJson({ a: undefined, b: [undefined], c: 1 }) as object)).toEqual(['b', 'c'])
})

test('what is handed out is nobody else’s', () => {
  const kept = { list: [{ a: 1 }] }
  const copy = asJson(kept) as typeof kept
  copy.list[0]!.a = 2
  expect(kept.list[0]!.a).toBe(1)
})
