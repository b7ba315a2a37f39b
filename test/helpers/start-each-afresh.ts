import { afterAll, beforeAll, beforeEach } from 'vitest'
import { keepContent, type KeptContent } from './keep-content.ts'
import { flushEvents } from '../../src/server/tracking/record-event.ts'
import type { TestServer } from './server.ts'

/**
 * Resets database, clock and process memory before each test to the state after the file's beforeAll, for tests that count or change shared
 * data. Call it below that beforeAll.
 */
export function startEachAfresh(find: () => TestServer): void {
  let kept: KeptContent
  let begun: string
  beforeAll(async () => {
    const { database, clock } = find()
    kept = await keepContent(database.ownerUrl)
    begun = clock.now().toString()
  })
  beforeEach(async () => {
    const { deps, clock } = find()
    await flushEvents(deps)
    await kept.restore()
    // The process keys its memory of a database by this object.
    deps.db = { ...deps.db }
    deps.tenants.forget()
    deps.cache.forget()
    clock.set(begun)
  })
  afterAll(() => kept.end())
}
