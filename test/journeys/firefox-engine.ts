import puppeteer from 'puppeteer-core'
import type { Engine } from './visitor.ts'

/** Debian's Firefox over WebDriver BiDi; Playwright drives only its own build. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'de-DE, de' },
  })
  return {
    close: () => browser.close(),
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
