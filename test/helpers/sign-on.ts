import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  makeProvider,
  type SignOnPerson,
  type SignOnProvider,
} from '../../src/server/demo/sign-on/make-provider.ts'

export const clientId = 'test-programme'

export type SignOnAnswer = { code: string; state: string; issuer: string }

export type TestSignOn = {
  issuer: string
  /** Faults in the provider's answers; each test sets what it needs, `mend` resets. */
  trouble: {
    down?: boolean
    delayMs?: number
    token?: (body: Record<string, unknown>) => Record<string, unknown>
  }
  mend: () => void
  /** Logs in as a browser would, with a login of this age at the provider; returns the callback. */
  logIn: (url: string, personId: string, ageSeconds?: number) => Promise<SignOnAnswer>
  stop: () => Promise<void>
}

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })

/** A real OpenID provider over HTTP, behind a proxy that can delay, falsify or drop its answers. */
export async function startSignOn(
  people: SignOnPerson[],
  redirectUris: string[],
): Promise<TestSignOn> {
  let provider: SignOnProvider | null = null
  const inner = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const chosen = request.headers['x-person'] ?? searchParams.get('person')
    const person = people.find(({ id }) => id === chosen)
    if (!pathname.startsWith('/login/')) return provider!.handle(request, response)
    if (!person) return showPeople(response, people)
    const age = Number(request.headers['x-age'] ?? 0)
    void provider!
      .choose(request, response, person, Math.floor(Date.now() / 1000) - age)
      .then((next) => response.writeHead(303, { location: next }).end())
  })
  const innerPort = await listen(inner)
  const trouble: TestSignOn['trouble'] = {}
  const outer = createServer((request, response) => pass(request, response, innerPort, trouble))
  const issuer = `http://127.0.0.1:${await listen(outer)}`
  provider = await makeProvider({
    issuer,
    clientId,
    redirectUris,
    loginUrl: (id) => `/login/${id}`,
    people,
  })
  return {
    issuer,
    trouble,
    mend: () => {
      for (const name of Object.keys(trouble)) Reflect.deleteProperty(trouble, name)
    },
    logIn: (url, personId, ageSeconds = 0) => logIn(url, personId, ageSeconds, redirectUris),
    stop: async () => {
      for (const server of [outer, inner]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}

/** The provider's own page, for browsers. */
function showPeople(response: ServerResponse, people: readonly SignOnPerson[]): void {
  const links = people.map(({ id }) => `<li><a href="?person=${id}">${id}</a></li>`).join('')
  const page = `<!doctype html><html lang="en"><title>Login</title><h1>Login</h1><ul>${links}</ul>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  trouble: TestSignOn['trouble'],
): void {
  if (trouble.down) return void request.socket.destroy()
  const { method, url: path, headers } = request
  const further = ask({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
    const { token, delayMs = 0 } = trouble
    setTimeout(() => {
      if (!token || path !== '/token') {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
        return
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = token(JSON.parse(Buffer.concat(chunks).toString()))
        response
          .writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' })
          .end(JSON.stringify(body))
      })
    }, delayMs)
  })
  request.pipe(further)
}

async function logIn(
  url: string,
  personId: string,
  ageSeconds: number,
  redirectUris: string[],
): Promise<SignOnAnswer> {
  const jar = new Map<string, string>()
  let next = url
  for (let hop = 0; hop < 6; hop += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: {
        'x-person': personId,
        'x-age': String(ageSeconds),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    await answer.body?.cancel()
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const to = answer.headers.get('location')
    if (!to) throw new Error(`The provider answered ${answer.status} at ${next}`)
    next = new URL(to, next).href
    if (redirectUris.some((uri) => next.startsWith(uri))) {
      const { searchParams } = new URL(next)
      return {
        code: searchParams.get('code') ?? '',
        state: searchParams.get('state') ?? '',
        issuer: searchParams.get('iss') ?? '',
      }
    }
  }
  throw new Error('The provider leads round and round')
}
