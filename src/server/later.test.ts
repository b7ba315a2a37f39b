import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import type { Call } from './context.ts'
import { later } from './later.ts'
import { serve, type Served } from './serve.ts'

const anyCall = {} as Call

test('a call registered for later has its endpoint at once; its module is loaded by the first call, and again after a failure alone', async () => {
  let loads = 0
  const [served] = later(async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return { showCosts: serve(endpoints.showCosts, async () => loads as never) }
  }, 'showCosts')
  expect(served?.endpoint).toBe(endpoints.showCosts)
  expect(loads).toBe(0)
  await expect(served?.handle(anyCall)).rejects.toThrow('too many open files')
  await expect(served?.handle(anyCall)).resolves.toBe(2)
  await expect(served?.handle(anyCall)).resolves.toBe(2)
})

test('what is loaded later serves the endpoint of its name', async () => {
  const wrong: string[] = []
  let count = 0
  for (const file of ['routes.ts', 'console-routes.ts']) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [, path = '', names = ''] of text.matchAll(
      /later\(\s*\(\) => import\('([^']+)'\),([^)]*)\)/g,
    )) {
      const loaded = (await import(path)) as Record<string, Served>
      for (const [, name = ''] of names.matchAll(/'(\w+)'/g)) {
        count += 1
        if (loaded[name]?.endpoint !== (endpoints[name as keyof typeof endpoints] as unknown))
          wrong.push(name)
      }
    }
  }
  expect(count).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})
