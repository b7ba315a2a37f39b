import { Agent, request } from 'node:http'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

const once = new Agent({ keepAlive: false })

/**
 * One call to a running app, over its own connection unless `agent` keeps some. `from` is the caller's loopback address (127.x.y.z), one
 * per simulated person since the app limits by address. Rejects when no answer comes; `isKept`: on a connection that had been used.
 */
export function ask(
  origin: string,
  method: string,
  path: string,
  options: {
    body?: unknown
    token?: string
    headers?: Record<string, string>
    from?: string
    timeoutMs?: number
    agent?: Agent // for connections that are used again
  } = {},
): Promise<Answer> {
  const { body, token, headers, from, timeoutMs = 30_000, agent = once } = options
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method,
        host: '127.0.0.1',
        port: new URL(origin).port,
        path,
        ...(from ? { localAddress: from } : {}),
        headers: {
          host: new URL(origin).host,
          'x-requested-with': 'script',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        timeout: timeoutMs,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () => {
          if (!response.complete) return reject(new Error('The answer was cut off'))
          const isJson = String(response.headers['content-type'] ?? '').includes('json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson && text ? JSON.parse(text) : text,
          })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`No answer within ${timeoutMs} ms`)))
    sent.on('error', (error) => reject(Object.assign(error, { isKept: sent.reusedSocket })))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

export const addressOf = (person: number) =>
  `127.${1 + ((person >> 16) % 250)}.${(person >> 8) & 255}.${1 + (person & 127)}`
