import { expect, type Page } from '@playwright/test'
import { bgv } from '../../src/server/demo/demo-tenants.ts'
import { topItem } from './journey-steps.ts'

type Person = (typeof bgv.people.agencies)[number]['people'][number]

function personAt(agency: number, index: number): Person {
  const person = bgv.people.agencies[agency]?.people[index]
  if (!person) throw new Error(`There is no person ${index} at agency ${agency}.`)
  return person
}

/** People of the demo's first agency, and the second's owner. */
export const [korbinian, vroni, hannelore] = [personAt(0, 0), personAt(0, 1), personAt(1, 0)]

/** Logs in on the open page, and waits for it. */
export async function logInForAgency(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const form = page.locator('form#agency-login')
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(password)
  await form.locator('button[type=submit]').click()
  await expect(form).toHaveCount(0)
}

/** The rows of an area's list, and the one at its top. */
export const rows = (page: Page) => page.locator('tr[data-row]')
export const topRow = (page: Page) => topItem(rows(page))

/** Invites a person by the page's form; `art` is the kind of conversation. */
export async function invite(page: Page, last: string, email: string, art: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Vorname').fill('Ottilie')
  await main.getByLabel('Nachname').fill(last)
  await main.getByLabel('E-Mail-Adresse').fill(email)
  await main.getByRole('radio', { name: art }).check({ force: true })
  await main.getByRole('button', { name: 'Einladung senden' }).click()
  await expect(main.getByText('Die Einladung ist unterwegs.')).toBeVisible()
}
