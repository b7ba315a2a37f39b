import puppeteer, { type KeyInput } from 'puppeteer-core'
import type { Driver, Engine } from './visitor.ts'

type Keys = { key: (name: KeyInput) => Promise<void> }

/**
 * Debian's Firefox over WebDriver BiDi; Playwright drives only its own build.
 * @param screen environment of a screen to be seen on; default: none
 */
export async function startFirefox(
  executablePath: string,
  screen?: Record<string, string>,
): Promise<Engine & { visitor(): Promise<Driver & Keys> }> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: !screen,
    ...(screen ? { env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...screen } } : {}),
    extraPrefsFirefox: { 'intl.accept_languages': 'de-DE, de' },
  })
  return {
    async close() {
      // On a screen, what a reader holds on to does not always end.
      const late = setTimeout(() => browser.process()?.kill('SIGKILL'), 10_000)
      await browser.close().catch(() => undefined)
      clearTimeout(late)
    },
    async visitor() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const said: string[] = []
      const say = (what: string) => said.push(`${new URL(page.url()).pathname} ${what}`)
      page.on('pageerror', (error) => say(`error: ${String(error)}`))
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) say(`${message.type()}: ${message.text()}`)
      })
      page.on('response', (response) => {
        const isPart = !response.request().isNavigationRequest()
        if (response.status() >= 400 && isPart) say(`${response.status()}: ${response.url()}`)
      })
      return {
        open: async (url) => {
          // A tab behind another one is slowed down until a click takes minutes.
          await page.bringToFront()
          await page.goto(url)
        },
        run: async (script, ...args) =>
          (await page.evaluate(script as (...all: unknown[]) => never, ...args)) as never,
        press: (selector) => page.click(selector),
        key: (name) => page.keyboard.press(name),
        async type(selector, text) {
          await page.click(selector, { count: 3 }) // selects the content
          await page.type(selector, text)
        },
        resize: (width, height) => page.setViewport({ width, height }),
        takeCookies: async (cookies) => context.setCookie(...cookies),
        complaints: async () => said,
        screenshot: async () => Buffer.from(await page.screenshot()),
        close: () => context.close(),
      }
    },
  }
}
