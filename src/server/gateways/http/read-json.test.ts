import { expect, test } from 'vitest'
import { readCountedJson, readJson } from './read-json.ts'

const limits = { maxDepth: 4, maxValues: 1_000 }
const read = (text: string | Uint8Array, more = limits) =>
  readJson(typeof text === 'string' ? Buffer.from(text) : text, more, 'The feed')
const broken = (message: RegExp) =>
  expect.objectContaining({ kind: 'broken', message: expect.stringMatching(message) })
const thrown = (text: string | Uint8Array) => {
  try {
    return read(text)
  } catch (error) {
    return error
  }
}

test('what is within the limits is read as it is', () => {
  for (const value of [null, 7, 'ä', [], {}, [[[[]]]], { a: [{ b: ['x', 1.5, true] }] }])
    expect(read(JSON.stringify(value))).toEqual(value)
})

test('brackets, commas and quotes within texts are no values and no depth', () => {
  const value = { '[[[[[[': '{{{{{{"\\', b: ['",[', '\\"[[[[[', '\\\\'] }
  expect(read(JSON.stringify(value), { maxDepth: 2, maxValues: 7 })).toEqual(value)
  const wide = { a: ','.repeat(100_000) }
  expect(read(JSON.stringify(wide))).toEqual(wide)
})

test('20 MB of brackets or of empty objects are refused before anything is made of them', () => {
  const half = 10 * 1024 * 1024
  const before = process.memoryUsage().heapUsed
  const deep = Buffer.concat([Buffer.alloc(half, '['), Buffer.alloc(half, ']')])
  expect(thrown(deep)).toEqual(broken(/^The feed answered with JSON that is nested deeper than 4/))
  for (const unit of ['{},', '[],', '0,', '"",', '[[0]],'])
    expect(thrown(Buffer.concat([Buffer.from('['), Buffer.alloc(2 * half, unit)]))).toEqual(
      broken(/^The feed answered with JSON of more than 1000 values\.$/),
    )
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
})

test('what is no JSON, or no UTF-8, is said to be none', () => {
  for (const text of ['', '[', ']]]]', '{"a"', '"', '"\\', 'NaN', Buffer.from([0xff, 0xfe, 0x31])])
    expect(thrown(text)).toEqual(broken(/^The feed answered with something that is no JSON\.$/))
})

test('the number of values is told, for answers of several parts', () => {
  expect(readCountedJson(Buffer.from('[1,[2,3]]'), limits, 'It')).toEqual({
    content: [1, [2, 3]],
    values: 5,
  })
})
