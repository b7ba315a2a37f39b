import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { startListening } from './listening-proxy.ts'
import type { Driver, Engine } from './visitor.ts'

export type WebKitPaths = { driver: string; browser: string; display: string }

// W3C WebDriver's key of an element reference.
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Found = { [elementKey]: string }
type Session = { sessionId: string }

/** Debian's WebKit over WebDriver, one driver per visitor, since each keeps a single session. */
export async function startWebKit(paths: WebKitPaths): Promise<Engine> {
  const screen = await startScreen(paths.display)
  const visitors: Driver[] = []
  return {
    async visitor() {
      const visitor = await startVisitor(paths, screen.name)
      visitors.push(visitor)
      return visitor
    },
    async close() {
      for (const visitor of visitors) await visitor.close()
      await end(screen.process)
    },
  }
}

// Ended with the test process.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

function start(...args: Parameters<typeof spawn>): ChildProcess {
  const child = spawn(...args)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** WebKit has no headless mode, so it gets a virtual screen, which picks a free number. */
async function startScreen(display: string): Promise<{ name: string; process: ChildProcess }> {
  const size = ['-screen', '0', '1600x1200x24']
  const child = start(display, ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, process: child }
}

async function startVisitor(paths: WebKitPaths, screen: string): Promise<Driver> {
  const port = await findFreePort()
  const driver = start(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen, LANG: 'C.UTF-8', NO_AT_BRIDGE: '1' },
  })
  const listening = await startListening()
  const origin = `http://127.0.0.1:${port}`
  const call = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = (await answer.json()) as {
      value: Result & { error?: string; message?: string }
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  await expect
    .poll(() =>
      fetch(`${origin}/status`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    .toBe(true)
  const proxy = { proxyType: 'manual', httpProxy: `127.0.0.1:${listening.port}` }
  const options = {
    binary: paths.browser,
    args: ['--automation', '--javascript-can-open-windows-automatically=true'],
  }
  const { sessionId } = await call<Session>('POST', '/session', {
    capabilities: { alwaysMatch: { proxy, 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  const post = <Result>(path: string, body?: unknown) =>
    call<Result>('POST', `${session}${path}`, body)
  const run: Driver['run'] = (script, ...args) =>
    post('/execute/sync', { script: `return (${script}).apply(null, arguments)`, args })
  const find = async (selector: string) =>
    (await post<Found>('/element', { using: 'css selector', value: selector }))[elementKey]
  await openNarrowWindow()
  return {
    open: (url) => post('/url', { url }),
    run,
    press: async (selector) => post(`/element/${await find(selector)}/click`),
    async type(selector, text) {
      const element = await find(selector)
      await post(`/element/${element}/clear`)
      await post(`/element/${element}/value`, { text })
    },
    resize: (width, height) => post('/window/rect', { width, height }),
    async takeCookies(cookies) {
      for (const { name, value, path } of cookies)
        await post('/cookie', { cookie: { name, value, path } })
    },
    complaints: async () => listening.said,
    screenshot: async () =>
      Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => undefined)
      await end(driver)
      await listening.close()
    },
  }

  // A window is never narrower than its toolbar, which is wider than a phone.
  async function openNarrowWindow(): Promise<void> {
    await run(
      () =>
        void window.open(
          'about:blank',
          'visitor',
          'width=390,height=844,toolbar=no,menubar=no,location=no',
        ),
    )
    const wide = await call<string>('GET', `${session}/window`)
    const windows = await call<string[]>('GET', `${session}/window/handles`)
    await call('DELETE', `${session}/window`)
    await post('/window', { handle: windows.find((one) => one !== wide) })
  }
}
