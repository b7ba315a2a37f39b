import { createElement, useId, type ComponentType } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { formatCents } from '../../domain/money.ts'
import { formatDate } from './format-date.ts'
import { formatDay } from './table/format-day.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage, type PageView } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { drawBothWays, pageIn } from '../runtime/render.test-helper.tsx'
import { Row, type Emptied } from './row.tsx'

type Line = { number: string; name: string; on: string; cents: number; state: string }

const emptied: Emptied<Line> = (line, words) => ({
  number: words.code(line.number),
  name: words.text(line.name),
  on: words.date(line.on),
  cents: words.cents(line.cents),
  state: line.state,
})

let page: Awaited<ReturnType<typeof pageIn>>
// A tenant that nobody has drawn a row for.
beforeEach(async () => void (page = await pageIn({ address: 'du', locale: 'de' })))

/** A page of nothing but rows. */
function draw(As: ComponentType<Line>, lines: Line[], more: Partial<PageView> = {}) {
  const List = () =>
    createElement(
      'ul',
      null,
      lines.map((of) => createElement(Row<Line>, { key: of.number, as: As, of, emptied })),
    )
  return drawBothWays({ ...page, view: { ...page.view, ...more } }, List)
}

const Usual = ({ number, name, on, cents, state }: Line) => {
  const { locale, tenant } = usePage()
  return createElement(
    'li',
    { className: state, title: name },
    createElement(
      PageLink,
      { page: 'ShareRecommendation', values: { empfehlungsnummer: number } },
      name,
    ),
    ` ${tenant.name} `,
    formatDate(on, locale),
    ' ',
    cents > 0 ? formatCents(cents, locale) : null,
  )
}

const line = (more: Partial<Line> = {}): Line => ({
  number: '7561EAADX',
  name: 'Mara',
  on: '2026-11-01',
  cents: 2500,
  state: 'open',
  ...more,
})

const hostile = [
  `O'Neil & <b>"Söhne"`,
  '</script><script>alert(1)</script>',
  '%41 $& $1 {{name}} 😀',
  '\u2028',
  '<!-- -->',
  '0.',
  'x'.repeat(200),
]

test('a row that differs by its words alone is the one drawn for it alone', () => {
  expect(draw(Usual, [line()]).byShape).toBe(0)
  const others = hostile.map((name, at) => line({ name, number: `N${at}`, on: '2025-02-28' }))
  const { html, plain, byShape } = draw(Usual, others)
  expect(byShape).toBe(hostile.length)
  expect(html).toBe(plain)
  expect(html).not.toContain('Mara')
  expect(html).not.toContain('7561EAADX')
})

test('a row in a list takes the page’s query along as it is', () => {
  type Found = { id: string; on: string; search: string }
  const emptiedFound: Emptied<Found> = ({ id, on, search }, words) => ({
    id: words.code(id),
    on: words.day(on),
    search: words.search(search),
  })
  const Found = ({ id, on, search }: Found) => {
    const { locale } = usePage()
    const values = { ...valuesIn(new URLSearchParams(search)), nummer: id }
    return createElement(
      'p',
      null,
      createElement(PageLink, { page: 'AgencyOrder', values }),
      formatDay(on, locale),
    )
  }
  const list = (of: Found) =>
    drawBothWays(page, () => createElement(Row<Found>, { as: Found, of, emptied: emptiedFound }))
  list({ id: 'A1', on: '2026-11-01', search: '?a=1' })
  for (const search of ['?b=%26&a=2&b=%C3%A4+%22', `?'=<>&$&=$1`, '?2=x&1=y', '?leer', '?%zz'])
    for (const on of ['2027-02-28', '0999-01-01']) {
      const { html, plain, byShape } = list({ id: 'B-2', on, search })
      expect([search, byShape, html]).toEqual([search, 1, plain])
    }
  expect(list({ id: 'B2', on: '2027-02-28', search: '' }).byShape).toBe(0)
})

test('a row of another state, language or day is drawn anew', () => {
  draw(Usual, [line()])
  for (const other of [line({ state: 'paid' }), line({ cents: 0 }), line({ on: '2026-11-30' })]) {
    const { html, plain, byShape } = draw(Usual, [line(), other])
    expect([other, byShape]).toEqual([other, 1])
    expect(html).toBe(plain)
  }
  const english = draw(Usual, [line()], { locale: 'en' })
  expect(english.byShape).toBe(0)
  expect(english.html).toBe(english.plain)
  expect(draw(Usual, [line()], { now: '2026-12-01T10:00:00Z' }).byShape).toBe(0)
})

test('what a row does with a word, or takes from its visitor, keeps it from being drawn once', () => {
  const user = (firstName: string) => ({ user: { firstName } }) as Partial<PageView>
  const own: [string, ComponentType<Line>][] = [
    ['letters', ({ name }) => createElement('li', null, name.length)],
    ['visitor', () => createElement('li', null, usePage().user?.firstName)],
    ['other date', ({ on }) => createElement('li', null, on.slice(5))],
    ['id', ({ name }) => createElement('li', { id: useId() }, name)],
    ['other address', ({ name }) => createElement('li', null, encodeURIComponent(`&${name}`))],
  ]
  for (const [what, As] of own) {
    draw(As, [line()], user('Mara'))
    draw(As, [line()], user('Mara'))
    const { html, plain, byShape } = draw(As, [line({ name: 'Tom & Li' })], user('Tom'))
    expect([what, byShape]).toEqual([what, 0])
    expect(html).toBe(plain)
  }
})

test('a day has an end of shapes, after which rows are drawn plainly', () => {
  const many = Array.from({ length: 600 }, (_, at) => line({ state: `s${at}`, number: `N${at}` }))
  draw(Usual, many)
  const { html, plain, byShape } = draw(Usual, many)
  expect(byShape).toBe(500)
  expect(html).toBe(plain)
})
