import type { StaticHandlerContext } from 'react-router'
import type { PageAnswer, PageContext, PageTenant } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { isNumber } from '../../domain/numbers.ts'
import { escapeHtml } from './escape-html.ts'
import { safeJson } from './hydration.ts'
import { viewOf } from './page-context.tsx'
import type { PageHandle } from './page-module.ts'
import {
  asText,
  cut,
  fill,
  isWhole,
  makeStandIn,
  markOf,
  type Pieces,
  type StandIn,
} from './shapes.ts'

// A page that strangers open by the thousand, each with a few words of its own, is drawn once for each shape: with stand-ins for those words,
// and with everything else as part of its name. What is not a stand-in's is never filled in, so a shape holds nothing of a person.

type Drawn = Required<Pick<PageAnswer, 'body' | 'inline'>>
type Draw = (context: PageContext, result: StaticHandlerContext) => Drawn

/** What pages show of their referral, and no part of a page depends on. */
const ownWords: Partial<Record<PageName, { param: string; data: readonly string[] }>> = {
  RecipientData: { param: 'empfehlungsnummer', data: ['firstName', 'key'] },
}

/** As they are written into a page: its text, its head, its data, its addresses. */
const ways: readonly ((text: string) => string)[] = [
  asText,
  escapeHtml,
  (text) => safeJson(text).slice(1, -1),
  encodeURIComponent,
]

/** Looks like a referral's number, and is none. */
const numberStandIn = markOf()
/** Written differently in every way. */
const wordStandIns = new Map<string, StandIn>()

function standInOf(field: string): StandIn {
  const known = wordStandIns.get(field)
  if (known) return known
  const made = makeStandIn()
  wordStandIns.set(field, made)
  return made
}

type Place = { field: string; way: number }
type Shape = { pieces: Pieces<Place>[]; inline: Drawn['inline'] }

const mostShapes = 200
type Kept = Map<string, Shape | 'seen' | 'unlike'>
const shapes = new WeakMap<PageTenant, { minute: string; kept: Kept }>()

/** Draws a page, by its shape where it has one. `ownTurn`: awaited before. */
export async function drawByShape(
  context: PageContext,
  result: StaticHandlerContext,
  request: Request,
  {
    draw,
    nonce,
    ownTurn,
  }: { draw: Draw; nonce: string | null; ownTurn?: (() => Promise<void>) | undefined },
): Promise<Drawn> {
  // For what is filled in as well: it is compressed after this.
  await ownTurn?.()
  const own = nonce === null ? wordsOf(context, result, request) : null
  if (!own) return draw(context, result)
  const { words, minute, emptied } = own
  const steady = { ...context, now: minute }
  const key = JSON.stringify([
    { ...viewOf(steady), tenant: null },
    emptied.location.search,
    emptied.location.pathname,
    emptied.loaderData,
  ])
  const before = shapes.get(context.tenant)
  const known: Kept = before?.minute === minute ? before.kept : new Map()
  shapes.set(context.tenant, { minute, kept: known })
  const found = known.get(key)
  if (found === undefined || found === 'unlike') {
    // Who comes with shapes of their own brings no drawing twice.
    if (found === undefined) keep(known, key, 'seen')
    return draw(context, result)
  }
  if (found !== 'seen') return filled(found, words)
  const drawn = draw(steady, result)
  const shape = shapeOf(draw(steady, emptied))
  const isAlike =
    shape && result.statusCode === 200 && filled(shape, words).body.join('') === drawn.body.join('')
  known.set(key, isAlike ? shape : 'unlike')
  return drawn
}

function keep(known: Kept, key: string, kept: Shape | 'seen'): void {
  known.set(key, kept)
  for (const oldest of known.keys()) {
    if (known.size <= mostShapes) return
    known.delete(oldest)
  }
}

/** A stranger's page in two parts: its own words, and the rest. */
function wordsOf(context: PageContext, result: StaticHandlerContext, request: Request) {
  const last = result.matches.at(-1)
  const handle = last?.route.handle as PageHandle | undefined
  const own = handle && ownWords[handle.page]
  if (!last || !own || request.method !== 'GET') return null
  if (result.errors || result.statusCode !== 200 || result.actionData) return null
  const isStranger = !(
    context.user ||
    context.agencyUser ||
    context.salesPartner ||
    context.operator ||
    context.hasRewardToken ||
    context.hasRecipientToken
  )
  const number = last.params[own.param]
  const data = result.loaderData[last.route.id] as Record<string, unknown> | undefined
  if (!isStranger || !number || !isNumber(number) || !data) return null
  const words: Record<string, string> = { number }
  const emptiedData = { ...data }
  for (const field of own.data) {
    const word = data[field]
    if (typeof word !== 'string' || word === '') continue
    // A page's title ends with the tenant's name where it has not said it.
    if (word.includes(context.tenant.name)) return null
    words[field] = word
    emptiedData[field] = standInOf(field).text
  }
  const without = (path: string) => path.replaceAll(number, numberStandIn)
  const emptied: StaticHandlerContext = {
    ...result,
    location: { ...result.location, pathname: without(result.location.pathname) },
    matches: result.matches.map((match) => ({
      ...match,
      pathname: without(match.pathname),
      pathnameBase: without(match.pathnameBase),
      params: Object.fromEntries(
        Object.entries(match.params).map(([name, value]) => [name, value && without(value)]),
      ),
    })),
    loaderData: { ...result.loaderData, [last.route.id]: emptiedData },
  }
  return { words, emptied, minute: `${context.now.slice(0, 16)}:00Z` }
}

/** Null: a word stands somewhere in another way. */
function shapeOf({ body, inline }: Drawn): Shape | null {
  const pieces = body.map(piecesOf)
  const marks = [...wordStandIns.values()].map(({ mark }) => mark)
  return pieces.every((some) => isWhole(some, marks)) ? { pieces, inline } : null
}

function piecesOf(text: string): Pieces<Place> {
  let pieces = cut<Place>([text], numberStandIn, { field: 'number', way: 0 })
  for (const [field, { text: standIn }] of wordStandIns)
    for (const [way, write] of ways.entries()) pieces = cut(pieces, write(standIn), { field, way })
  return pieces
}

const filled = ({ pieces, inline }: Shape, words: Record<string, string>): Drawn => ({
  body: pieces.map((some) => fill(some, ({ field, way }) => ways[way]!(words[field] ?? ''))),
  inline,
})
