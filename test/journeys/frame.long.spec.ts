import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { changeTenant } from './change-tenant.ts'
import { violationsOf } from './check-page.ts'
import { lena } from './demo-accounts.ts'
import { recommendLink } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

// The programme embedded in the provider's site, here another port of this machine.

const app = useApp()

let provider: Server
let site: string
test.beforeAll(async () => {
  provider = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://site').searchParams.get('show') ?? ''
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="de"><title>Anbieter</title><h1>Anbieter</h1>
<iframe src="${address}" title="Empfehlungsprogramm" style="width:100%;border:0;height:200px"></iframe>
<script>window.told=[];addEventListener('message',event=>{told.push({origin:event.origin,data:event.data});
if(event.data?.type==='zuspruch:height')document.querySelector('iframe').style.height=event.data.height+'px'})</script>`)
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  site = `http://localhost:${(provider.address() as AddressInfo).port}`
  await changeTenant(app, 'standard', {
    ModuleIntegratedFrame: true,
    MandantUrl: site,
    EmpfehlenPath: '/empfehlen',
  })
})
test.afterAll(() => void provider.close())

const show = (page: Page, path: string, from = site) =>
  page.goto(`${from}/?show=${encodeURIComponent(`${app.origin}${path}`)}`)

type Told = { origin: string; data: { type: string; height: number } }
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told)

test('a recommendation is made and a login done inside of the provider’s page, which is as high as it needs to be', async ({
  page,
}) => {
  await show(page, '/de?widget=1')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Sonnseite – zur Startseite' })).toHaveCount(0)
  // As high as its content: no inner scrolling, no empty space.
  const inside = page.frames().find((one) => one.url().startsWith(app.origin))
  await expect
    .poll(() =>
      inside?.evaluate(() => [
        Math.abs(innerHeight - (document.getElementById('root')?.offsetHeight ?? 0)) <= 1,
        innerHeight > 600,
      ]),
    )
    .toEqual([true, true])
  for (const { origin, data } of await told(page)) {
    expect(origin).toBe(app.origin)
    expect(Object.keys(data).toSorted()).toEqual(['height', 'type'])
  }
  await recommendLink(frame, 'Ökostrom').click()
  await expect(frame.getByRole('heading', { level: 1, name: /empfehlen$/ })).toBeVisible()
  await frame.getByLabel('Vorname').fill('Ida')
  await frame.getByRole('textbox', { name: 'E-Mail' }).fill('ida.nebel@post.example')
  await frame.getByRole('checkbox', { name: /18 Jahre/ }).check()
  await frame.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(frame.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()
  expect(inside?.url()).toMatch(/[?&]widget=1/)

  await show(page, '/de/meinedaten?widget=1')
  await expect(frame.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await frame.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(lena.email)
  await frame.getByLabel('Passwort', { exact: true }).fill(lena.password)
  await frame.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
  await expect(frame.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  expect(page.frames().map((one) => one.url())).toContainEqual(
    expect.stringMatching(/\/de\/meinedaten\?widget=1$/),
  )
})

test('on no other site does the page open in a frame, and no other site is told anything', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/frame-ancestors/.test(message.text())) refused.push(message.text())
  })
  await show(page, '/de?widget=1', site.replace('localhost', '127.0.0.1'))
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
  expect(await told(page)).toEqual([])
})

test('on its own the page has all of its header, and recommending leads to the provider’s page', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de`)
  await expect(page.getByRole('link', { name: 'Sonnseite – zur Startseite' })).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Empfehlen', exact: true }),
  ).toHaveAttribute('href', `${site}/empfehlen`)
})

async function expectAccessible(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${app.origin}/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect([path, width, await violationsOf(page)]).toEqual([path, width, []])
}

test('in a widget the homepage passes axe on a phone', ({ page }) =>
  expectAccessible(page, 'de?widget=1', 320))

const loginOf = (target: string) => `${site}/login?ziel=${target}`

test('in a widget and with auto-login the pages pass axe, on a phone and on a desk', async ({
  page,
}) => {
  await changeTenant(
    app,
    'standard',
    { IsAutologin: true, MandantUrl: site },
    { providerLogin: loginOf('{ziel}') },
  )
  for (const path of ['?widget=1', '/login', '/passwortaendern?widget=1']) {
    await expectAccessible(page, `de${path}`, 320)
    await expectAccessible(page, `en${path}`, 768)
    await expectAccessible(page, `de${path}`, 1440)
  }
  await changeTenant(app, 'standard', { IsAutologin: false })
})

test('where the provider logs people in, a support link does so by one press, once', async ({
  page,
  browser,
}) => {
  await changeTenant(app, 'standard', { IsAutologin: true }, { providerLogin: loginOf('{ziel}') })

  const { url } = await runCli(app, 'admin', 'token', '--tenant', 'standard', '--email', lena.email)
  const token = new URL(String(url)).hash.slice(1)
  await page.goto(`${app.origin}/de/meinedaten?token=${token}`)
  await page.getByRole('button', { name: 'Support-Zugang öffnen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await expect(page).toHaveURL(`${app.origin}/de/meinedaten`)
  await expect(page.getByRole('link', { name: 'Abmelden' })).toHaveCount(0)
  const stranger = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  await stranger.goto(`${app.origin}/de/meinedaten?token=${token}`)
  await stranger.getByRole('button', { name: 'Support-Zugang öffnen' }).click()
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'Dieser Zugangslink gilt nicht mehr' }),
  ).toBeVisible()
  expect(stranger.url()).not.toContain(token)
  await stranger.goto(`${app.origin}/de/meinedaten`)
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'Anmeldung über Sonnseite' }),
  ).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Weiter zu Sonnseite' })).toHaveAttribute(
    'href',
    loginOf(encodeURIComponent('/de/meinedaten')),
  )
  await stranger.context().close()
  await changeTenant(app, 'standard', { IsAutologin: false })
})
