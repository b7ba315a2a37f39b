import { expect, type Page } from '@playwright/test'
import { greta, mila } from './demo-accounts.ts'
import { fillLogin, originAt, recommendLink } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const main = (page: Page) => page.getByRole('main')
const headline = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function fillReferrer(page: Page, email: string) {
  await main(page).getByRole('textbox', { name: 'Vorname' }).fill('Jördis')
  await main(page).getByRole('textbox', { name: 'E-Mail' }).fill(email)
  await main(page)
    .getByRole('checkbox', { name: /18 Jahre/ })
    .check()
}

test('a recommendation on paper: cards to print, whose code a contact types', async ({ page }) => {
  await page.goto(`${app.origin}/de/empfehlen/101`)
  await fillReferrer(page, 'papier@post.example')
  await main(page).getByRole('button', { name: 'Karten zum Ausdrucken' }).click()
  await headline(page, 'Deine Karten sind fertig')
  const card = main(page).getByRole('article', { name: 'So sieht eine Karte aus' })
  await expect(card).toContainText('Jördis empfiehlt dir den Ökostrom')
  await expect(card.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}$/.exec(
    await card.getByText(/^Empfehlungscode/).innerText(),
  )?.[0]

  await page.emulateMedia({ media: 'print' })
  await expect(main(page).locator('article:visible')).toHaveCount(4)
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`${app.origin}/de/code`)
  await main(page)
    .getByRole('textbox')
    .fill(code ?? '')
  await main(page).getByRole('button', { name: 'Zur Empfehlung' }).click()
  await headline(page, /Jördis/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('cards are made all the same, and a campaign is joined by a box of its own', async ({
    page,
  }) => {
    await page.goto(`${app.origin}/de`)
    await expect(
      main(page).getByRole('heading', { name: /Balkonkraftwerk für deine Empfehlung/ }),
    ).toBeVisible()
    await page.goto(`${app.origin}/de/empfehlen/103`)
    const taking = main(page).getByRole('checkbox', { name: /Verlosung des Balkonkraftwerks/ })
    await expect(taking).not.toBeChecked()
    await main(page).getByText('Teilnahmebedingungen der Aktion').click()
    await expect(main(page).getByText(/Veranstalterin ist die Sonnseite/)).toBeVisible()
    await taking.check()
    await main(page).getByRole('button', { name: 'Karten zum Ausdrucken' }).click()
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect(taking).toBeChecked()
    await fillReferrer(page, 'papier-ohne@post.example')
    await main(page).getByRole('button', { name: 'Karten zum Ausdrucken' }).click()
    await headline(page, 'Deine Karten sind fertig')
  })
})

test('at the insurer one can recommend for a company, and nobody is asked for an age', async ({
  page,
}) => {
  const origin = originAt(app.origin, 'bgv')
  await page.goto(`${origin}/de/anmelden`)
  await fillLogin(page, greta)
  await expect(page.getByRole('link', { name: 'Abmelden' })).toBeVisible()
  await page.goto(`${origin}/de`)
  await recommendLink(page, 'Privathaftpflicht').click()
  await main(page)
    .getByRole('textbox', { name: /^Firma/ })
    .fill('Gipfel & Söhne GmbH')
  await expect(main(page).getByText(/18 Jahre/)).toHaveCount(0)
  await main(page).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Link erstellen' }).click()
  await headline(page, 'Ihr Link ist fertig')
})

test('who recommends mobile tariffs alone is led to the other programme, until they know it', async ({
  page,
}) => {
  const origin = originAt(app.origin, 'telko')
  await page.goto(`${origin}/en/login`)
  await fillLogin(page, mila, 'en')
  await expect(page.getByRole('link', { name: 'Log out' })).toBeVisible()
  const banner = main(page).getByRole('complementary', { name: /home internet/ })
  const recommend = async (product: string) => {
    await page.goto(`${origin}/en/freunde-werben/${product}`)
    await main(page)
      .getByRole('checkbox', { name: /reward conditions/ })
      .check()
    await main(page).getByRole('button', { name: 'Create link' }).click()
    await headline(page, 'Your link is ready')
    await page.goto(`${origin}/en/mein-funkeln`)
    await headline(page, /^Hello|^Hi/)
  }
  await recommend('206')
  await banner.getByRole('link', { name: 'See the offers' }).click()
  await expect(page).toHaveURL(`${origin}/en#products`)
  await headline(page, 'Your network. Your people. Your reward.')
  await recommend('201')
  await expect(banner).toHaveCount(0)
})
