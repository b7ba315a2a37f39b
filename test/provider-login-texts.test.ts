import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailTemplates, type MailTemplate } from '../src/contract/mail-templates.ts'
import type { WebBundle } from '../src/contract/page-context.ts'
import { isAgencyPage, isSalesPartnerPage } from '../src/contract/page-kinds.ts'
import { pages, type PageName } from '../src/contract/pages.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { demoReferrers } from '../src/server/demo/demo-tenants.ts'
import { previewMail } from '../src/server/demo/preview-mail.ts'
import { loadWeb } from '../src/server/pages/load-web.ts'
import { askAccountToClaim } from '../src/server/referral/ask-to-claim.ts'
import { postReferral, recommended, wish } from '../src/server/referral/journey.test-helper.ts'
import { queuedMails } from './helpers/mails.ts'
import { pathOf, startPages } from './helpers/pages.ts'

// Where the provider logs people in (IsAutologin) nobody has a password here, so nothing speaks of one, or of a form to log in with.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
let renderMail: WebBundle['renderMail']
beforeAll(async () => {
  site = await startPages()
  ;({ renderMail } = await loadWeb())
})
afterAll(() => site.stop())

const providerLogin = 'https://www.sonnseite.example/login?zurueck={ziel}'
const password = /passw[oö]r|anmeld|angemeldet|einlogg|log(ged|ging|s)? ?in\b|sign in/i

// They belong to a password, or to an address that is the provider's to change: tests below show that none of them is sent.
const neverSent: readonly MailTemplate[] = [
  'setPassword',
  'passwordChanged',
  'passwordGuessed',
  'passkeyChanged', // to agencies and sales partners alone
  'newEmail',
  'emailTaken',
  'oldEmail',
  'emailChanged',
]
/** Mails of people who work there: they have passwords of their own, and forms to log in with. */
const isOfStaff = (template: MailTemplate) =>
  template !== 'agencyInvitation' && /^(agency|salesPartner|operator)/.test(template)

const templates = (Object.keys(mailTemplates) as MailTemplate[]).filter(
  (template) => !isOfStaff(template) && !neverSent.includes(template),
)

test.each([
  ['du', 'Prämie'],
  ['du', 'Bonus'],
  ['Sie', 'Prämie'],
  ['Sie', 'Bonus'],
] as const)(
  'no mail of a tenant where the provider logs people in speaks of a password or a login of ours (%s, %s)',
  async (address, rewardWord) => {
    await site.configure({ IsAutologin: true }, { address, rewardWord, providerLogin })
    const wrong: string[] = []
    for (const template of templates)
      for (const mailLocale of ['de', 'en'])
        for (const beneficiary of ['referrer', 'recipient']) {
          const wish = { tenant: 'standard', template, mailLocale, beneficiary }
          const { mail } = await previewMail(site.server.deps, renderMail, 'de', wish)
          const html = mail.html.replace(/<(style|title)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ')
          for (const part of [mail.subject, mail.text, html]) {
            const at = part.search(password)
            if (at >= 0)
              wrong.push(`${template} ${mailLocale}: ${part.slice(Math.max(0, at - 40), at + 30)}`)
          }
        }
    expect(wrong).toEqual([])
    expect(templates.length).toBeGreaterThan(20)
  },
)

test('where the provider logs people in, a welcome asks to confirm through its account, elsewhere to log in', async () => {
  const welcome = async (mailLocale: string) =>
    (
      await previewMail(site.server.deps, renderMail, 'de', {
        tenant: 'standard',
        template: 'welcome',
        mailLocale,
      })
    ).mail.text
  await site.configure({ IsAutologin: true }, { address: 'du', providerLogin })
  expect(await welcome('de')).toMatch(/über deinen Zugang bei Sonnseite: .*\n\nBestätigen:?\n/s)
  expect(await welcome('en')).toMatch(/through your Sonnseite account: .*\n\nConfirm:?\n/s)
  await site.configure({}, { address: 'du' })
  expect(await welcome('de')).toContain('Bestätigen und anmelden')
  expect(await welcome('en')).toContain('Confirm and log in')
})

test('where the provider logs people in, no call logs in, registers or sets a password', async () => {
  await site.configure({ IsAutologin: true }, { providerLogin })
  const { call } = site.server
  const { email: Email, password: Password } = demoReferrers.standard
  const words = { Password: 'Ein-neues-Wort-2026', PasswordConfirm: 'Ein-neues-Wort-2026' }
  const answers = [
    await call('POST', '/standard/account/login', { body: { Email, Password } }),
    await call('GET', `/standard/account/resetPassword/${Email}`),
    await call('PUT', '/standard/account/resetPassword', {
      body: { Token: 'x'.repeat(43), ...words },
    }),
    await call('PUT', '/standard/account/resetPasswordWithoutToken', {
      body: { OldPassword: Password, ...words },
      token: site.session,
    }),
    await call('PUT', '/standard/empfehler/email', {
      body: { Email: 'andere@post.example', Password },
      token: site.session,
    }),
    await call('POST', '/standard/account/createEmpfehler', {
      body: { Vorname: 'Mara', Nachname: 'Lindenau', Email: 'neu@post.example' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }),
  ]
  expect(answers.map(({ body }) => body.ErrorCode)).toEqual(answers.map(() => 'PSOF0203'))
  const mails = await queuedMails(site.server, 'standard', Email)
  expect(mails.filter(({ template }) => neverSent.includes(template as MailTemplate))).toEqual([])
})

test('where the provider logs people in, whoever asks for the mail again gets the same one, and never one about a password', async () => {
  await site.configure({ IsAutologin: true }, { providerLogin })
  const { email } = demoReferrers.standard
  const again = (address: string) =>
    site.server.call('GET', `/standard/account/resendWelcomeMail/${address}`)
  const sent = async (address: string) =>
    (await queuedMails(site.server, 'standard', address)).map(({ template }) => template)
  await postReferral(site.server, wish(email))
  const before = await sent(email)
  expect((await again(email)).status).toBe(202)
  await runAsked()
  expect(await sent(email)).toEqual(['finishReferral', ...before])
  // Whom the provider has not let in yet.
  const unknown = await recommended(site.server)
  await again(unknown.email)
  expect(await sent(unknown.email)).toEqual(['welcome', 'welcome'])
})

/** What the queue does with the wish for another link. */
async function runAsked() {
  const { db, deps } = site.server
  const { account_id } = await withTenant(db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('email', '=', demoReferrers.standard.email)
      .executeTakeFirstOrThrow(),
  )
  await askAccountToClaim(deps, 'standard', account_id)
}

// What a tenant writes itself is its own to say.
const written: readonly PageName[] = ['Privacy', 'TOS', 'Faq', 'Imprint', 'Accessibility']
// The page that says who logs people in, and their data, which says where the password is changed.
const sayingSo: readonly PageName[] = ['Settings']

test('where the provider logs people in, no page for people has a password, but to say who does that', async () => {
  await site.configure({ IsAutologin: true }, { providerLogin })
  const [shown, wrong] = [new Set<PageName>(), [] as string[]]
  for (const name of Object.keys(pages) as PageName[]) {
    if (isAgencyPage(name) || isSalesPartnerPage(name) || /^(Admin|Click)$/.test(name)) continue
    for (const cookie of ['', site.loggedIn]) {
      const { status, html } = await site.open(pathOf(name), { cookie })
      if (status !== 200) continue
      shown.add(name)
      expect(html, name).not.toContain('type="password"')
      if (written.includes(name) || sayingSo.includes(name)) continue
      const text = html.replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
      const at = text.search(/passw[oö]r/i)
      if (at >= 0) wrong.push(`${name}: ${text.slice(Math.max(0, at - 60), at + 40)}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...shown]).toEqual(
    expect.arrayContaining(['Homepage', 'Recommendation', 'Dashboard', 'Settings', 'BankDetails']),
  )
})
