import { expect, test } from 'vitest'
import { together } from './together.ts'

test('when one of several throws at once, those started before it end first, and none of their failures is left unhandled', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  const first = Promise.withResolvers<void>()
  let later = false
  const all = together([
    () => first.promise,
    (): Promise<void> => {
      throw new Error('at once')
    },
    () => (later = true),
  ])
  let over = false
  void all.catch(() => (over = true))
  await new Promise(setImmediate)
  expect([over, later]).toEqual([false, false])
  first.reject(new Error('later'))
  await expect(all).rejects.toThrow('at once')
  await new Promise(setImmediate)
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
})

test('all results come in the order of the statements, and values count as results', async () => {
  const results = await together([async () => 'a', () => 2, () => undefined])
  expect(results).toEqual(['a', 2, undefined])
})
