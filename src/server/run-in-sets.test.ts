import { expect, test } from 'vitest'
import { perSet, runInSets } from './run-in-sets.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Works off items as a database would: what is refused undoes its whole set. */
function makeWork(refuses: (item: number) => unknown = () => null) {
  const [sets, done, failed] = [[] as number[][], [] as number[], [] as number[]]
  const work = async (some: readonly number[]) => {
    sets.push([...some])
    for (const item of some) {
      const error = refuses(item)
      if (error) throw error
    }
    done.push(...some)
  }
  return { sets, done, failed, work }
}

test('works everything off once, in order, in sets', async () => {
  const { sets, done, failed, work } = makeWork()
  await runInSets(numbers(perSet * 2 + 1), { work, failed: (item) => failed.push(item) })
  expect(sets.map((set) => set.length)).toEqual([perSet, perSet, 1])
  expect(done).toEqual(numbers(perSet * 2 + 1))
  expect(failed).toEqual([])
})

test('a set that fails is repeated item by item: only what fails by itself is named', async () => {
  const { done, failed, work } = makeWork((item) => (item === 3 ? new Error('No') : null))
  await runInSets(numbers(12), { work, failed: (item) => failed.push(item), sizeOf: () => 5 })
  expect(failed).toEqual([3])
  expect(done).toEqual(numbers(12).filter((item) => item !== 3))
})

test('a conflict repeats the whole set', async () => {
  let times = 0
  const { sets, done, failed, work } = makeWork(() =>
    times++ < 2 ? Object.assign(new Error('deadlock'), { code: '40P01' }) : null,
  )
  await runInSets(numbers(4), { work, failed: (item) => failed.push(item) })
  expect(sets).toEqual([numbers(4), numbers(4), numbers(4)])
  expect(done).toEqual(numbers(4))
  expect(failed).toEqual([])
})

test('what a set leaves comes next, before what comes after the set', async () => {
  const sets: number[][] = []
  await runInSets(numbers(7), {
    work: async (some) => {
      sets.push([...some])
      return some.slice(2)
    },
    failed: () => expect.unreachable(),
    sizeOf: () => 4,
  })
  expect(sets.map((set) => set.slice(0, 2)).flat()).toEqual(numbers(7))
})

test('a database that is away ends the run, and nothing is named as failed', async () => {
  const { sets, failed, work } = makeWork(() =>
    Object.assign(new Error('shutdown'), { code: '57P01' }),
  )
  const run = runInSets(numbers(9), { work, failed: (item) => failed.push(item), sizeOf: () => 3 })
  await expect(run).rejects.toThrow('shutdown')
  expect(sets).toHaveLength(1)
  expect(failed).toEqual([])
})
