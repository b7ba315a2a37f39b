import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseCsv } from '../domain/csv.ts'
import { flushEvents, recordEvent } from '../server/tracking/record-event.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
  const { deps } = installation.server
  for (const campaign of ['Herbst; Winter', null])
    recordEvent(deps, {
      tenant: 'standard',
      event: 'home-viewed',
      page: 'Homepage',
      way: { channel: 'wa', campaign: campaign && 'Herbst, Winter' },
      isEntry: true,
      analytics: null,
    })
  await flushEvents(deps)
})
afterAll(() => installation.stop())

test('stats funnel: a table with a total, JSON, and a CSV file that a spreadsheet reads as it is', async () => {
  const { standard } = installation
  const shown = await standard('stats', 'funnel')
  expect(shown).toMatchObject({ code: 0, err: '' })
  const lines = shown.out.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^channel +visits +referrals +shared +clicks +accepted/)
  expect(lines[2]).toMatch(/^wa +2 +1 +0 +0 +1 +1 +1 +1 +0 +0/)
  expect(lines.at(-1)).toMatch(/^total +2 +1 /)
  expect(new Set(lines.slice(0, 2).map((line) => line.length)).size).toBe(1)

  const json = (await standard('stats', 'funnel', '--json')).json()
  expect(json).toMatchObject({
    by: 'channel',
    from: null,
    rows: [{ way: 'wa', counts: { visits: 2, orders: 1, released: 1 } }],
    total: { rates: { accepted: null, confirmed: 1, orders: 1 } },
  })

  const csv = (await standard('stats', 'funnel', '--by', 'campaign', '--csv')).out
  const rows = [...parseCsv(csv, { separator: ';' })].map(({ cells }) => cells)
  expect(rows.map(([way]) => way)).toEqual(['campaign', '(none)', 'Herbst, Winter', 'total'])
  expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([16]))
})

test('stats funnel: a period is its days, both included, and nonsense is named', async () => {
  const { standard } = installation
  const visits = async (...words: string[]) =>
    (await standard('stats', 'funnel', '--json', ...words)).json().total.counts.visits
  expect(await visits('--from', '2026-11-17', '--to', '2026-11-17')).toBe(2)
  expect((await standard('stats', 'funnel', '--to', '2026-11-16')).out).toBe(
    'Nothing was counted in that time.\n',
  )
  for (const words of [
    ['--from', 'gestern'],
    ['--from', '2026-02-30'],
    ['--from', '2026-11-18', '--to', '2026-11-17'],
    ['--by', 'person'],
  ])
    expect([words, (await standard('stats', 'funnel', ...words)).code]).toEqual([words, 2])
})
