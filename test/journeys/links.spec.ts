import { get } from 'node:http'
import { expect } from '@playwright/test'
import { Client } from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { apiOf, recommendAs, type Referral } from './api-steps.ts'
import { demoOf, logIn } from './journey-steps.ts'
import { lena } from './demo-accounts.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

const recommendHere = (): Promise<Referral> =>
  recommendAs(apiOf(app.origin, 'standard'), lena, '101', 50)

type Asked = { path: string; agent?: string; method?: string; headers?: Record<string, string> }
type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A bare request without redirects or extra headers, as robots send. */
const ask = ({ path, agent, method = 'GET', headers = {} }: Asked) =>
  new Promise<Answer>((done, failed) => {
    const sent = { ...headers, ...(agent ? { 'user-agent': agent } : {}) }
    get(
      path.startsWith('http') ? path : `${app.origin}${path}`,
      { method, headers: sent },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    ).on('error', failed)
  })

const meta = (html: string, property: string) =>
  new RegExp(`<meta [^>]*(?:property|name)="${property}"[^>]*>`)
    .exec(html)?.[0]
    .match(/content="([^"]*)"/)?.[1]

const chrome =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36'

test('robots, previews and HEAD requests are not counted, a person is', async ({ page }) => {
  const { KurzURL, Empfehlungsnummer: number } = await recommendHere()
  const path = new URL(KurzURL).pathname
  const click = `/api/v1/standard/empfehlen/click/${number}?channel=wa`
  for (const agent of [
    'WhatsApp/2.24.1',
    'facebookexternalhit/1.1',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
    '',
  ]) {
    expect((await ask({ path, agent })).status).toBe(302)
    expect((await ask({ path: click, agent })).status).toBe(302)
  }
  await ask({ path, agent: chrome, method: 'HEAD' })
  await ask({ path: click, agent: chrome, method: 'HEAD' })
  await ask({ path, agent: chrome, headers: { 'sec-purpose': 'prefetch;prerender' } })
  await logIn(page, app.origin, lena)
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${number}"]`) })
  await expect(card.getByText(/Noch kein Klick/)).toBeVisible()

  const { status, headers } = await ask({ path: `${path}?channel=wa`, agent: chrome })
  expect(status).toBe(302)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['location']).toBe(`${app.origin}/de/empfaengerdaten/${number}?channel=wa`)
  await page.reload()
  await expect(card.getByText(/1 Klick$/)).toBeVisible()
})

test('a person who opens the link in a browser and looks around is one click', async ({
  page,
  browser,
}) => {
  const { Empfehlungslink, Empfehlungsnummer: number } = await recommendHere()
  const context = await browser.newContext({ locale: 'de-DE' })
  const stranger = await context.newPage()
  await stranger.goto(Empfehlungslink)
  await expect(
    stranger.getByRole('heading', { level: 1, name: /Lena empfiehlt dir/ }),
  ).toBeVisible()
  await stranger.reload()
  await stranger.getByRole('link', { name: /English/ }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: /Lena recommends/ })).toBeVisible()
  await context.close()
  await logIn(page, app.origin, lena)
  const link = page.locator(`a[href*="${number}"]`)
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: link })
      .getByText(/1 Klick$/),
  ).toBeVisible()
})

test('the path for clicks counts one and leads on, whatever its number is', async ({ page }) => {
  const { Empfehlungsnummer: number } = await recommendHere()
  await page.goto(`${app.origin}/de/klick/${number}?channel=wa`)
  await expect(page).toHaveURL(`${app.origin}/de/empfaengerdaten/${number}?channel=wa`)
  for (const wrong of ['7777777777777777', '%2e%2e%2fdemo', 'a b']) {
    await page.goto(`${app.origin}/de/klick/${wrong}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(
      new RegExp(`^${app.origin}/de/empf(aengerdaten/|ehlungabgelaufen)`),
    )
  }
  await logIn(page, app.origin, lena)
  const link = page.locator(`a[href*="${number}"]`)
  const card = page.getByRole('listitem').filter({ has: link })
  await expect(card.getByText(/1 Klick$/)).toBeVisible()
})

test('a messenger gets title, text and picture of the referral, and no search engine keeps it', async () => {
  const { KurzURL } = await recommendHere()
  const agent = 'WhatsApp/2.24.1 A'
  const first = await ask({ path: new URL(KurzURL).pathname, agent })
  const { status, text, headers } = await ask({ path: String(first.headers['location']), agent })
  expect(status).toBe(200)
  expect(meta(text, 'og:title')).toMatch(/^Lena empfiehlt dir den Ökostrom/)
  expect(meta(text, 'og:description')).toMatch(/^Du bekommst 25,00\s€ Prämie/)
  expect(meta(text, 'robots')).toContain('noindex')
  expect(`${headers['cache-control']}`).toMatch(/private|no-store/)
  const picture = meta(text, 'og:image') ?? ''
  expect(picture).toMatch(new RegExp(`^${app.origin}/.*\\.png$`))
  const png = await ask({ path: picture, agent })
  expect([png.status, png.headers['content-type']]).toEqual([200, 'image/png'])
})

const wayOut = async (page: import('@playwright/test').Page) => {
  await expect(page.getByRole('main').getByRole('link', { name: 'Zur Startseite' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Code eingeben' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Empfehlungscode einlösen' }),
  ).toBeVisible()
}

test('a link that is cut off or made up has its own page with a way out', async ({ page }) => {
  for (const path of [
    '/k/ABCD-2345',
    '/k/%00',
    '/api/v1/standard/empfehlen/click/7777777777777777',
  ]) {
    await page.goto(`${app.origin}${path}`)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Diese Empfehlung kennen wir nicht' }),
    ).toBeVisible()
  }
  const answer = await page.goto(`${app.origin}/de/empfaengerdaten/7777777777777777`)
  expect(answer?.status()).toBe(404)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Diese Empfehlung kennen wir nicht' }),
  ).toBeVisible()
  await wayOut(page)
})

async function changeReferral(number: string, change: string): Promise<void> {
  const database = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await database.connect()
  await database.query(`update referrals set ${change} where number = $1`, [number])
  await database.end()
}

for (const [what, change, title] of [
  [
    'was cancelled',
    `state = 'cancelled', cancelled_at = now()`,
    /^Diese Empfehlung wurde zurückgezogen$/,
  ],
  ['is past its last day', `valid_until = valid_until - 61`, /^Diese Empfehlung ist abgelaufen$/],
] as const)
  test(`a link that ${what} has its own page with a way out`, async ({ page }) => {
    const { Empfehlungsnummer: number, KurzURL } = await recommendHere()
    await changeReferral(number, change)
    await page.goto(KurzURL)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const answer = await page.goto(`${app.origin}/de/empfaengerdaten/${number}`)
    expect(answer?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await wayOut(page)
  })

test(
  'after day 60 a link has its own page with a way out, by link and by code',
  { tag: '@long' },
  async ({ page }) => {
    const demo = demoOf(app.origin)
    const { Empfehlungsnummer: number, KurzURL, Empfehlungscode } = await recommendHere()
    await demo.clock('P60D')
    await page.goto(KurzURL)
    await expect(page.getByRole('heading', { level: 1, name: /Lena empfiehlt dir/ })).toBeVisible()
    await demo.clock('P1D')
    for (const path of [KurzURL, `${app.origin}/de/empfaengerdaten/${number}`]) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(410)
      await expect(
        page.getByRole('heading', { level: 1, name: 'Diese Empfehlung ist abgelaufen' }),
      ).toBeVisible()
    }
    await wayOut(page)
    await page.getByLabel('Code').fill(Empfehlungscode)
    await page.getByRole('button', { name: 'Zur Empfehlung' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Diese Empfehlung ist abgelaufen' }),
    ).toBeVisible()
  },
)
