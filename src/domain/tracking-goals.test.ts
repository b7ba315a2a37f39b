import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { channels } from './channels.ts'
import {
  browserEvents,
  countedPages,
  goalOf,
  goals,
  isCountedPage,
  shareEventOf,
  type BrowserEvent,
  type EventSource,
} from './tracking-goals.ts'

test('there are the goals 1 to 27, each once, in their order, and each event reaches one of them', () => {
  expect(goals.map(({ id }) => id)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
  expect(new Set(goals.map(({ event }) => event)).size).toBe(27)
  expect(new Set(goals.map(({ title }) => title)).size).toBe(27)
  for (const goal of goals) expect(goalOf(goal.event)).toBe(goal)
})

// A number keeps its meaning for good: who changes a line here changes what years of statistics elsewhere say.
test('a number means what it always meant', () => {
  expect(Object.fromEntries(goals.map(({ id, event }) => [id, event]))).toEqual({
    1: 'home-viewed',
    2: 'category-viewed',
    3: 'filter-used',
    4: 'comparison-opened',
    5: 'recommendation-started',
    6: 'referral-created',
    7: 'shared-by-mail',
    8: 'shared-by-message',
    9: 'shared-in-network',
    10: 'shared-by-link',
    11: 'card-printed',
    12: 'link-clicked',
    13: 'code-used',
    14: 'recipient-page-viewed',
    15: 'recipient-accepted',
    16: 'recipient-confirmed',
    17: 'shop-opened',
    18: 'order-reported',
    19: 'order-confirmed',
    20: 'order-released',
    21: 'reward-provided',
    22: 'reward-collected-cash',
    23: 'reward-collected-voucher',
    24: 'reward-paid',
    25: 'registered',
    26: 'logged-in',
    27: 'newsletter-opted-in',
  })
})

test('every event says where it shows and how it is counted; what leaves no row has a counter', () => {
  for (const { event, by, counted } of goals) {
    expect(by.length, event).toBeGreaterThan(0)
    const sources: readonly EventSource[] = by
    // Pages and browsers leave no rows; what the office does always has some.
    if (sources.includes('page') || sources.includes('browser')) expect(counted).toBe('counter')
    if (sources.includes('office')) expect([counted, sources]).toEqual(['rows', ['office']])
  }
})

test('a page view without a goal reaches none', () => {
  expect(goalOf('page-viewed')).toBeUndefined()
})

test('every goal of a page has a page, and no page has a goal of something else', () => {
  const ofPages = goals.filter(({ by }) => (by as readonly EventSource[]).includes('page'))
  const reached = new Set<string>(Object.values(countedPages))
  reached.delete('page-viewed')
  expect([...reached].toSorted()).toEqual(ofPages.map(({ event }) => event).toSorted())
  expect(isCountedPage('Homepage')).toBe(true)
  for (const name of ['Reward', 'toString', '', 'homepage'])
    expect([name, isCountedPage(name)]).toEqual([name, false])
})

test('a browser may report only events that no one else can know and that prove nothing', () => {
  expectTypeOf<'referral-created'>().not.toExtend<BrowserEvent>()
  expectTypeOf<'filter-used'>().toExtend<BrowserEvent>()
  expect(browserEvents).toEqual([
    'filter-used',
    'shared-by-mail',
    'shared-by-message',
    'shared-in-network',
    'shared-by-link',
    'card-printed',
    'shop-opened',
  ])
})

test('sharing by any channel is an event of a browser; an unknown channel is none', () => {
  for (const channel of channels) {
    const event = shareEventOf(channel)
    if (channel === 'xx') expect(event).toBeNull()
    else expect(browserEvents).toContain(event)
  }
})

test('docs/tracking.md shows this table', () => {
  const shown = readFileSync('docs/tracking.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
  expect(shown).toEqual(
    goals.map(
      ({ id, event, by, counted }) => `| ${id} | ${event} | ${by.join(', ')} | ${counted} |`,
    ),
  )
})
