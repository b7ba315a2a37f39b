import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { queuedMails } from './helpers/mails.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// What pages tell people whom nobody knows yet, as they come from the server: before script, and without it.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterEach(() => site.configure({}))
afterAll(() => site.stop())

const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')

let made = 0
async function recommend(referral: Record<string, unknown>) {
  made += 1
  const { status, body } = await site.server.call('POST', '/standard/empfehlen/create', {
    ip: `192.0.2.${made}`,
    body: {
      Empfehlung: { ProductId: '101', ...referral },
      Empfehler: { Vorname: 'Ida', Email: `ida${made}@post.example`, Agb: true },
    },
  })
  expect(status).toBe(201)
  return body as { Empfehlungsnummer: string; Empfehlungscode: string }
}

for (const [way, follow] of [
  ['a copied link', (code: string) => `/k/${code}?channel=ln`],
  ['a QR code', (code: string) => `/k/${code}?channel=qr`],
] as const) {
  test(`a stranger with ${way} is told who offers it, what comes next, that it is free, and what the recommender earns, also when that is all`, async () => {
    const { Empfehlungscode } = await recommend({ Anteil: 100 })
    let { to } = await site.open(follow(Empfehlungscode))
    for (let hop = 0; hop < 4 && to; hop++) {
      const { pathname, search } = new URL(to, 'http://localhost:3000')
      const answer = await site.open(pathname + search)
      to = answer.to
      if (to) continue
      const text = textOf(answer.html)
      expect(text).toContain('Ida empfiehlt dir')
      expect(text).toContain('Ida bekommt 50,00 € Prämie, wenn du abschließt.')
      expect(text).toContain('Kostenlos und unverbindlich.')
      expect(text).toContain('Sonnseite Energie & Zuhause GmbH'.replace('&', '&amp;'))
      expect(answer.html.match(/<ol[^>]*>.*?<\/ol>/s)?.[0].match(/<li/g)).toHaveLength(3)
      return
    }
    throw new Error('no page')
  })
}

test('a stranger is told that the recommender goes without', async () => {
  const { Empfehlungsnummer } = await recommend({ Anteil: 0 })
  const { html } = await site.open(`/de/empfaengerdaten/${Empfehlungsnummer}`)
  expect(textOf(html)).toContain('Ida verzichtet auf die eigene Prämie.')
})

test('page and call split alike under a cap, and what only forfeits money is not offered', async () => {
  await site.configure({ MaxEmpfaengerPraemieCent: 1500, RecommenderDefaultShare: 0 })
  const { html } = await site.open(pathOf('Recommendation'))
  const radios = [...html.matchAll(/<input[^>]*name="share"[^>]*>/g)].map(([radio]) => radio)
  const values = radios.map((radio) => /value="(\d+)"/.exec(radio)?.[1])
  expect(values).toEqual(['100', '50'])
  const checked = radios.find((radio) => / checked/.test(radio))
  const { Empfehlungsnummer } = await recommend({})
  const shown = await site.server.call('GET', `/standard/empfehlen/${Empfehlungsnummer}`)
  const { share } = await withTenant(site.server.db, 'standard', (tx) =>
    tx
      .selectFrom('referrals')
      .select('share')
      .where('tenant', '=', 'standard')
      .where('number', '=', Empfehlungsnummer)
      .executeTakeFirstOrThrow(),
  )
  expect(checked).toContain(`value="${share}"`)
  expect([shown.body.EmpfaengerWertCent, shown.body.EmpfehlerWertCent]).toEqual([1500, 3500])

  await site.configure({ MaxEmpfaengerPraemieCent: 0 })
  const none = await site.open(pathOf('Recommendation'))
  expect(none.html).toMatch(/<input[^>]*type="hidden"[^>]*name="share"[^>]*value="100"/)
})

test('what is shared names the product as a sentence does, in both languages, and one without such words stands by itself', async () => {
  const { Empfehlungsnummer } = await recommend({ ProductId: '105' })
  const shared = async (language: string) => {
    const path = pathOf('ShareRecommendation').replace('7777777777777777', Empfehlungsnummer)
    const { html } = await site.open(path.replace('/de/', `/${language}/`))
    return decodeURIComponent(/href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(html)?.[1] ?? '')
  }
  expect(await shared('de')).toMatch(
    /^Hallo, ich bin bei Sonnseite und kann dir das Solardach empfehlen\. /,
  )
  expect(await shared('en')).toMatch(/^Hello, I’m with Sonnseite and can recommend a solar roof\. /)
  await withTenant(site.server.db, 'standard', (tx) =>
    tx
      .updateTable('products')
      .set({ in_sentence: null })
      .where('tenant', '=', 'standard')
      .where('product_id', '=', '105')
      .execute(),
  )
  expect(await shared('de')).toMatch(/habe eine Empfehlung für dich: Solardach\. /)
  expect(await shared('en')).toMatch(/have a recommendation for you: Solar roof\. /)
})

test('whoever likes to may register, but where the provider’s login makes the accounts', async () => {
  const join = pathOf('EmployeeRecommendation')
  expect((await site.open(pathOf('Login'))).html).toContain(`href="${join}"`)
  const page = await site.open(join)
  expect([page.status, page.heading]).toEqual([200, 'Mitmachen'])
  const sent = await site.open(join, {
    form: {
      _form: formTokenOf(page.html),
      _key: crypto.randomUUID(),
      firstName: 'Ole',
      lastName: 'Nebel',
      email: 'ole.neu@post.example',
    },
  })
  expect(sent.to).toBe(`${join}?sent=1`)
  expect(await queuedMails(site.server, 'standard', 'ole.neu@post.example')).toHaveLength(1)
  await site.configure({ IsAutologin: true, MandantUrl: 'https://www.sonnseite.example/konto' })
  expect((await site.open(join)).status).toBe(404)
})

test('forced login is a welcome: what it is, how it works, for whom, and a way in that works', async () => {
  await site.configure({ ForcedLogin: true })
  const { to } = await site.open('/de')
  const { html, heading } = await site.open(to!)
  expect(heading).not.toBe('Anmelden')
  expect(html).toMatch(/<img[^>]*src="\/brand\/standard\/hero/)
  const text = textOf(html)
  for (const words of ['So funktioniert es', 'Für wen es ist', 'Jetzt registrieren'])
    expect(text).toContain(words)
  expect(html).toMatch(/<input[^>]*type="password"/)

  const join = pathOf('EmployeeRecommendation')
  expect(html).toContain(`href="${join}"`)
  const page = await site.open(join)
  expect(page.heading).toBe('Mitmachen')
  const sent = await site.open(join, {
    form: {
      _form: formTokenOf(page.html),
      _key: crypto.randomUUID(),
      firstName: 'Ida',
      lastName: 'Nebel',
      email: 'ida.neu@post.example',
    },
  })
  expect(sent.to).toBe(`${join}?sent=1`)
  const account = await withTenant(site.server.db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select('email')
      .where('tenant', '=', 'standard')
      .where('email', '=', 'ida.neu@post.example')
      .execute(),
  )
  expect(account).toHaveLength(1)

  // A whitelist says for whom it is; nobody else is invited to register.
  await site.configure({ ForcedLogin: true, EmailWhitelist: ['*@sonnseite.example'] })
  const closed = textOf((await site.open(to!)).html)
  expect(closed).toContain('Mitarbeitende')
  expect(closed).not.toContain('Jetzt registrieren')
})
