import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { changeEmailCalls } from '../src/server/reward/change-email.test-helper.ts'
import { registered } from '../src/server/account/people.test-helper.ts'
import { tokenText } from '../src/server/base/token-store.ts'
import { accepted } from '../src/server/referral/journey.test-helper.ts'
import { mailedToken, queuedMails } from './helpers/mails.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'
import { pressed } from './helpers/link-session.ts'

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
    // "E-Mail", kept on one line.
    .replaceAll(/<span class="whitespace-nowrap">([^<]*)<\/span>/g, '$1')
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

test('a split that a cap makes uneven is called no half, in both languages, and says what each gets', async () => {
  for (const [locale, half, some, me, contact, overview] of [
    ['de', 'Wir teilen 50:50', 'Wir teilen', '40,00\u00a0€', '10,00\u00a0€', 'Geteilt'],
    ['en', 'We split 50:50', 'We share it', '€40.00', '€10.00', 'Shared'],
  ] as const) {
    const textOf = async (page: 'Recommendation' | 'RewardOverview') => {
      const { html } = await site.open(pathOf(page).replace('/de/', `/${locale}/`))
      return html.replace(/<script[^]*?<\/script>/g, '').replace(/<[^>]+>/g, '|')
    }
    await site.configure({})
    expect(await textOf('Recommendation')).toContain(`|${half}|`)
    expect(await textOf('RewardOverview')).toContain('|50:50|')
    await site.configure({ MaxEmpfaengerPraemieCent: 1000 })
    const text = await textOf('Recommendation')
    const card = text.slice(text.indexOf(some))
    expect(text).toContain(`|${some}|`)
    expect(text).not.toContain('50:50')
    expect(card.indexOf(me)).toBeGreaterThan(0)
    expect(card.indexOf(contact)).toBeGreaterThan(card.indexOf(me))
    const all = await textOf('RewardOverview')
    expect(all).toContain(`|${overview}|`)
    expect(all).not.toContain('50:50')
  }
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

test('whoever accepted a referral and opens its link again is welcomed back in that browser, and nobody else is', async () => {
  const [{ Empfehlungsnummer: number }, other] = [await recommend({}), await recommend({})]
  const shared = (of: string) => `/de/empfaengerdaten/${of}`
  const page = await site.open(shared(number))
  const email = 'ben.zweimal@post.example'
  const sent = await site.open(shared(number), {
    form: {
      _form: formTokenOf(page.html),
      _key: crypto.randomUUID(),
      firstName: 'Ben',
      email,
      terms: 'yes',
    },
  })
  const cookie = sent.cookies
    .filter(({ name }) => name.startsWith('zs_recipient'))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  const again = await site.open(shared(number), { cookie })
  const welcome = await site.open(again.to!, { cookie })
  expect(welcome.heading).toBe('Willkommen zurück, hier geht es zu deinem Angebot')
  expect(textOf(welcome.html)).toContain('Weiter zum Angebot')
  // Somebody else at this device, and who wants another address, finds the form.
  const form = /href="([^"]*neu=1[^"]*)"/.exec(welcome.html)![1]!.replace('#accept', '')
  for (const [url, visit] of [
    [form, { cookie }],
    [shared(other.Empfehlungsnummer), { cookie }],
    [shared(number), {}],
  ] as const) {
    const { html, to } = await site.open(url, visit)
    expect([url, to, html.includes('name="firstName"')]).toEqual([url, undefined, true])
  }

  const token = await mailedToken(site.server, 'standard', email, 'confirmRecipient')
  await site.server.call('PUT', '/standard/empfaenger/bestaetigung', { body: { Token: token } })
  const confirmed = await site.open(shared(number), { cookie })
  expect((await site.open(confirmed.to!, { cookie })).heading).toBe(
    'Du hast diese Empfehlung schon angenommen',
  )

  // Without the cookie, the page after the form says what is true of a new address and of this one.
  const elsewhere = async (typed: string) => {
    const { html } = await site.open(shared(number))
    const answer = await site.open(shared(number), {
      form: {
        _form: formTokenOf(html),
        _key: crypto.randomUUID(),
        firstName: 'Ben',
        email: typed,
        terms: 'yes',
      },
    })
    const own = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return textOf((await site.open(answer.to!, { cookie: own })).html).replaceAll(typed, '…')
  }
  const known = await elsewhere(email)
  expect(known).toContain('schon einmal bestätigt, ist nichts mehr zu tun')
  expect(known).toBe(await elsewhere('neu.hier@post.example'))
})

test('the own page has a button to confirm where a mail led to it, and one for another mail where the form did', async () => {
  const { Empfehlungsnummer: number } = await recommend({})
  const email = 'ada.wartet@post.example'
  const { body } = await site.server.call('POST', `/standard/empfaenger/create/${number}`, {
    ip: '198.51.100.77',
    body: { Vorname: 'Ada', Email: email, Agb: true },
  })
  const area = pathOf('RecipientArea')
  const opened = (text: string) => pressed(site.server, 'standard', 'recipient', text)
  const typed = await site.open(area, { cookie: `zs_recipient=${await opened(body.Token)}` })
  expect(textOf(typed.html)).toContain('Noch einmal senden')
  expect(textOf(typed.html)).not.toContain('E-Mail-Adresse bestätigen')

  const [mail] = await queuedMails(site.server, 'standard', email)
  const link = (mail!.data['area'] as { link: { token: { id: string } } }).link.token.id
  const token = await withTenant(site.server.db, 'standard', (tx) =>
    tokenText(tx, site.server.deps.keys, 'standard', link),
  )
  const cookie = `zs_recipient=${await opened(token!)}`
  const mailed = await site.open(area, { cookie })
  expect(textOf(mailed.html)).toContain('E-Mail-Adresse bestätigen')
  const done = await site.open(area, {
    cookie,
    form: { _form: formTokenOf(mailed.html), intent: 'confirm' },
  })
  const { html } = await site.open(done.to!, { cookie })
  expect(textOf(html)).toContain('Deine E-Mail-Adresse ist bestätigt.')
  expect(textOf(html)).not.toContain('Noch nicht bestätigt')
})

test('the page of a late objection says whose the address is, and names none as the place to report to', async () => {
  const person = await registered(site.server)
  const calls = changeEmailCalls(site.server)
  await calls.ask(person, 'ganz.neu@post.example')
  const objection = await calls.linkOf(person.email, 'oldEmail')
  const asked = textOf((await site.open(pathOf('EmailChange', { t: objection }))).html)
  expect(asked).toMatch(
    /soll eine andere E-Mail-Adresse gelten\. Adresse des Kontos: \S+@\S+ Warst du/,
  )
  await calls.press(await calls.linkOf('ganz.neu@post.example', 'newEmail'), person.token)
  const late = textOf((await site.open(pathOf('EmailChange', { t: objection }))).html)
  expect(late).toMatch(
    /gilt inzwischen eine andere E-Mail-Adresse\. Bisherige Adresse des Kontos: \S+@/,
  )
  expect(late).not.toMatch(/hier: +\S+@/)
})

test('the field of a link shows all of it, and where a plan pays more the stranger is told when', async () => {
  const { Empfehlungsnummer } = await recommend({})
  const share = pathOf('ShareRecommendation').replace('7777777777777777', Empfehlungsnummer)
  const { html } = await site.open(share)
  expect(html).toMatch(/<textarea[^>]*id="share-link"[^>]*>[^<]*\/k\/[0-9A-Z-]{9}/)
  const tariffs = (await site.server.call('GET', '/telko/produkt/?quelle=festnetz')).body
  const { body } = await site.server.call('POST', '/telko/empfehlen/create', {
    ip: '198.51.100.78',
    body: {
      Empfehlung: { ProductId: tariffs[0].Id, Anteil: 50 },
      Empfehler: { Vorname: 'Anna', Email: 'anna.tarif@post.example', Agb: true },
    },
  })
  const headers = { host: 'telko.localhost:3000' }
  const open = (url: string) => {
    const { pathname, search } = new URL(url)
    return site.open(pathname + search, { headers })
  }
  let page = await open(body.Empfehlungslink)
  while (page.to) page = await open(page.to)
  expect(textOf(page.html)).toMatch(
    /Anna bekommt [\d,]+ € Bonus, wenn du abschließt, und mehr, wenn schon andere über Anna Kunden geworden sind\./,
  )
})

test('whoever accepted in time is led on by the same link when its days are over, and everybody else is told that they are', async () => {
  const { Empfehlungsnummer: number } = await recommend({})
  const { Token, confirmToken } = await accepted(site.server, number)
  await site.server.call('PUT', '/standard/empfaenger/bestaetigung', {
    body: { Token: confirmToken },
  })
  const offer = pathOf('RecipientData').replace('7777777777777777', number)
  site.server.clock.advance('P61D')
  const session = await pressed(site.server, 'standard', 'recipient', Token)
  const cookie = `zs_recipient=${session}; zs_recipient_${number}=${session}`
  const [theirs, others] = [await site.open(offer, { cookie }), await site.open(offer)]
  expect(others.to).toBe(pathOf('ExpiredRecommendation'))
  const { pathname, search } = new URL(theirs.to ?? '', 'http://localhost')
  expect(pathname).toBe(pathOf('RecipientConfirmation'))
  const { heading } = await site.open(pathname + search, { cookie })
  expect(heading).toBe('Du hast diese Empfehlung schon angenommen')
})
