import { expect, type Page } from '@playwright/test'

export type Mail = { To: string; Subject: string; Text: string; Html: string; Links: string[]; ReceivedAt: string }

/** The calls of demo mode that move a journey along, as a person would on /demo. */
export function demoOf(origin: string) {
  const post = async (path: string, body?: unknown) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    /** The newest mail to an address whose subject fits; waits until it has arrived. */
    async mail(to: string, subject: RegExp): Promise<Mail> {
      let found: Mail | undefined
      await expect
        .poll(
          async () => {
            const mails = (await (await fetch(`${origin}/demo/mails?to=${encodeURIComponent(to)}`)).json()) as Mail[]
            found = mails.find((mail) => subject.test(mail.Subject))
            return found !== undefined || mails.map((mail) => mail.Subject)
          },
          { message: `a mail to ${to} with the subject ${subject}` },
        )
        .toBe(true)
      return found!
    },
    clock: (advance: string) => post('/demo/clock', { Advance: advance }),
    contract: (tenant: string, body: unknown): Promise<{ Auftragsnummer: string }> => post(`/demo/shop/${tenant}/contract`, body),
    release: (tenant: string, number: string) => post(`/demo/release/${tenant}`, { Auftragsnummer: number }),
    payout: (tenant: string): Promise<{ Batch: string | null; File?: string }> => post(`/demo/payout/${tenant}`),
    executed: (tenant: string, batch: string) => post(`/demo/payout/${tenant}/${batch}/executed`),
  }
}

/** The button's link of a mail: the first one that leads to a page with a token. */
export const buttonOf = (mail: Mail): string => {
  const link = mail.Links.find((candidate) => /[?&]t=/.test(candidate))
  if (!link) throw new Error(`no button in "${mail.Subject}": ${mail.Links.join(' ')}`)
  return link
}

export async function recommend(page: Page, origin: string, person: { first: string; last: string; email: string }, split: RegExp): Promise<string> {
  await page.goto(`${origin}/de`)
  await page.getByRole('link', { name: /^Empfehlen ?: / }).first().click()
  await page.getByRole('radio', { name: split }).check({ force: true })
  await page.getByLabel('Vorname').fill(person.first)
  await page.getByLabel('Nachname').fill(person.last)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(person.email)
  await page.getByRole('checkbox', { name: /18 Jahre/ }).check()
  await page.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()
  return /empfehlung\/([0-9A-Z]+)/i.exec(page.url())?.[1] ?? ''
}

export async function register(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Neues Passwort').or(page.getByLabel('Passwort', { exact: true })).first().fill(password)
  await page.getByLabel('Passwort wiederholen').fill(password)
  await page.getByRole('button', { name: 'Registrierung abschließen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Hallo|Guten Tag/ })).toBeVisible()
}

export async function accept(page: Page, link: string, person: { first: string; last: string; email: string }): Promise<void> {
  await page.goto(link)
  await page.getByRole('link', { name: 'Empfehlung annehmen' }).or(page.getByRole('button', { name: 'Empfehlung annehmen' })).first().click()
  await page.getByRole('radio', { name: 'Frau' }).check({ force: true })
  await page.getByLabel('Vorname').fill(person.first)
  await page.getByLabel('Nachname').fill(person.last)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(person.email)
  await page.getByRole('checkbox', { name: /Prämienbedingungen/ }).check()
  await page.getByRole('button', { name: 'Weiter', exact: true }).click()
  await expect(page.getByText(/Bitte bestätige deine E-Mail-Adresse/)).toBeVisible()
}

export async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByRole('heading', { name: /Bestätigt/ })).toBeVisible()
}
