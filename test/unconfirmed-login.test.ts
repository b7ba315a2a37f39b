import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { goodPassword, registered } from '../src/server/account/people.test-helper.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { mailedToken, queuedMails } from './helpers/mails.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// The refusal for want of a confirmation (spec section 8), on the page of the login.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterAll(() => site.stop())

test('who logs in unconfirmed is offered the mail again, and its one button confirms and logs in', async () => {
  const { email } = await registered(site.server)
  await withTenant(site.server.db, 'standard', (tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: null })
      .where('tenant', '=', 'standard')
      .where('email', '=', email)
      .execute(),
  )
  const before = (await queuedMails(site.server, 'standard', email)).length
  const post = async (url: string, fields: Record<string, string>) => {
    const _form = formTokenOf((await site.open(url)).html)
    return site.open(url, { form: { _form, ...fields } })
  }
  const login = () => post(pathOf('Login'), { email, password: goodPassword })
  const refused = await login()
  expect(refused.to).toBeUndefined()
  expect(refused.cookies.filter(({ name, value }) => name === 'zs_user' && value !== '')).toEqual(
    [],
  )
  expect(refused.html).toContain('value="resend"')
  expect(refused.html).not.toContain(goodPassword)
  const account = /name="account" value="([^"]+)"/.exec(refused.html)?.[1] ?? ''
  expect(await queuedMails(site.server, 'standard', email)).toHaveLength(before)

  const sent = await post(pathOf('Login'), { intent: 'resend', account })
  expect(sent.html.replaceAll(/<\/?span[^>]*>/g, '')).toContain('Die E-Mail ist unterwegs')
  const [mail, ...others] = await queuedMails(site.server, 'standard', email)
  expect([mail!.template, others.length]).toEqual(['welcome', before])
  const link = pathOf('Confirmation', {
    t: await mailedToken(site.server, 'standard', email, 'welcome'),
  })
  const pressed = await post(link, {})
  const session = pressed.cookies.find(({ name }) => name === 'zs_user')?.value
  expect((await site.open(pathOf('Dashboard'), { cookie: `zs_user=${session}` })).status).toBe(200)
  expect((await login()).to).toBe(pathOf('Dashboard'))
})
