import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { makeCommandToken } from '../../test/helpers/command-token.ts'
import { queuedMails } from '../../test/helpers/mails.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'
import { makeOperator } from '../../test/helpers/operator.ts'
import type { MailToRender } from '../contract/page-context.ts'
import { openSession } from '../server/account/session.ts'
import { findAccountByEmail } from '../server/account/store.ts'
import { startLinkSession } from '../server/access/link-session.ts'
import { makeClock } from '../server/base/clock.ts'
import { registered } from '../server/account/people.test-helper.ts'
import { withTenant } from '../server/db/connection.ts'
import { accepted, recommended } from '../server/referral/journey.test-helper.ts'
import { platformCode } from '../domain/platform.ts'
import { linkOperator } from '../server/team/store.ts'
import type { Mail } from '../server/gateways/mail/mail-gateway.ts'
import { sendMail } from '../server/mail/send-mail.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation({ jo: false })
})
startEachAfresh(() => installation.server)
afterAll(() => installation.stop())

const operators = (...words: string[]) => installation.cli('operators', ...words)
const because = ['--reason', 'Erster Tag']
const linkOf = (out: string) => new URL(/^https?:\S+/.exec(out)?.[0] ?? '')
const check = (tenant: string, link: URL) =>
  installation.server.call('POST', `/${tenant}/betrieb/einladung/pruefen`, {
    body: { Token: link.searchParams.get('t') },
  })

test('the first admin of a tenant comes in by a link for one day, with a reason in the log', async () => {
  const invite = ['invite', 'Mila@Post.example', '--role', 'tenant-admin', ...because]
  const { code, out } = await operators(...invite, '--tenant', 'telko', '--name', 'Mila Dohlenau')
  expect(code).toBe(0)
  const link = linkOf(out)
  expect(link.origin + link.pathname).toBe('https://betrieb.empfehlen.example/de/einladung/telko')
  const seen = await check('telko', link)
  expect(seen.body).toMatchObject({
    Email: 'mila@post.example',
    Name: 'Mila Dohlenau',
    Rollen: ['tenant-admin'],
  })
  expect(await installation.audited('grant-right', 'telko')).toMatchObject([
    {
      actor_id: 'command line, set-up',
      reason: 'Erster Tag',
      details: { after: { role: 'tenant-admin' } },
    },
  ])
  const listed = (await operators('list', '--tenant', 'telko', '--json')).json()
  expect(listed).toMatchObject([
    { email: 'mila@post.example', role: 'tenant-admin', joined: false, passkeys: 0, seenAt: null },
  ])
  // A second link ends the first.
  const again = await operators(...invite, '--tenant', 'telko')
  expect((await check('telko', link)).status).toBe(410)
  expect((await check('telko', linkOf(again.out))).status).toBe(200)
})

test('an operator of the platform is invited there, by a mail in the look of the console', async () => {
  const { server } = installation
  const role = ['--role', 'platform-operator', ...because]
  const { out } = await operators('invite', 'rahel@post.example', ...role)
  expect((await check(platformCode, linkOf(out))).body).toMatchObject({
    Rollen: ['platform-operator'],
  })
  const mails = await withTenant(server.db, platformCode, (tx) =>
    tx.selectFrom('mails').select('mail_id').where('tenant', '=', platformCode).execute(),
  )
  const asked: MailToRender[] = []
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
  const renderMail = async (mail: MailToRender) => (
    asked.push(mail),
    { subject: 'x', html: '', text: '' }
  )
  const deps = { ...server.deps, renderMail }
  for (const { mail_id: id } of mails) await sendMail(deps, mailer, platformCode, id)
  expect(sent).toMatchObject([{ to: 'rahel@post.example', from: { name: 'Zuspruch Betrieb' } }])
  const { search } = linkOf(out)
  // The console has no imprint, privacy page or contact to name.
  expect(asked).toMatchObject([
    {
      template: 'operatorInvitation',
      data: { link: `http://betrieb.localhost:3000/de/einladung/betrieb${search}` },
      tenant: { imprintLine: 'Zuspruch', imprint: null, privacy: null, contact: { email: '' } },
    },
  ])
  const elsewhere = await operators('invite', 'x@post.example', ...role, '--tenant', 'telko')
  expect(elsewhere.code).toBe(2)
  const here = ['--role', 'editor', ...because, '--tenant', platformCode]
  expect((await operators('invite', 'x@post.example', ...here)).code).toBe(2)
})

test('who has joined gets the right without a link; the list says what they may do, how they get in and when they came', async () => {
  const { server } = installation
  const { id, email } = await makeOperator(server, 'jan@post.example', ['reviewer'], 'bgv')
  const invite = ['invite', email, '--role', 'auditor', '--tenant', 'bgv', ...because]
  expect((await operators(...invite)).out).toContain('has this right now')
  expect((await operators(...invite)).out).toContain('had this right before')
  const all = (await operators('list', '--json')).json() as { email: string; role: string }[]
  expect(all.filter((one) => one.email === email)).toMatchObject([
    { tenant: 'bgv', role: 'auditor', joined: true, seenAt: expect.any(String) },
    { tenant: 'bgv', role: 'reviewer', passkeys: 0, companyAccount: false },
  ])
  const issuer = 'https://anmeldung.example'
  await withTenant(server.db, platformCode, (tx) => linkOperator(tx, id, `${issuer} jan`, issuer))
  const [linked] = (await operators('list', '--tenant', 'bgv', '--json')).json() as object[]
  expect(linked).toMatchObject({ email, companyAccount: true, companyAccountWorks: false })
  expect((await operators('list')).out).toMatch(
    /jan@post\.example +Person jan +bgv +reviewer +0 +of another provider/,
  )
  expect((await operators('list', '--tenant', 'standard')).out).toContain('Nobody has a right')
})

test('in an emergency every right ends, the last admin’s too, at once and with its reason', async () => {
  const { server } = installation
  const lone = await makeOperator(server, 'lone@post.example', ['tenant-admin'], 'standard')
  const team = () => server.call('GET', '/standard/betrieb/team', { token: lone.token })
  expect((await team()).status).toBe(200)
  const end = ['end', lone.email, '--role', 'tenant-admin', '--tenant', 'standard']
  expect((await operators(...end)).err).toContain('--reason TEXT is missing')
  expect((await operators(...end, '--reason', 'Gestohlen')).code).toBe(0)
  expect((await team()).status).toBe(403)
  expect(
    (await queuedMails(server, 'standard', lone.email)).map(({ template }) => template),
  ).toContain('operatorEmergency')
  expect(await installation.audited('end-right')).toMatchObject([
    {
      actor_id: 'command line, set-up',
      reason: 'Gestohlen',
      subject_id: lone.id,
      details: { before: { role: 'tenant-admin' }, after: null },
    },
  ])
  const again = await operators(...end, '--reason', 'Gestohlen')
  expect([again.code, again.err]).toEqual([
    1,
    'lone@post.example has no right tenant-admin at standard.\n',
  ])
  expect((await operators('end', 'nobody@post.example', ...end.slice(2), ...because)).code).toBe(1)
})

test('where somebody manages the team, a right is given with their token, or as an emergency that they are told of; never to oneself', async () => {
  const { server, environment } = installation
  const admin = await makeCommandToken(server, {
    tenant: 'bgv',
    email: 'admin@post.example',
    roles: ['tenant-admin'],
  })
  const words = ['operators', 'invite', 'neu@post.example', '--role', 'editor', ...because]
  const invite = (token: string, ...more: string[]) =>
    runCliHere({ ...environment, ZUSPRUCH_TOKEN: token }, [...words, '--tenant', 'bgv', ...more])
  expect((await invite('')).err).toContain('asks for your own token')
  const reader = { tenant: 'bgv', email: 'leserin@post.example', roles: ['auditor'] as const }
  expect((await invite((await makeCommandToken(server, reader)).token)).err).toContain(
    'does not allow this',
  )
  expect(await installation.audited('grant-right', 'bgv')).toEqual([])
  expect((await invite(admin.token)).code).toBe(0)
  const own = words.with(2, 'admin@post.example')
  const toSelf = await runCliHere({ ...environment, ZUSPRUCH_TOKEN: admin.token }, [
    ...own,
    '--tenant',
    'bgv',
  ])
  expect([toSelf.code, toSelf.err]).toEqual([1, expect.stringContaining('PSOF0704')])
  const told = async () =>
    (await queuedMails(server, 'bgv', 'admin@post.example')).map(({ template }) => template)
  expect(await told()).not.toContain('operatorEmergency')
  expect((await invite('', '--emergency')).code).toBe(0)
  expect(await told()).toContain('operatorEmergency')
  const rows = await installation.audited('grant-right', 'bgv')
  expect(rows.map(({ actor_id }) => actor_id)).toEqual([admin.id])
})

test('what is wrong is said before anything is done', async () => {
  for (const words of [
    ['invite', 'no-address', '--role', 'editor', '--tenant', 'bgv', ...because],
    ['invite', 'x@post.example', '--role', 'boss', '--tenant', 'bgv', ...because],
    ['invite', 'x@post.example', '--role', 'editor', ...because],
    ['invite', 'x@post.example', '--role', 'editor', '--tenant', 'bgv'],
    ['invite', 'x@post.example', '--role', 'editor', '--tenant', 'bgv', '--reason', ' x '],
  ])
    expect([words, (await operators(...words)).code]).toEqual([words, 2])
  expect((await operators('list', '--tenant', 'nobody')).code).toBe(1)
  // Other commands know no tenant of the platform's code.
  expect((await installation.cli('payout', 'list', '--tenant', platformCode)).code).toBe(1)
})

test('audit verify follows the platform’s own log, too', async () => {
  const { cli, server } = installation
  await operators('invite', 'log@post.example', '--role', 'platform-operator', ...because)
  const whole = (await cli('audit', 'verify', '--json')).json()
  expect(whole[platformCode]).toMatchObject({ problems: [] })
  expect(whole[platformCode].rows).toBeGreaterThan(0)
  await asOwner(server, platformCode, async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx)
    await sql`update audit_log set reason = 'x' where tenant = ${platformCode}`.execute(tx)
    await sql`alter table audit_log enable trigger user`.execute(tx)
  })
  const changed = await cli('audit', 'verify')
  expect([changed.code, changed.out]).toEqual([1, expect.stringContaining('betrieb: not whole:')])
})

test('in an emergency all sessions of somebody end, of an operator everywhere, of others at their tenant', async () => {
  const { server, cli, audited } = installation
  // The command line has the real time.
  const deps = { ...server.deps, clock: makeClock() }
  await makeOperator({ db: server.db, deps }, 'ria@post.example', ['support'])
  const { email } = await registered(server)
  const { token } = await withTenant(server.db, 'standard', async (tx) =>
    openSession(
      tx,
      deps,
      'standard',
      (await findAccountByEmail(tx, 'standard', email))!.account_id,
    ),
  )
  const { email: contact, Token } = await accepted(
    server,
    (await recommended(server)).Empfehlungsnummer,
  )
  const opened = await withTenant(server.db, 'standard', (tx) =>
    startLinkSession(tx, deps, 'standard', 'recipient', Token),
  )
  const own = { cookie: `zs_recipient=${opened!.token}` }
  const end = (...words: string[]) => cli('sessions', 'end', ...words, ...because)
  const there = ['--tenant', 'standard']
  expect((await end('ria@post.example', ...there)).code).toBe(1)
  expect((await end(email)).code).toBe(1)
  expect((await end('ria@post.example')).out).toContain('that ended: 1.')
  expect((await end('ria@post.example')).out).toContain('that ended: 0.')
  expect((await end(email, ...there)).out).toContain('that ended: 1.')
  expect((await server.call('GET', '/standard/account/user', { token: token! })).status).toBe(401)
  // What a contact's link opened ends, too; the link stays.
  expect((await end(contact, ...there)).out).toContain('that ended: 1.')
  expect((await end(contact, ...there)).out).toContain('that ended: 0.')
  const data = (by: object) => server.call('GET', '/standard/empfaenger/daten', by)
  expect([(await data(own)).status, (await data({ token: Token })).status]).toEqual([403, 200])
  expect(await audited('end-sessions')).toMatchObject([
    { actor_id: 'command line, set-up', subject_kind: 'account', reason: 'Erster Tag' },
    { actor_id: 'command line, set-up', subject_kind: 'recipient', reason: 'Erster Tag' },
  ])
})
