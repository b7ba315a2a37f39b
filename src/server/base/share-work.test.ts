import { expect, test } from 'vitest'
import { shareWork } from './share-work.ts'

type Item = { name: string; marks?: string[] }

/** Work that waits until it is told to end; what was done together, in its order. */
function makeWork(options: { atOnce: number; most?: number }) {
  const begun: string[][] = []
  const ends: (() => void)[] = []
  const share = shareWork<Item, string>(
    async (items) => {
      begun.push(items.map(({ name }) => name))
      await new Promise<void>((resolve) => ends.push(resolve))
      return items.map(({ name }) =>
        name.startsWith('bad')
          ? { status: 'rejected', reason: new Error(name) }
          : { status: 'fulfilled', value: name },
      )
    },
    { most: 10, ...options, marks: ({ marks = [] }) => marks },
  )
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()!()
  }
  return { begun, share, endNext }
}

test('what arrives in one turn is done together, and what arrives while all work goes on shares the next', async () => {
  const { begun, share, endNext } = makeWork({ atOnce: 1 })
  const first = [share({ name: 'a' }), share({ name: 'b' })]
  await expect.poll(() => begun).toEqual([['a', 'b']])
  const next = [share({ name: 'c' }), share({ name: 'd' })]
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toHaveLength(1)
  await endNext()
  expect(await Promise.all(first)).toEqual(['a', 'b'])
  await endNext()
  expect(await Promise.all(next)).toEqual(['c', 'd'])
  expect(begun).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('two with a mark in common are never done together, keep their order, and hold nobody else up', async () => {
  const { begun, share, endNext } = makeWork({ atOnce: 1 })
  const all = [
    share({ name: 'a', marks: ['x', 'y'] }),
    share({ name: 'b', marks: ['y'] }),
    share({ name: 'c', marks: ['y', 'z'] }),
    share({ name: 'd', marks: ['w'] }),
  ]
  for (let turn = 0; turn < 3; turn += 1) await endNext()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(begun).toEqual([['a', 'd'], ['b'], ['c']])
})

test('no more are done together than may, and as many times at once as may', async () => {
  const { begun, share, endNext } = makeWork({ atOnce: 2, most: 2 })
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => share({ name }))
  await expect
    .poll(() => begun)
    .toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  for (let turn = 0; turn < 3; turn += 1) await endNext()
  await Promise.all(all)
  expect(begun).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('each has its own result, and what fails as a whole fails for all in it, and for no other', async () => {
  const { share, endNext } = makeWork({ atOnce: 1 })
  const settled = Promise.allSettled([share({ name: 'a' }), share({ name: 'bad' })])
  await endNext()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])

  let fails = true
  const whole = shareWork<string, string>(
    async (items) => {
      if (fails) throw new Error('all of it')
      return items.map((value) => ({ status: 'fulfilled', value }))
    },
    { atOnce: 1, most: 10, marks: () => [] },
  )
  const lost = await Promise.allSettled([whole('a'), whole('b')])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await whole('c')).toBe('c')
})
