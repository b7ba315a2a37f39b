import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { readCampaign } from '../../domain/campaign.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { acceptance, postReferral, readReferral, wish } from '../referral/journey.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import { useMatomo } from '../tracking/tracking.test-helper.ts'
import { cookieTexts, cookieTextVersion } from './cookie-texts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Who counts for nobody else asks for no consent to statistics.
  for (const tenant of ['standard', 'telko'])
    await useMatomo(server, tenant, { url: 'https://matomo.example', siteId: 1 })
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

type Cookie = { name: string; value: string; attributes: Record<string, string> }

/** A browser of its own: it keeps what answers set, and shows how each was set. */
function browser(tenant = 'standard') {
  const { ip } = stranger()
  const jar = new Map<string, string>()
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const choose = async (body: Record<string, unknown>) => {
    const answer = await server.call('PUT', `/${tenant}/cookies/zustimmung`, {
      ip,
      body: { Merken: true, ...body },
      cookie: header(),
    })
    const set = [answer.headers['set-cookie'] ?? []].flat().map(parsed)
    for (const { name, value } of set) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return { ...answer, set: Object.fromEntries(set.map((cookie) => [cookie.name, cookie])) }
  }
  return { ip, jar, header, choose }
}

function parsed(line: string): Cookie {
  const [first = '', ...rest] = line.split('; ')
  const [name = '', value = ''] = first.split('=')
  const attributes = rest.map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''])
  return { name, value, attributes: Object.fromEntries(attributes) }
}

const proofs = (id: string, tenant = 'standard') =>
  withTenant(server.db, tenant, async (tx) => {
    const { rows } = await sql<{ kind: string; given: boolean; version: string; text: string }>`
      select kind, given, version, text from consents join consent_texts using (tenant, text_hash)
      where tenant = ${tenant} and subject_kind = 'visitor' and subject_id = ${id}
      order by consent_id`.execute(tx)
    return rows
  })
const proofCount = () =>
  withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql`
      select from consents where tenant = 'standard' and subject_kind = 'visitor'`.execute(tx)
    return rows.length
  })

const campaign = { channel: 'wa', mtm_campaign: 'herbst' }

test('a yes is kept for 60 days, with the words that were agreed to and their version as proof', async () => {
  const { choose } = browser()
  const { status, body, set } = await choose({ Analyse: true, Marketing: true })
  expect(status).toBe(200)
  expect(body.Auswahl).toEqual({ Analyse: 'given', Marketing: 'given' })
  expect(set.zs_consent?.attributes).toEqual({
    'Max-Age': `${60 * 24 * 60 * 60}`,
    Path: '/',
    HttpOnly: '',
    SameSite: 'Lax',
  })
  expect(body.ZustimmungsId).toMatch(/^[\w-]{22}$/)
  expect(set.zs_consent?.value).toContain(body.ZustimmungsId)
  expect(await proofs(body.ZustimmungsId)).toEqual(
    (['analytical', 'marketing'] as const).map((category) => ({
      kind: `cookies-${category}`,
      given: true,
      version: cookieTextVersion,
      text: cookieTexts[category].de,
    })),
  )
})

test('not to be remembered, the choice and the channel last as long as the browser is open', async () => {
  const { choose } = browser()
  const { set } = await choose({ Marketing: true, Merken: false, Kampagne: campaign })
  for (const name of ['zs_consent', 'zs_channel'])
    expect([name, set[name]?.attributes]).toEqual([
      name,
      { Path: '/', HttpOnly: '', SameSite: 'Lax' },
    ])
})

test('a no stores nothing but itself: no id, no proof, no channel', async () => {
  const before = await proofCount()
  const { choose, jar } = browser()
  const { body } = await choose({ Kampagne: campaign })
  expect(body).toEqual({
    ZustimmungsId: null,
    Gemerkt: true,
    Auswahl: { Analyse: 'declined', Marketing: 'declined' },
  })
  expect([...jar.keys()]).toEqual(['zs_consent'])
  expect(jar.get('zs_consent')).toBe(`${cookieTextVersion}.r1a0m0.`)
  expect(await proofCount()).toBe(before)
})

test('a change and a withdrawal are kept under the same id, which then goes, and the channel with it', async () => {
  const { choose, jar } = browser()
  const first = await choose({ Analyse: true, Marketing: true, Kampagne: campaign })
  const id = first.body.ZustimmungsId as string
  expect(first.set.zs_channel?.attributes['Max-Age']).toBe(`${730 * 24 * 60 * 60}`)
  expect(readCampaign(Buffer.from(jar.get('zs_channel') ?? '', 'base64url').toString())).toEqual(
    campaign,
  )

  const changed = await choose({ Analyse: true, Kampagne: campaign })
  expect(changed.body.ZustimmungsId).toBe(id)
  expect([...jar.keys()]).toEqual(['zs_consent'])
  const withdrawn = await choose({})
  expect(withdrawn.body.ZustimmungsId).toBeNull()
  expect((await proofs(id)).map(({ kind, given }) => `${kind} ${given}`)).toEqual([
    'cookies-analytical true',
    'cookies-marketing true',
    'cookies-analytical true',
    'cookies-marketing false',
    'cookies-analytical false',
    'cookies-marketing false',
  ])
  const again = await choose({ Analyse: true })
  expect(again.body.ZustimmungsId).not.toBe(id)
})

test('nobody can consent to a category that the tenant does not use', async () => {
  const { body } = await browser().choose({ Funktional: true })
  expect(body.Auswahl).toEqual({ Analyse: 'declined', Marketing: 'declined' })
  expect(body.ZustimmungsId).toBeNull()
})

test('a recommendation without a channel gets the one that was kept; one with a channel keeps its own', async () => {
  const { choose, header, jar } = browser()
  await choose({ Marketing: true, Kampagne: { c: 'FB', pk_campaign: 'herbst' } })
  const made = async (channel?: string) => {
    const body = wish(stranger().email)
    const { Channel: _, ...bare } = body.Empfehlung
    const { body: answer } = await postReferral(
      server,
      { ...body, Empfehlung: { ...bare, ...(channel ? { Channel: channel } : {}) } },
      { cookie: header() },
    )
    return answer.Empfehlungsnummer as string
  }
  const channelOf = async (number: string) => (await readReferral(server, number)).channel
  expect(await channelOf(await made())).toBe('fb')
  expect(await channelOf(await made('wa'))).toBe('wa')
  jar.set('zs_channel', Buffer.from('channel=<script>&c=fb').toString('base64url'))
  expect(await channelOf(await made())).toBe('xx')
  jar.delete('zs_channel')
  expect(await channelOf(await made())).toBe('xx')
})

test('so does a recipient', async () => {
  const { choose, header } = browser()
  await choose({ Marketing: true, Kampagne: { channel: 'qr' } })
  const { body } = await postReferral(server, wish(stranger().email))
  const accept = async (query: string) => {
    const { email, ip } = stranger()
    const path = `/standard/empfaenger/create/${body.Empfehlungsnummer}${query}`
    const made = await server.call('POST', path, { ip, body: acceptance(email), cookie: header() })
    return withTenant(server.db, 'standard', (tx) =>
      tx
        .selectFrom('recipients')
        .select('channel')
        .where('tenant', '=', 'standard')
        .where('number', '=', made.body.Empfaengernummer)
        .executeTakeFirstOrThrow(),
    )
  }
  expect(await accept('')).toEqual({ channel: 'qr' })
  expect(await accept('?channel=em')).toEqual({ channel: 'em' })
})

test('a click that names no channel leads on without one, so that the kept one counts', async () => {
  const { body } = await postReferral(server, wish(stranger().email))
  const to = async (query: string) => {
    const path = `/standard/empfehlen/click/${body.Empfehlungsnummer}${query}`
    return new URL(String((await server.call('GET', path)).headers['location'])).search
  }
  expect(await to('')).toBe('')
  expect(await to('?channel=WA')).toBe('?channel=wa')
})

test('proof costs rows, so one place in the network gets so many an hour; a no is never refused', async () => {
  const { choose, ip } = browser()
  const answers = await Promise.all(
    Array.from({ length: 125 }, () =>
      server.call('PUT', '/standard/cookies/zustimmung', {
        ip,
        body: { Analyse: true, Merken: true },
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.body.ErrorCode).toBe('PSOF0605')
  expect(refused[0]?.headers['set-cookie']).toBeUndefined()
  expect((await choose({})).status).toBe(200)
})

test('a proof is forgotten after three years, not sooner', async () => {
  const { choose } = browser()
  const { body } = await choose({ Analyse: true })
  const id = body.ZustimmungsId as string
  server.clock.advance('P1094D')
  await runSweeps(server.deps)
  expect(await proofs(id)).toHaveLength(2)
  server.clock.advance('P2D')
  await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
  expect(await proofs(id)).toEqual([])
})

test('consent given to one tenant is unknown to another', async () => {
  const { choose } = browser('telko')
  const { body } = await choose({ Analyse: true })
  // One for each category that the tenant asks about.
  expect(await proofs(body.ZustimmungsId, 'telko')).toHaveLength(3)
  expect(await proofs(body.ZustimmungsId, 'standard')).toEqual([])
})

test('a tenant that tells no statistics service asks for no consent to one, and takes none', async () => {
  const { choose, jar } = browser('bgv')
  const { body } = await choose({ Analyse: true })
  expect(body).toMatchObject({ ZustimmungsId: null, Auswahl: { Marketing: 'declined' } })
  expect(body.Auswahl).not.toHaveProperty('Analyse')
  expect(jar.get('zs_consent')).toBe(`${cookieTextVersion}.r1m0.`)
})
