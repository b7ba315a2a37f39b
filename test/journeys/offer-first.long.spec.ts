import { expect } from '@playwright/test'
import { countEffort } from './count-effort.ts'
import { demoOf, originAt, recommendLink } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const phone = {
  locale: 'de-DE',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

for (const tenant of ['standard', 'telko']) {
  test(
    `${tenant}: four taps and two fields share a link, three taps and two fields reach the offer`,
    { tag: tenant === 'telko' ? '@long' : [] },
    async ({ browser }) => {
      const origin = originAt(app.origin, tenant)
      const demo = demoOf(app.origin)
      const referrer = await browser.newContext(phone)
      const sharing = await countEffort(referrer)
      const page = await referrer.newPage()
      await page.goto(`${origin}/de`)
      const main = page.getByRole('main')
      await recommendLink(main, tenant === 'telko' ? 'Glasfaser 250' : 'Ökostrom').tap()
      await main.getByRole('textbox', { name: 'Vorname' }).tap()
      await page.keyboard.type('Wanda')
      await main.getByRole('textbox', { name: 'E-Mail' }).tap()
      await page.keyboard.type(`wanda.${tenant}@post.example`)
      await main.getByRole('checkbox', { name: /18 Jahre/ }).tap()
      await main.getByRole('button', { name: 'Link erstellen' }).tap()
      const link = await main.getByLabel(/Empfehlungslink/).inputValue()
      const opened = page.waitForEvent('popup')
      await main.getByRole('link', { name: /^WhatsApp/ }).tap()
      await opened
      expect(sharing.taps.length, sharing.taps.join(', ')).toBeLessThanOrEqual(4)
      expect([...sharing.fields]).toEqual(['firstName', 'email'])

      const contact = await browser.newContext(phone)
      const reaching = await countEffort(contact)
      const theirs = await contact.newPage()
      await theirs.goto(link)
      const there = theirs.getByRole('main')
      // True of a claimed referral as well; shown only to a contact with a share.
      await expect(
        there.getByText('Hat Wanda die Empfehlung bis dahin nicht bestätigt'),
      ).toHaveCount(tenant === 'standard' ? 1 : 0)
      await there.getByRole('link', { name: 'Empfehlung annehmen' }).tap()
      await there.getByRole('textbox', { name: 'Vorname' }).tap()
      await theirs.keyboard.type('Jost')
      await there.getByRole('textbox', { name: 'E-Mail' }).tap()
      await theirs.keyboard.type(`jost.${tenant}@post.example`)
      await there.getByRole('button', { name: 'Weiter', exact: true }).tap()
      await there.getByRole('link', { name: 'Weiter zum Angebot' }).tap()
      await expect(theirs).toHaveURL(/\/demo\/shop\//)
      expect(reaching.taps.length, reaching.taps.join(', ')).toBeLessThanOrEqual(3)
      expect([...reaching.fields]).toEqual(['firstName', 'email'])

      // No mail was needed: the contract confirms what it would have.
      const mail = await demo.mail(`jost.${tenant}@post.example`, /bestätig/)
      await theirs.getByRole('button', { name: 'Vertrag abschließen' }).tap()
      await expect(theirs.getByRole('heading', { name: 'Vielen Dank!' })).toBeVisible()
      await theirs.goto(mail.Links.find((one) => /[?&]t=/.test(one))!)
      await expect(there.getByText('ist schon bestätigt')).toBeVisible()
      await expect(there.getByRole('link', { name: 'Weiter zum Angebot' })).toHaveCount(0)
      await there.getByRole('link', { name: 'Deine Angaben und der Stand' }).tap()
      await expect(theirs).toHaveURL(/\/(empfaenger|fuer-dich)(\?|$)/)
      await referrer.close()
      await contact.close()
    },
  )
}
