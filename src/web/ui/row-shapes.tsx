import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageTenant } from '../../contract/page-context.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { formatDate, localDayOf } from './format-date.ts'
import { App } from '../runtime/app.tsx'
import type { PageView } from '../runtime/page-context.tsx'
import type { DrawRow, Words } from './row.tsx'
import { formatDay } from './table/format-day.ts'
import { valuesIn } from '../runtime/href.ts'
import { asText, cut, fill, makeStandIn, markOf, type Pieces } from '../runtime/shapes.ts'
import type { TextStore } from '../runtime/texts.ts'

// A list's rows are drawn once for each shape (row.tsx): with stand-ins for their words, alone, and for nobody. Filled in, the first one has to
// be in its page to the letter.

/** How a word is written, and a stand-in by its number. */
type Kind = { of: (at: number) => Asked; write: (word: Asked, locale: Locale) => string }
type Asked = string | number

const once = <T,>(make: () => T) => {
  const made: T[] = []
  return (at: number): T => (made[at] ??= make())
}
const texts = once(makeStandIn)
const codes = once(markOf)
/** The years of dates that a row has not. */
const [past, future] = ['1271', '9871']
/** Days of two digits: no date is a part of another one. */
const dateIn = (year: string) => (at: number) =>
  `${year}-${String(1 + Math.floor(at / 19)).padStart(2, '0')}-${10 + (at % 19)}`
const writeDate: Kind['write'] = (word, locale) => formatDate(String(word), locale)

const kinds = {
  text: { of: (at) => texts(at).text, write: (word) => asText(String(word)) },
  code: { of: (at) => codes(at), write: String },
  past: { of: dateIn(past), write: writeDate },
  future: { of: dateIn(future), write: writeDate },
  day: { of: dateIn(past), write: (word, locale) => formatDay(String(word), locale) },
  search: { of: (at) => `?${codes(at)}`, write: (word) => asText(queryOf(String(word))) },
  cents: {
    of: (at) => 98_700_000_000_01 + at,
    write: (word, locale) => formatCents(Number(word), locale),
  },
} satisfies Record<string, Kind>

/** As href() writes it. */
const queryOf = (search: string) =>
  String(
    new URLSearchParams(
      Object.entries(valuesIn(new URLSearchParams(search))).flatMap(([name, values]) =>
        values.map((value) => [name, value]),
      ),
    ),
  )

type Word = { kind: keyof typeof kinds; word: Asked; standIn: Asked }

/** As many as there are dates in a stand-in's year; a row with more is drawn as it is. */
const mostWords = 228

type Shape = Pieces<{ at: number }>
type Kept = { day: string; own: unknown; shapes: Map<string, Shape | 'unlike'> }

/** Of a tenant in a day; about 4 KB each. */
const mostShapes = 500
const kept = new WeakMap<PageTenant, Partial<Record<Locale, Kept>>>()

function keptOf({ tenant, locale }: PageView, own: unknown, day: string): Kept['shapes'] {
  const known = kept.get(tenant) ?? {}
  kept.set(tenant, known)
  const before = known[locale]
  if (before?.day === day && before.own === own) return before.shapes
  return (known[locale] = { day, own, shapes: new Map() }).shapes
}

const mark = markOf()
/** Between two texts React writes a comment, which is not there between two rows. */
const places = new RegExp(`(?:<!-- -->)?${mark}(\\d+)\\.(?:<!-- -->)?`, 'g')

const numbers = new Map<unknown, number>()
function numberOf(Row: unknown): number {
  const known = numbers.get(Row) ?? numbers.size
  numbers.set(Row, known)
  return known
}

/** Draws a page's rows: a place each, filled in at the end. */
export type Rows = { draw: DrawRow; fillIn: (html: string) => string }

/** @param own the tenant's own texts: the same object while they are the same */
export function rowsOf(view: PageView, own: unknown, store: TextStore): Rows {
  const { locale } = view
  const today = localDayOf(view.now)
  const shapes = keptOf(view, own, today)
  const drawn: string[] = []
  const missed = new Map<string, { words: Word[]; alone: () => string }>()

  const draw: DrawRow = (Row, row, emptied) => {
    const words: Word[] = []
    const steady = emptied(row, stand(words, today))
    if (!steady || words.length > mostWords) return null
    const key = `${numberOf(Row)} ${JSON.stringify(steady)}`
    const shape = shapes.get(key)
    if (shape === undefined && shapes.size + missed.size < mostShapes)
      missed.set(key, { words, alone: () => drawAlone(Row, steady, view, store) })
    if (shape === undefined || shape === 'unlike') return null
    drawn.push(filled(shape, words, locale))
    return `${mark}${drawn.length - 1}.`
  }
  const fillIn = (html: string) => {
    const whole =
      drawn.length === 0 ? html : html.replace(places, (_, at: string) => drawn[Number(at)]!)
    for (const [key, { words, alone }] of missed)
      shapes.set(key, shapeOf(alone, words, locale, whole))
    return whole
  }
  return { draw, fillIn }
}

/** Gives stand-ins, and notes what they stand for. */
function stand(words: Word[], today: string): Words {
  const put = <T extends Asked>(kind: Word['kind'], word: T): T => {
    const standIn = kinds[kind].of(words.length)
    words.push({ kind, word, standIn })
    return standIn as T
  }
  const same = (kind: Word['kind'], word: string): string => {
    const known = words.find((one) => one.kind === kind && one.word === word)
    return known ? String(known.standIn) : put(kind, word)
  }
  return {
    text: (word) => (word === '' ? word : same('text', word)),
    code: (word) => (/^[\w-]+$/.test(word) ? same('code', word) : word),
    day: (isoDate) => put('day', isoDate),
    search: (search) => (queryOf(search) === '' ? search : same('search', search)),
    date: (isoDate) => put(isoDate < today ? 'past' : 'future', isoDate),
    cents: (cents) => (cents > 0 ? put('cents', cents) : cents),
  }
}

/** The row for nobody: what would be of its visitor is not there. */
function drawAlone<P extends object>(
  Row: ComponentType<P>,
  row: P,
  view: PageView,
  store: TextStore,
): string {
  const { operator: _, ...steady } = view
  const nobody: PageView = {
    ...steady,
    user: null,
    agencyUser: null,
    salesPartner: null,
    hasRewardToken: false,
    hasRecipientToken: false,
    formToken: '',
  }
  return renderToString(
    <App view={nobody} store={store}>
      <StaticRouter location={`/${view.locale}`}>
        <Row {...row} />
      </StaticRouter>
    </App>,
  )
}

function shapeOf(
  alone: () => string,
  words: readonly Word[],
  locale: Locale,
  page: string,
): Shape | 'unlike' {
  try {
    const html = alone()
    // An id says where in the page it stands.
    if (html.includes('_R_')) return 'unlike'
    let shape: Shape = [html]
    for (const [at, { kind, standIn }] of words.entries())
      shape = cut(shape, kinds[kind].write(standIn, locale), { at })
    return page.includes(filled(shape, words, locale)) ? shape : 'unlike'
  } catch {
    // It needs its page.
    return 'unlike'
  }
}

const filled = (shape: Shape, words: readonly Word[], locale: Locale) =>
  fill(shape, ({ at }) => {
    const { kind, word } = words[at]!
    return kinds[kind].write(word, locale)
  })
