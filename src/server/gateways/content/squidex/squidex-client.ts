import { z } from 'zod'
import { fetchLimited, type LimitedAnswer } from '../../http/fetch-limited.ts'
import { OutsideError } from '../../http/outside-error.ts'
import { readJson } from '../../http/read-json.ts'

export type SquidexSettings = {
  url: string // the server, without /api
  app: string
  clientId: string
  secret: () => Promise<string>
}

/** One client of one Squidex server. All calls throw OutsideError without a good answer. */
export type SquidexClient = {
  /** All pages of a schema's published contents; none without such a schema. Reading uses the budget, which schemas may share. */
  contents: (schema: string, until: number, budget: Budget) => Promise<SquidexContent[]>
  /** Changes with any content of these schemas; null if unsupported. */
  stamp: (schemas: string[], until: number) => Promise<string | null>
  /** A picture resized by the service, or null. */
  asset: (
    id: string,
    size: { width?: number; height?: number },
    until: number,
  ) => Promise<{ bytes: Uint8Array; type: string } | null>
}

export type Budget = { bytes: number } // remaining to read
export type SquidexContent = { id: string; data: Record<string, unknown> }

export const requestMs = 30_000
export const mostBytes = 10_000_000
const mostEntries = 2_000 // of a schema
const jsonLimits = { maxDepth: 20, maxValues: 200_000 }
const pageSize = 200 // Squidex's maximum

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const pageAnswer = z.object({ total: z.number(), items: z.array(z.unknown()) })
const content = z.object({
  id: z.string().min(1),
  status: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
})
const graphAnswer = z.object({ data: z.record(z.string(), z.unknown()) })

/**
 * Squidex as documented: a token by client credentials, cached until shortly before expiry; a 401 is retried once with a new
 * one. @param now monotonic milliseconds, as `until`
 */
export function makeSquidexClient(settings: SquidexSettings, now: () => number): SquidexClient {
  const { app, clientId } = settings
  const base = settings.url.replace(/\/+$/, '')
  let token: { text: string; until: number } | null = null
  let asking: Promise<string> | null = null

  const timeLeft = (until: number) => {
    const left = Math.min(requestMs, until - now())
    if (left <= 0) throw new OutsideError('timeout', `${base} took longer than the time for it.`)
    return Math.ceil(left)
  }

  const askForToken = async (until: number) => {
    const answer = await fetchLimited(`${base}/identity-server/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: await settings.secret(),
        scope: 'squidex-api',
      }),
      // No media type check: an error would look like a failed login.
      headers: { Accept: 'application/json' },
      timeoutMs: timeLeft(until),
      maxBytes: 100_000,
    })
    if (answer.status !== 200) throw refused(base, 'the client credentials', answer.status)
    const { access_token: text, expires_in } = readAnswer(base, answer, tokenAnswer)
    // A minute early, or at half its lifetime if shorter.
    token = { text, until: now() + Math.max(expires_in - 60, expires_in / 2) * 1000 }
    return text
  }
  const tokenFor = (until: number, refusedToken: string | null) => {
    if (token && token.text !== refusedToken && now() < token.until) return token.text
    asking ??= askForToken(until).finally(() => (asking = null))
    return asking
  }

  const call = async (
    path: string,
    until: number,
    request: { body?: string; accept: string; maxBytes?: number },
  ): Promise<LimitedAnswer> => {
    let refusedToken: string | null = null
    for (;;) {
      const used = await tokenFor(until, refusedToken)
      const answer = await fetchLimited(`${base}${path}`, {
        ...(request.body === undefined ? {} : { method: 'POST', body: request.body }),
        headers: {
          Authorization: `Bearer ${used}`,
          'X-Languages': 'de,en',
          ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        timeoutMs: timeLeft(until),
        maxBytes: request.maxBytes ?? mostBytes,
        accept: request.accept,
      })
      if (answer.status !== 401 || refusedToken !== null) return answer
      refusedToken = used
    }
  }

  return {
    async contents(schema, until, budget) {
      const found = new Map<string, SquidexContent>()
      for (let page = 0; page * pageSize < mostEntries; page += 1) {
        const query = `?$top=${pageSize}&$skip=${page * pageSize}`
        const path = `/api/content/${encodeURIComponent(app)}/${encodeURIComponent(schema)}${query}`
        const maxBytes = Math.min(mostBytes, budget.bytes)
        const answer = await call(path, until, { accept: 'application/json', maxBytes })
        budget.bytes -= answer.bytes.length
        if (answer.status === 404) return []
        if (answer.status !== 200) throw refused(base, `the schema ${schema}`, answer.status)
        const { total, items } = readAnswer(base, answer, pageAnswer)
        const before = found.size
        for (const item of items) {
          const parsed = content.safeParse(item)
          // Clients who may see drafts get them with some server settings.
          if (parsed.success && (parsed.data.status ?? 'Published') === 'Published')
            found.set(parsed.data.id, { id: parsed.data.id, data: parsed.data.data })
        }
        if (found.size > mostEntries) break
        const isLast = items.length < pageSize || (page + 1) * pageSize >= total
        if (isLast || found.size === before) return [...found.values()]
      }
      throw new OutsideError(
        'too-large',
        `${base} has more than ${mostEntries} contents in ${schema}.`,
      )
    },

    async stamp(schemas, until) {
      const parts = schemas.map(
        (schema, index) =>
          `s${index}: query${pascal(schema)}ContentsWithTotal(top: $top, orderby: "lastModified desc") { total items { id version lastModified } }`,
      )
      const body = JSON.stringify({
        query: `query Changes($top: Int!) { ${parts.join(' ')} }`,
        variables: { top: 1 },
      })
      const path = `/api/content/${encodeURIComponent(app)}/graphql`
      const answer = await call(path, until, { body, accept: 'application/json' })
      if (answer.status !== 200) return null
      const data = graphData(base, answer)
      // A partial answer would hide changes of the rest.
      return schemas.every((_, index) => data[`s${index}`]) ? JSON.stringify(data) : null
    },

    async asset(id, { width, height }, until) {
      const query = new URLSearchParams({
        ...(width ? { width: String(width) } : {}),
        ...(height ? { height: String(height) } : {}),
      })
      const path = `/api/assets/${encodeURIComponent(app)}/${encodeURIComponent(id)}?${query}`
      const answer = await call(path, until, { accept: 'image/' })
      // Other errors concern this asset, as anybody can ask for any id; only these two concern us.
      const isOfAsset = answer.status >= 400 && answer.status < 500
      if (isOfAsset && answer.status !== 401 && answer.status !== 429) return null
      if (answer.status !== 200) throw refused(base, 'an asset', answer.status)
      return { bytes: answer.bytes, type: answer.headers.get('content-type') ?? '' }
    },
  }
}

const refused = (base: string, what: string, status: number) =>
  new OutsideError('broken', `${base} refused ${what} (${status}).`)

/** A GraphQL answer's data; none if unreadable, so that everything is fetched. */
function graphData(base: string, answer: LimitedAnswer): Record<string, unknown> {
  try {
    return readAnswer(base, answer, graphAnswer).data
  } catch {
    return {}
  }
}

function readAnswer<T>(base: string, answer: LimitedAnswer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(readJson(answer.bytes, jsonLimits, base))
  if (!parsed.success)
    throw new OutsideError('broken', `The answer of ${base} is not what Squidex says.`)
  return parsed.data
}

/** Names in GraphQL: my-schema is MySchema. */
const pascal = (name: string) =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
