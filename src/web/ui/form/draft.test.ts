import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDrafts, dropOldDrafts } from './draft.ts'

/** The browser's, whose entries are its own keys. */
class Kept {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const now = Date.parse('2026-11-20T10:00:00Z')
const hour = 3_600_000
const draft = (at: number) => JSON.stringify({ at, fields: { firstName: 'Ida' } })
const keep = (entries: Record<string, string>) => {
  const kept = Object.assign(new Kept(), entries)
  vi.stubGlobal('sessionStorage', kept)
  return () => Object.keys(kept)
}

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a draft is kept for a day after its last input; older, broken and undated ones go, and nothing else', () => {
  const left = keep({
    'draft:telko:now': draft(now),
    'draft:telko:young': draft(now - 24 * hour + 1),
    'draft:telko:old': draft(now - 24 * hour),
    'draft:telko:later': draft(now + hour), // the clock was set back: nobody knows its age
    'draft:telko:undated': '{"firstName":"Ida"}',
    'draft:telko:broken': '{',
    'exit-prompt': '1',
  })
  dropOldDrafts()
  expect(left()).toEqual(['draft:telko:now', 'draft:telko:young', 'exit-prompt'])
})

test('a log-out takes all drafts, of every tenant and kind of person', () => {
  const left = keep({
    'draft:telko:contact': draft(now),
    'draft:betrieb:person-note': draft(now),
    'exit-prompt': '1',
  })
  dropDrafts()
  expect(left()).toEqual(['exit-prompt'])
})

test('without a storage nothing is kept and nothing fails', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => dropDrafts()).not.toThrow()
})
