import { afterAll, expect } from 'vitest'
import { book } from './record-sent.ts'

// After each test file: every statement that the product sent for the first time in this process goes to one node of a database that is
// distributed by tenant. Row security alone does not route one (decision 966).

afterAll(async () => {
  const sent = book.sent.splice(0)
  if (sent.length === 0) return
  const { listUnrouted } = await import('./list-unrouted.ts')
  expect(listUnrouted(sent), 'statements without tenant =').toEqual([])
})
