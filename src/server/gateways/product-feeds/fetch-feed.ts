import { fetchLimited } from '../http/fetch-limited.ts'
import { OutsideError } from '../http/outside-error.ts'
import { readCountedJson } from '../http/read-json.ts'

export type FeedAnswer =
  | { kind: 'same' } // 304
  | { kind: 'new'; etag: string | null; content: unknown }

const pageTimeoutMs = 10_000
export const timeoutMs = 60_000
export const mostBytes = 20 * 1024 * 1024
const mostPages = 200
const mostDepth = 6
// As many as two lists of 20,000 rows (katalog-datei.ts) have fields, over all pages.
const mostValues = 1_200_000

/**
 * Fetches a product feed: all pages of JSON (`Naechste` names the next on the same server), at most 20 MB and 1.2 million
 * values. Content is not validated; throws OutsideError with one sentence. @param known our credentials (bearer) and the last
 * ETag (etag)
 */
export async function fetchFeed(
  address: URL,
  known: { bearer: string | null; etag: string | null },
): Promise<FeedAnswer> {
  const started = performance.now()
  const asked = new Set<string>()
  const pages: Page[] = []
  let etag: string | null = null
  let bytesLeft = mostBytes
  let valuesLeft = mostValues
  for (let next: URL | null = address; next;) {
    const leftMs = timeoutMs - (performance.now() - started)
    if (leftMs <= 0) throw problem(address, `took longer than ${timeoutMs} ms for its pages`)
    if (asked.size >= mostPages) throw problem(address, `has more than ${mostPages} pages`)
    if (asked.has(next.href)) throw problem(address, 'names a page twice as the next one')
    asked.add(next.href)
    const answer = await fetchLimited(next, {
      timeoutMs: Math.min(pageTimeoutMs, leftMs),
      maxBytes: bytesLeft,
      accept: 'application/json',
      headers: {
        ...(known.bearer ? { Authorization: `Bearer ${known.bearer}` } : {}),
        ...(known.etag && pages.length === 0 ? { 'If-None-Match': known.etag } : {}),
      },
    })
    if (answer.status === 304 && known.etag && pages.length === 0) return { kind: 'same' }
    if (answer.status !== 200) throw problem(address, `answered with status ${answer.status}`)
    bytesLeft -= answer.bytes.length
    if (pages.length === 0) etag = answer.headers.get('etag')
    const { page, values } = readPage(address, answer.bytes, valuesLeft)
    valuesLeft -= values
    pages.push(page)
    next = nextOf(address, next, page)
  }
  // The first page's ETag does not cover the others.
  return { kind: 'new', etag: pages.length === 1 ? etag : null, content: joined(pages) }
}

type Page = Record<string, unknown>
const nextName = 'Naechste'

const problem = ({ origin }: URL, what: string) =>
  new OutsideError('broken', `The feed at ${origin} ${what}.`)

function readPage(address: URL, bytes: Uint8Array, maxValues: number) {
  const limits = { maxDepth: mostDepth, maxValues }
  const { content, values } = readCountedJson(bytes, limits, `The feed at ${address.origin}`)
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw problem(address, 'answered with JSON that is no object')
  return { page: content as Page, values }
}

function nextOf(address: URL, current: URL, page: Page): URL | null {
  const wanted = Object.hasOwn(page, nextName) ? page[nextName] : null
  if (wanted === null) return null
  const next = typeof wanted === 'string' ? URL.parse(wanted, current) : null
  if (!next) throw problem(address, `has a ${nextName} that is no address`)
  // The credentials go along to the next page.
  if (next.origin !== address.origin)
    throw problem(address, `leads to another server (${nextName})`)
  return next
}

/** Concatenates lists of the same name; other fields come from the first page, to be validated later. */
function joined(pages: Page[]): Page {
  const all = new Map<string, unknown>()
  for (const page of pages) {
    for (const [name, value] of Object.entries(page)) {
      if (name === nextName) continue
      const before = all.get(name)
      if (Array.isArray(before) && Array.isArray(value)) for (const row of value) before.push(row)
      else if (before === undefined || !Array.isArray(value)) all.set(name, value)
    }
  }
  return Object.fromEntries(all)
}
