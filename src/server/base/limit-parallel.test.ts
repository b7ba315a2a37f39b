import { expect, test } from 'vitest'
import { limitParallel } from './limit-parallel.ts'

const full = () => new Error('full')
/** Works that end when they are told to, in the order in which they began. */
function heldWorks() {
  const begun: { name: string; end: () => void; fail: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((done, fail) =>
      begun.push({ name, end: () => done(name), fail: () => fail(new Error(name)) }),
    )
  const turns = () => new Promise((done) => setImmediate(done))
  return { begun, work, turns }
}

test('a limited number run at once, a limited number wait in order, and all others are refused at once', async () => {
  const { begun, work, turns } = heldWorks()
  const run = limitParallel({ atOnce: 2, waiting: 2, full })
  const all = ['a', 'b', 'c', 'd'].map((name) => run(work(name)))
  await expect(run(work('e'))).rejects.toThrow('full')
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b'])
  begun[1]!.end()
  await turns()
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  for (let at = 0; at < 4; at += 1) {
    begun[at]!.end()
    await turns()
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('a work that fails gives its place to the next one', async () => {
  const { begun, work, turns } = heldWorks()
  const run = limitParallel({ atOnce: 1, waiting: 5, full })
  const [first, second] = [run(work('a')), run(work('b'))]
  begun[0]!.fail()
  await expect(first).rejects.toThrow('a')
  await turns()
  begun[1]!.end()
  expect(await second).toBe('b')
  const third = run(work('c'))
  expect(begun.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  begun[2]!.end()
  await third
})
