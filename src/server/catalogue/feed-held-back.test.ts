import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../../test/helpers/outside-server.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { json, makeFeedBench, mobileOffer, refresh, rowsOf, stateOf } from './feed.test-helper.ts'

// What a feed is not believed without somebody’s word.

vi.setConfig({ testTimeout: 60_000 })

type Bench = ReturnType<typeof makeFeedBench>
let server: TestServer
let feed: OutsideServer
let filled: Bench['filled']
let productsOf: Bench['productsOf']
let activeIds: Bench['activeIds']
beforeAll(async () => {
  ;[server, feed] = await Promise.all([startTestServer(), startOutsideServer()])
  ;({ filled, productsOf, activeIds } = makeFeedBench(server, feed))
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
})

describe('a feed that shrinks', () => {
  test('by more than half is held back until an operator says so', async () => {
    const code = await filled()
    for (const rows of [rowsOf(1), rowsOf(4), rowsOf(10, 101)]) {
      feed.answer((_, response) => json(response, { Festnetz: rows }, { ETag: '"short"' }))
      expect(await refresh(server, code)).toMatchObject({ kind: 'held', rows: rows.length })
      expect(await activeIds(code)).toHaveLength(10)
      expect(await stateOf(server, code)).toMatchObject({
        held_rows: rows.length,
        last_error: expect.stringMatching(/^Held back: \d+ products would leave/),
      })
    }
    // The feed is whole again: nobody has to say anything.
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken' })
    expect(await stateOf(server, code)).toMatchObject({ held_rows: null, last_error: null })
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(4) }))
    expect(await refresh(server, code, true)).toMatchObject({ kind: 'taken' })
    expect(await activeIds(code)).toEqual(['f1', 'f2', 'f3', 'f4'])
  })

  test('a list that is left out stays as it is', async () => {
    const code = await filled()
    feed.answer((_, response) => json(response, { Mobilfunk: [mobileOffer('m1')] }))
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: 1 })
    expect(await activeIds(code)).toHaveLength(11)
  })

  test('step by step is held back as one that shrinks at once, for a day', async () => {
    const code = await filled()
    const kinds = async (...counts: number[]) => {
      const all: string[] = []
      for (const count of counts) {
        feed.answer((_, response) => json(response, { Festnetz: rowsOf(count) }))
        all.push((await refresh(server, code)).kind)
      }
      return all
    }
    expect(await kinds(7, 5, 4, 3, 5)).toEqual(['taken', 'taken', 'held', 'held', 'taken'])
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(4) }))
    expect((await refresh(server, code)).kind).toBe('held')
    expect((await stateOf(server, code))?.last_error).toBe(
      'Held back: 4 products would be left of the 10 of the last day.',
    )
    // What an operator took is what the next ones are compared with.
    expect((await refresh(server, code, true)).kind).toBe('taken')
    expect(await kinds(2, 1)).toEqual(['taken', 'held'])
    server.clock.advance('PT24H')
    expect(await kinds(1)).toEqual(['taken'])
  })
})

describe('commissions of a feed', () => {
  test('that fall to nothing, or jump for many, are held back until an operator says so', async () => {
    const code = await filled()
    const earning = (...plans: string[]) =>
      rowsOf(10).map((row, at) => ({ ...row, Provision: plans[at] ?? row.Provision }))
    const zero = rowsOf(10).map((row) => ({ ...row, MonatspreisCent: 0, Provision: 'standard;0' }))
    for (const [rows, reason] of [
      [earning('standard;0'), /^Held back: 1 products would earn nothing any more, f1 /],
      [zero, /^Held back: 10 products would earn nothing/],
      [earning('standard;90000', 'standard;10'), /^Held back: 2 of 10 products would earn more/],
    ] as const) {
      const before = await productsOf(code)
      feed.answer((_, response) => json(response, { Festnetz: rows }))
      expect(await refresh(server, code)).toMatchObject({ kind: 'held' })
      expect((await stateOf(server, code))?.last_error).toMatch(reason)
      expect(await productsOf(code)).toEqual(before)
    }
    expect((await refresh(server, code, true)).kind).toBe('taken')
    feed.answer((_, response) => json(response, { Festnetz: earning('standard;0') }))
    await refresh(server, code, true)
    expect((await productsOf(code))[0]?.commission_cents).toBe(0)
  })
})
