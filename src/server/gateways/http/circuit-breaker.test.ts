import { expect, test } from 'vitest'
import { makeBreaker } from './circuit-breaker.ts'

const settings = { failures: 3, pauseMs: 1000 }
const good = async () => 'good'
const bad = async () => {
  throw new Error('bad')
}

async function opened() {
  let now = 0
  const breaker = makeBreaker(settings, () => now)
  for (let i = 0; i < 3; i++) await expect(breaker.run(bad)).rejects.toThrow('bad')
  return { breaker, wait: (ms: number) => (now += ms) }
}

test('failures fewer than the limit, or parted by a success, stop nobody', async () => {
  const breaker = makeBreaker(settings, () => 0)
  for (const work of [bad, bad, good, bad, bad]) await breaker.run(work).catch(() => null)
  expect(await breaker.run(good)).toBe('good')
})

test('after so many failures in a row nothing is asked until the pause is over', async () => {
  const { breaker, wait } = await opened()
  let asked = 0
  const count = async () => (asked += 1)
  await expect(breaker.run(count)).rejects.toMatchObject({ kind: 'paused' })
  wait(999)
  await expect(breaker.run(count)).rejects.toMatchObject({ kind: 'paused' })
  expect(asked).toBe(0)
  wait(1)
  expect(await breaker.run(count)).toBe(1)
  expect(await breaker.run(good)).toBe('good')
})

test('one caller tries alone; its failure begins the pause anew', async () => {
  const { breaker, wait } = await opened()
  wait(1000)
  const gate = Promise.withResolvers<string>()
  const probe = breaker.run(() => gate.promise)
  await expect(breaker.run(good)).rejects.toMatchObject({ kind: 'paused' })
  gate.reject(new Error('still bad'))
  await expect(probe).rejects.toThrow('still bad')
  await expect(breaker.run(good)).rejects.toMatchObject({ kind: 'paused' })
  wait(1000)
  expect(await breaker.run(good)).toBe('good')
})
