import type { FastifyInstance } from 'fastify'
import { consoleHost } from './operator.ts'

type Options = {
  body?: unknown
  token?: string
  cookie?: string
  headers?: Record<string, string>
  ip?: string
}

type CookieOf = (path: string, body: unknown, token: string | undefined) => Promise<string | null>

/** One call in wire form; `path` is below /api/v1. */
export const makeCall =
  (app: FastifyInstance, cookieOf?: CookieOf) =>
  async (method: string, path: string, options: Options = {}) => {
    const { body, token, headers, ip } = options
    const cookie = options.cookie ?? (await cookieOf?.(path, body, token))
    // The console's calls answer on its host alone.
    const host = path.includes('/betrieb/') ? { host: `${consoleHost}:3000` } : {}
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      ...(ip ? { remoteAddress: ip } : {}),
      headers: {
        'x-requested-with': 'test',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...host,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const text = answer.body
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: (isJson && text ? JSON.parse(text) : text) as any, // eslint-disable-line -- wire answers, asserted field by field
      headers: answer.headers,
    }
  }
