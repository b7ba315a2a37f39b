import { createHash } from 'node:crypto'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const saidPath = '/said-by-the-page'

/** Reports a page's errors to the proxy from the start. */
const listener = `(() => {
  const say = (what) => navigator.sendBeacon('${saidPath}', location.pathname + ' ' + what)
  // What is under way when somebody leaves is broken off, which WebKit calls an error.
  let isLeft = false
  addEventListener('beforeunload', () => { isLeft = true })
  addEventListener('pageshow', () => { isLeft = false })
  addEventListener('error', (event) => {
    if (event.message) say('error: ' + event.message)
    else if (!isLeft) say('not loaded: ' + (event.target.src || event.target.href))
  }, true)
  addEventListener('unhandledrejection', (event) => say('unhandled: ' + event.reason))
  for (const level of ['error', 'warn']) {
    const log = console[level]
    console[level] = (...all) => { say(level + ': ' + all.map(String).join(' ')); log(...all) }
  }
})()`

/** For the page's policy, which allows what stands in it by hash. */
const source = `'sha256-${createHash('sha256').update(listener).digest('base64')}'`

/** A proxy that injects an error reporter into each page, for an engine whose driver hides the console (WebKit's WebDriver). */
export async function startListening() {
  const said: string[] = []
  const server = createServer((request, response) => {
    answer(request, response, said).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    said,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, said: string[]) {
  const { port, pathname, search } = new URL(request.url ?? '')
  if (pathname === saidPath) {
    said.push(await text(request))
    return void response.writeHead(204).end()
  }
  const { 'accept-encoding': _, 'proxy-connection': __, ...headers } = request.headers
  const options = {
    host: '127.0.0.1',
    port,
    path: pathname + search,
    method: request.method,
    headers,
  }
  const upstream = send(options, (page) => {
    passOn(page, response).catch(() => response.destroy())
  })
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
}

async function passOn(page: IncomingMessage, response: ServerResponse) {
  const { 'content-length': _, 'content-security-policy': policy = '', ...headers } = page.headers
  const isPage = headers['content-type']?.startsWith('text/html')
  if (!isPage) {
    response.writeHead(page.statusCode ?? 502, page.headers)
    return void page.pipe(response)
  }
  const allowed = `${policy}`.replace("script-src 'self'", `$& ${source}`)
  response.writeHead(page.statusCode ?? 502, { ...headers, 'content-security-policy': allowed })
  const html = await text(page)
  response.end(html.replace(/<head[^>]*>/, `$&<script>${listener}</script>`))
}
