import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { acceptAs, apiOf } from './api-steps.ts'
import { changeTenant } from './change-tenant.ts'
import { collectCash, demoOf, recommend } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'
import { words } from './words.ts'

// Login by the provider: here a separate server with one customer.

const app = useApp()
const anna = { first: 'Anna', last: 'Ährenfeld', email: 'anna.beim.anbieter@post.example' }
const bela = { first: 'Béla', last: 'Straßner', email: 'bela.beim.anbieter@post.example' }

let provider: Server
let site: string
test.beforeAll(async () => {
  const { key } = await runCli(
    app,
    'api-key',
    'create',
    'Anmeldung',
    '--tenant',
    'standard',
    '--login',
  )
  provider = createServer((request, response) => {
    const Ziel = new URL(request.url ?? '/', 'http://site').searchParams.get('zurueck') ?? ''
    const body = { Vorname: anna.first, Nachname: anna.last, Email: anna.email, Ziel }
    apiOf(app.origin, 'standard')('POST', '/account/autologin', body, String(key))
      .then((answer) => response.writeHead(302, { location: answer.body.Link }).end())
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  site = `http://localhost:${(provider.address() as AddressInfo).port}`
  await changeTenant(
    app,
    'standard',
    { IsAutologin: true, MandantUrl: site },
    { providerLogin: `${site}/login?zurueck={ziel}` },
  )
})
test.afterAll(() => void provider.close())

test('where the provider logs people in, a recommendation leads to a paid reward: its mails go through that login, and no password is asked for', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const number = await recommend(page, app.origin, anna, /50:50/)
  const mail = await demo.mail(anna.email, /Empfehlung/)
  const button = mail.Links.find((link) => link.startsWith(`${site}/login`))
  await page.goto(button ?? '')
  await expect(page).toHaveURL(`${app.origin}/de/persoenlicherbereich`)
  await expect(page.getByRole('heading', { level: 1, name: words.de.hello })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Ökostrom' })).toBeVisible()

  await acceptAs(apiOf(app.origin, 'standard'), demo, number, bela)
  await demo.contract('standard', { Empfehlungsnummer: number, Email: bela.email })
  await demo.clock('P16D')
  await demo.mail(anna.email, /^Deine Prämie ist da: 25,00\s€ zum Abholen$/)

  // Another day and device: the wanted page redirects through the provider's login and back.
  await page.context().clearCookies()
  await page.goto(`${app.origin}/de/persoenlicherbereich`)
  await page.getByRole('main').getByRole('link', { name: 'Weiter zu Sonnseite' }).click()
  await expect(page).toHaveURL(`${app.origin}/de/persoenlicherbereich`)
  await page.getByRole('button', { name: 'Jetzt abholen' }).click()
  await page.getByRole('link', { name: /Auszahlen lassen/ }).click()
  await collectCash(page, { holder: 'Anna Ährenfeld', iban: 'DE89 3704 0044 0532 0130 00' })
  await demo.clock('P29D')
  const { Batch } = await demo.payout('standard')
  await demo.executed('standard', Batch ?? '')
  await page.goto(`${app.origin}/de/persoenlicherbereich`)
  const main = page.getByRole('main')
  await expect(main.getByText(/^25,00\s€ ausgezahlt$/)).toBeVisible()
  await expect(main.getByRole('definition').filter({ hasText: /^25,00\s€$/ })).toBeVisible()
})
