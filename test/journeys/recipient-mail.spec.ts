import { expect } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { accept, acceptHere, buttonOf, confirm, demoOf, logIn } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

for (const javaScriptEnabled of [true, false]) {
  test(
    `a mistyped address is corrected before the confirmation, ${javaScriptEnabled ? 'with' : 'without'} script: one contact waits`,
    { tag: javaScriptEnabled ? [] : '@long' },
    async ({ page, browser }) => {
      const demo = demoOf(app.origin)
      const product = javaScriptEnabled ? '101' : '102'
      const { Empfehlungslink } = await recommendAs(
        apiOf(app.origin, 'standard'),
        lena,
        product,
        50,
      )
      const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled })
      const stranger = await context.newPage()
      if (javaScriptEnabled) await stranger.clock.install()
      const typo = { first: 'Ruben', last: 'Ackerl', email: `ruben.akerl.${product}@post.example` }
      const right = { ...typo, email: `ruben.ackerl.${product}@post.example` }
      await accept(stranger, Empfehlungslink, typo)
      const first = await demo.mail(typo.email, /./)

      const again = stranger.getByRole('button', { name: 'Noch einmal senden' })
      const open = stranger.getByRole('link', { name: 'E-Mail öffnen' })
      await expect(open).toBeVisible()
      // Shown after a delay; without script at once, as it could not appear later.
      if (javaScriptEnabled) {
        await expect(again).toBeHidden()
        await stranger.clock.fastForward(30_000)
      }
      await again.click()
      await expect(
        stranger.getByRole('main').getByText(`noch einmal unterwegs an ${typo.email}`),
      ).toBeVisible()
      const mails = async () =>
        ((await (await fetch(`${app.origin}/demo/mails?to=${typo.email}`)).json()) as unknown[])
          .length
      await expect.poll(mails).toBe(2)

      await stranger.getByRole('link', { name: 'Adresse ändern' }).click()
      await acceptHere(stranger, right)
      await expect(stranger.getByText(`an ${right.email} geschickt`)).toBeVisible()
      await stranger.goto(buttonOf(first))
      await stranger.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
      await expect(stranger.getByRole('heading', { name: /abgelaufen/ })).toBeVisible()

      const contacts = page
        .getByRole('listitem')
        .filter({
          has: page.locator(`a[href*="${Empfehlungslink.split('/').at(-1)!.slice(0, 16)}"]`),
        })
        .getByText(/Dein Kontakt R\./)
      await logIn(page, app.origin, lena)
      await expect(contacts).toHaveCount(1)
      const link = buttonOf(await demo.mail(right.email, /./))
      await confirm(stranger, link)
      // After one press the link leads on and asks for no second.
      await stranger.goto(link)
      await expect(stranger.getByRole('heading', { name: 'Schon bestätigt' })).toBeVisible()
      await expect(stranger.getByRole('link', { name: 'Weiter zum Angebot' })).toBeVisible()
      await page.reload()
      await expect(contacts).toHaveCount(1)
      await context.close()
    },
  )
}
