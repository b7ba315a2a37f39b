import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordConsents } from '../server/base/consent-store.ts'
import { withTenant } from '../server/db/connection.ts'
import { runCli } from './run-cli.ts'
import { commands } from './commands.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterAll(() => installation.stop())

const shown = async (code: string) =>
  (await installation.cli('tenant', 'show', code, '--json')).json()
const replace = (settings: object, ...words: string[]) =>
  installation.cli(
    'tenant',
    'create',
    installation.file('tenant.json', JSON.stringify(settings)),
    '--replace',
    ...words,
  )

test('a change of a tenant is shown, refused without confirmation, and recorded in the audit log with old and new values', async () => {
  const { audited } = installation
  const before = await shown('standard')
  const [first, ...others] = before.products
  const changed = {
    ...before,
    payoutDays: 21,
    blockedEmails: { single: ['eva@post.example'], wildcard: [] },
    products: [{ ...first, commission: 'standard;777' }, ...others],
  }
  const refused = await replace(changed)
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(`payoutDays: ${before.payoutDays} -> 21`)
  expect(refused.err).toContain(
    `products.${first.id}.commission: "${first.commission}" -> "standard;777"`,
  )
  expect(refused.err).toContain('--yes')
  expect(await shown('standard')).toEqual(before)
  expect(await audited('tenant-changed')).toEqual([])

  expect((await replace(changed, '--yes')).code).toBe(0)
  const [row, ...more] = await audited('tenant-changed')
  expect([row?.actor_id, more.length]).toEqual(['command line, set-up', 0])
  const { before: old, after: now } = row!.details as Record<'before' | 'after', object>
  expect(old).toMatchObject({ payoutDays: before.payoutDays })
  expect(now).toMatchObject({ payoutDays: 21 })
  expect(Object.keys(now)).toContain('blockedEmails.single')
  // The log names no customer.
  expect(JSON.stringify(row)).not.toContain('eva@post.example')

  // Its accounts follow the list.
  const jobs = await withTenant(installation.server.db, 'standard', (tx) =>
    tx
      .selectFrom('outbox')
      .select('kind')
      .where('tenant', '=', 'standard')
      .where('kind', '=', 'follow-blocked-emails')
      .execute(),
  )
  expect(jobs).toEqual([{ kind: 'follow-blocked-emails' }])

  expect((await replace(changed)).out).toMatch(/^Tenant standard .* is like this already/)
  expect(await audited('tenant-changed')).toHaveLength(1)
})

test('the account that a public tenant pays from is not changed on the command line, whatever else the file changes', async () => {
  const before = await shown('standard')
  const payoutAccount = { ...before.payoutAccount, iban: 'DE02500105170137075030' }
  const refused = await replace({ ...before, payoutDays: 22, payoutAccount }, '--yes')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('payoutAccount: is changed in the console alone, by two people')
  expect(await shown('standard')).toEqual(before)
})

test('a default share that nobody can choose is refused, with the shares there are', async () => {
  const before = await shown('bgv')
  const flags = { ...before.flags, RecommenderDefaultShare: 70 }
  const refused = await replace({ ...before, flags }, '--yes')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(
    'flags.RecommenderDefaultShare: is 70, which is none of shares (100, 50, 0)',
  )
  const { RecommenderDefaultShare: _, ...unsaid } = before.flags
  expect((await replace({ ...before, flags: unsaid, shares: [50] }, '--yes')).code).toBe(1)
  expect(await shown('bgv')).toEqual(before)
})

test('at a terminal the operator is asked, and only a yes changes anything', async () => {
  const before = await shown('bgv')
  const path = installation.file('bgv.json', JSON.stringify({ ...before, name: 'Bergvogel AG' }))
  const asked: string[] = []
  const answer = (yes: boolean) =>
    runCli(commands, ['tenant', 'create', path, '--replace'], installation.environment, {
      out: () => undefined,
      err: () => undefined,
      ask: async (question) => (asked.push(question), yes),
    })
  expect(await answer(false)).toBe(1)
  expect((await shown('bgv')).name).toBe(before.name)
  expect(asked[0]).toContain(`name: "${before.name}" -> "Bergvogel AG"`)
  expect(await answer(true)).toBe(0)
  expect((await shown('bgv')).name).toBe('Bergvogel AG')
})

test('changed terms need a version that was never used for another text', async () => {
  const { server } = installation
  const before = await shown('telko')
  const terms = (de: string, termsVersion: string) => ({
    ...before,
    legal: { ...before.legal, terms: { de, en: de }, termsVersion },
  })
  const same = await replace(terms('Andere Worte', before.legal.termsVersion), '--yes')
  expect(same.code).toBe(1)
  expect(same.err).toContain(
    `legal.termsVersion: people agree to version ${before.legal.termsVersion}`,
  )
  expect((await shown('telko')).legal).toEqual(before.legal)

  await withTenant(server.db, 'telko', (tx) =>
    recordConsents(
      tx,
      'telko',
      { kind: 'referral', id: 'AAAA' },
      [{ kind: 'terms', version: 'v2', text: 'Worte von damals' }],
      server.clock.now(),
    ),
  )
  expect((await replace(terms('Andere Worte', 'v2'), '--yes')).err).toContain('version v2')
  expect((await replace(terms('Andere Worte', 'v3'), '--yes')).code).toBe(0)
  expect((await replace(terms('Worte von\ndamals', 'v2'), '--yes')).code).toBe(0)

  const partners = { ...before.salesPartners, agreement: { de: 'Neu', en: 'New' } }
  const now = await shown('telko')
  const agreement = await replace({ ...now, salesPartners: partners }, '--yes')
  expect(agreement.err).toContain('salesPartners.agreement: other words need a new "version"')
  const service = { url: 'https://cms.example', clientId: 'a', schemas: {}, refreshSeconds: 60 }
  expect((await replace({ ...now, contentService: service }, '--yes')).err).toContain(
    '"content connect" changes them',
  )
})

test('terms of the settings that return when an empty list removes the imported ones need a new version, too', async () => {
  const { cli, file } = installation
  const { legal } = await shown('standard')
  const bring = (...page: object[]) =>
    cli('content', 'import', file('content.json', JSON.stringify({ page })), '--tenant', 'standard')
  const text = { de: 'Eigene Worte', en: 'Own words' }
  expect((await bring({ Id: 'terms', Version: 'own-1', Text: text })).code).toBe(0)
  const renamed = { ...(await shown('standard')), legal: { ...legal, termsVersion: 'own-1' } }
  // The version in the settings may not take the name of the words that are shown.
  await replace(renamed, '--yes')
  const back = await bring()
  expect([back.code, back.err + back.out]).toEqual([
    1,
    expect.stringContaining('need a new Version'),
  ])
})

test('a tenant that was made from a copy is told what it still shares, whatever was changed around it', async () => {
  const { cli, file } = installation
  const telko = await shown('telko')
  const copy = {
    ...telko,
    code: 'neuland',
    hosts: [],
    name: 'Neuland',
    legalName: 'Neuland GmbH',
    contact: { ...telko.contact, phone: '+49 30 5550199' },
    legal: {
      ...telko.legal,
      imprint: { de: `Neuland GmbH\n${telko.legal.imprint.de}`, en: telko.legal.imprint.en },
      terms: { de: `Es gilt für ${telko.legalName}.`, en: 'Something of our own' },
    },
  }
  const created = await cli('tenant', 'create', file('copy.json', JSON.stringify(copy)))
  expect(created.out).toContain('Still the same as at tenant telko:')
  for (const line of [
    /^ {2}contact: .*street, zip, city/m,
    /^ {2}payoutAccount: name, iban, bic$/m,
    /^ {2}company: .*directors/m,
    /^ {2}legal: imprint\.en/m,
    /^ {2}legal\.imprint\.de: ".*HRB.*"$/m,
    /^ {2}legal\.terms\.de: names Funkelnetz/m,
  ])
    expect(created.out).toMatch(line)
  expect(created.out).not.toMatch(/contact:.*phone|termsVersion|title\.de/)
  expect(created.out).not.toContain('at tenant standard')
})

test('a host that leads to another tenant is refused, also one that nobody wrote down', async () => {
  const telko = await shown('telko')
  for (const [host, owner] of [
    ['empfehlen.example', 'standard'],
    ['bgv.empfehlen.example', 'bgv'],
  ]) {
    const refused = await replace({ ...telko, hosts: ['telko.example', host] }, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(`A host name of the file belongs to tenant ${owner} already`)
  }
  const console = await replace({ ...telko, hosts: ['betrieb.empfehlen.example'] }, '--yes')
  expect([console.code, console.err]).toEqual([1, expect.stringContaining('OPERATOR_HOST')])
  expect(await shown('telko')).toEqual(telko)
})

test.each(['//evil.example', '/api/v1/x', '/demo', '/health/live', '/\\evil'])(
  'the path %s is no tenant’s own',
  async (path) => {
    const telko = await shown('telko')
    const refused = await replace({ ...telko, routes: { ...telko.routes, Faq: path } }, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('is not a path that starts with /')
  },
)

test('a draft answers to nobody, and is deleted with its reason; a public tenant is not', async () => {
  const { cli, file, server } = installation
  const telko = await shown('telko')
  const draft = file('entwurf.json', JSON.stringify({ ...telko, code: 'entwurf', hosts: [] }))
  expect((await cli('tenant', 'create', draft, '--draft')).code).toBe(0)
  server.deps.tenants.forget()
  expect((await server.call('GET', '/mandant/entwurf')).status).toBe(404)
  const remove = (code: string, ...words: string[]) => cli('tenant', 'delete', code, ...words)
  expect((await remove('entwurf', '--yes')).code).toBe(2)
  expect((await remove('entwurf', '--reason', 'Vertippt')).code).toBe(2)
  expect((await remove('telko', '--yes', '--reason', 'Vertippt')).err).toContain('is public or was')
  expect((await remove('entwurf', '--yes', '--reason', 'Vertippt')).code).toBe(0)
  expect((await cli('tenant', 'show', 'entwurf')).code).toBe(1)
  expect((await remove('entwurf', '--yes', '--reason', 'Vertippt')).err).toContain('There is no')
})
