import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Authenticator } from '../../../test/helpers/authenticator.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../db/connection.ts'
import { tokenText } from '../base/token-store.ts'
import { readCommander } from './session.ts'
import { insertGrant } from './store.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  admin = await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
})
afterAll(() => server.stop())

const own = (method: string, path: string, token?: string, body?: unknown) =>
  server.call(method, `/betrieb/betrieb${path}`, {
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { body }),
  })
const team = (method: string, path: string, token: string, body?: unknown, tenant = 'standard') =>
  server.call(method, `/${tenant}/betrieb/team${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
const reason = 'Neu im Team'

/** The link of the newest invitation's mail. */
async function invitedToken(email: string, tenant = 'standard'): Promise<string> {
  return withTenant(server.db, tenant, async (tx) => {
    const mail = await tx
      .selectFrom('mails')
      .select('data')
      .where('tenant', '=', tenant)
      .where('to_address', '=', email)
      .where('template', '=', 'operatorInvitation')
      .orderBy('created_at', 'desc')
      .orderBy('mail_id', 'desc')
      .executeTakeFirstOrThrow()
    const { link } = mail.data as { link: { link: { token: { id: string } } } }
    return (await tokenText(tx, server.deps.keys, tenant, link.link.token.id)) ?? ''
  })
}

async function join(email: string, role = 'support') {
  const asked = { Email: email, Name: 'Jule Wattmann', Rolle: role, Grund: reason }
  const { body } = await team('POST', '', admin.token, asked)
  expect(body).toEqual({ Ergebnis: 'eingeladen' })
  return invitedToken(email)
}
const invitation = (path: string, body: unknown, tenant = 'standard') =>
  server.call('POST', `/${tenant}/betrieb/einladung/${path}`, { body })

async function accept(token: string, device = new Authenticator()) {
  const { body } = await invitation('passkey', { Token: token })
  const answer = await invitation('annehmen', {
    Token: token,
    Name: 'Jule Wattmann',
    Geraet: 'Notebook',
    Antwort: device.make(body.Optionen),
  })
  return { device, answer, token: answer.body.Token as string }
}
async function signIn(device: Authenticator, place = {}) {
  const { body } = await own('POST', '/anmeldung/beginn')
  const answer = device.sign(body.Optionen, place)
  return { answer, ...(await own('POST', '/anmeldung', undefined, { Antwort: answer })) }
}
const auditOf = (action: string, tenant: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'session_id', 'reason', 'details'])
      .where('tenant', '=', tenant)
      .where('action', '=', action)
      .orderBy('number', 'desc')
      .executeTakeFirst(),
  )

test('who is invited makes a passkey, is in, and signs in with it again', async () => {
  const link = await join('jule@post.example')
  const seen = await invitation('pruefen', { Token: link })
  expect(seen.body).toMatchObject({ Email: 'jule@post.example', Rollen: ['support'] })
  const { device, token } = await accept(link)
  const me = await own('GET', '/ich', token)
  expect(me.body).toMatchObject({
    Name: 'Jule Wattmann',
    Orte: [{ Mandant: 'standard', Name: 'Sonnseite', Rollen: ['support'] }],
    Demo: false,
  })
  const again = await signIn(device)
  expect(again.status).toBe(200)
  expect((await own('GET', '/ich', again.body.Token)).body.Id).toBe(me.body.Id)
  expect(await auditOf('grant-right', 'standard')).toMatchObject({
    actor_kind: 'operator',
    actor_id: admin.id,
    reason,
    details: { before: null, after: { role: 'support', until: null } },
  })
  expect(await auditOf('accept-invitation', 'standard')).toMatchObject({ actor_id: me.body.Id })
  expect(await auditOf('log-in', platformCode)).toMatchObject({ actor_id: me.body.Id })
})

test('an invitation works once, for 24 hours, at its tenant, and an earlier one ends with the next', async () => {
  const link = await join('malte@post.example')
  expect((await invitation('pruefen', { Token: link }, 'telko')).status).toBe(410)
  await accept(link)
  const { body: refused } = await invitation('pruefen', { Token: link })
  expect(refused.ErrorCode).toBe('PSOF0206')

  const first = await join('swantje@post.example')
  const { body } = await team('GET', '', admin.token)
  const { Id } = body.Mitglieder.find((one: { Email: string }) => one.Email.startsWith('swantje'))
  await team('POST', `/${Id}/neu`, admin.token, { Grund: 'Link verloren' })
  expect((await invitation('pruefen', { Token: first })).status).toBe(410)
  const newest = await invitedToken('swantje@post.example')
  server.clock.advance('PT24H')
  const { body: over } = await invitation('pruefen', { Token: newest })
  expect(over.ErrorCode).toBe('PSOF0205')
  expect([over.Message, refused.Message].join()).not.toContain('Passwort')
})

test('of two who send one invitation or one answer at the same moment, one is in', async () => {
  const link = await join('doppelt@post.example')
  const offered = async () => (await invitation('passkey', { Token: link })).body.Optionen
  const devices = [new Authenticator(), new Authenticator()]
  const answers = [devices[0]!.make(await offered()), devices[1]!.make(await offered())]
  const both = await Promise.all(
    answers.map((Antwort) =>
      invitation('annehmen', { Token: link, Name: 'Jule Wattmann', Geraet: 'Notebook', Antwort }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const device = devices[both.findIndex(({ status }) => status === 200)]!
  const { body } = await own('POST', '/anmeldung/beginn')
  const Antwort = device.sign(body.Optionen)
  const twice = await Promise.all(
    [1, 2].map(() => own('POST', '/anmeldung', undefined, { Antwort })),
  )
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an answer of a passkey counts once, for its challenge, its host and its verified owner', async () => {
  const { device } = await accept(await join('enno@post.example'))
  const { answer } = await signIn(device)
  const refused = async (given: unknown) => {
    const { status, body } = await own('POST', '/anmeldung', undefined, { Antwort: given })
    return [status, body.ErrorCode]
  }
  const no = [400, 'PSOF0701']
  expect(await refused(answer)).toEqual(no)
  for (const place of [
    { origin: 'http://standard.localhost:3000' },
    { rpId: 'localhost' },
    { isVerified: false },
  ])
    expect([place, (await signIn(device, place)).status]).toEqual([place, 400])
  expect(await refused({})).toEqual(no)
  expect(await refused({ id: device.id.toString('base64url'), response: 'x' })).toEqual(no)
  // A passkey that nobody made here.
  expect((await signIn(new Authenticator())).status).toBe(400)
  // The challenge of a proof is none of a sign-in.
  const session = (await signIn(device)).body.Token
  const proof = await own('POST', '/bestaetigung/beginn', session)
  expect(await refused(device.sign(proof.body.Optionen))).toEqual(no)
  // A copy of the authenticator is told by its counter.
  expect((await signIn(device, { counter: 1 })).status).toBe(400)
})

test('a session ends after 30 minutes without a call, after 12 hours, by signing out and from another one', async () => {
  const { device } = await accept(await join('fenja@post.example'))
  const begin = async () => (await signIn(device)).body.Token as string
  const isIn = async (token: string) => (await own('GET', '/ich', token)).status === 200
  const idle = await begin()
  server.clock.advance('PT29M')
  expect(await isIn(idle)).toBe(true)
  server.clock.advance('PT31M')
  expect(await isIn(idle)).toBe(false)

  const busy = await begin()
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    server.clock.advance('PT20M')
    expect([minutes, await isIn(busy)]).toEqual([minutes, true])
  }
  server.clock.advance('PT20M')
  expect(await isIn(busy)).toBe(false)

  const [one, two, three] = [await begin(), await begin(), await begin()]
  const { body } = await own('GET', '/zugang', one)
  expect(body.Sitzungen).toHaveLength(3)
  const other = body.Sitzungen.find((session: { Diese: boolean }) => !session.Diese)
  expect((await own('DELETE', `/zugang/sitzungen/${other.Id}`, one)).body).toEqual({ Beendet: 1 })
  expect((await own('DELETE', '/zugang/sitzungen/andere', one)).body).toEqual({ Beendet: 1 })
  expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([true, false, false])
  await own('POST', '/abmeldung', one)
  expect(await isIn(one)).toBe(false)
})

test('what grants rights wants a passkey that is at most five minutes old', async () => {
  const { device, token } = await accept(await join('hauke@post.example', 'tenant-admin'))
  const { device: stranger } = await accept(await join('fremd@post.example'))
  const ask = { Email: 'gast@post.example', Name: 'Gesa Gast', Rolle: 'analyst', Grund: reason }
  expect((await team('POST', '', token, ask)).status).toBe(200)
  server.clock.advance('PT5M')
  const late = await team('POST', '', token, { ...ask, Rolle: 'editor' })
  expect([late.status, late.body.ErrorCode]).toEqual([403, 'PSOF0702'])
  const { body } = await own('POST', '/bestaetigung/beginn', token)
  // Another person's passkey proves nothing here.
  const wrong = await own('POST', '/bestaetigung', token, { Antwort: stranger.sign(body.Optionen) })
  expect(wrong.status).toBe(400)
  expect((await own('POST', '/bestaetigung', token, {})).status).toBe(400)
  const next = await own('POST', '/bestaetigung/beginn', token)
  const done = await own('POST', '/bestaetigung', token, {
    Antwort: device.sign(next.body.Optionen),
  })
  expect(done.status).toBe(200)
  expect((await team('POST', '', token, { ...ask, Rolle: 'editor' })).status).toBe(200)
})

test('nobody gives themselves a right, renews themselves, or ends the last admin', async () => {
  const lone = await makeOperator(server, 'allein@post.example', ['tenant-admin'], 'telko')
  const self = { Email: lone.email, Name: 'Selbst', Rolle: 'payout-approver', Grund: reason }
  expect((await team('POST', '', lone.token, self, 'telko')).body.ErrorCode).toBe('PSOF0704')
  expect(
    (await team('POST', `/${lone.id}/neu`, lone.token, { Grund: reason }, 'telko')).body.ErrorCode,
  ).toBe('PSOF0704')
  // Nor by another spelling of the own mailbox, also of somebody who is invited already.
  const spelled = { ...self, Email: 'allein+geld@post.example' }
  expect((await team('POST', '', lone.token, spelled, 'telko')).body.ErrorCode).toBe('PSOF0704')
  const other = await makeOperator(server, 'allein+zwei@post.example', ['auditor'], 'telko')
  expect(
    (await team('POST', `/${other.id}/neu`, lone.token, { Grund: reason }, 'telko')).body.ErrorCode,
  ).toBe('PSOF0704')
  const end = { Rolle: 'tenant-admin', Grund: reason }
  // Who is invited and never came manages nothing.
  const ghost = { ...self, Email: 'geist@nirgends.example', Rolle: 'tenant-admin' }
  expect((await team('POST', '', lone.token, ghost, 'telko')).status).toBe(200)
  const last = await team('POST', `/${lone.id}/ende`, lone.token, end, 'telko')
  expect([last.status, last.body.ErrorCode]).toEqual([409, 'PSOF0705'])
  // Of two who end each other at once, one stays.
  const two = await makeOperator(server, 'zuzweit@post.example', ['tenant-admin'], 'telko')
  const both = await Promise.all([
    team('POST', `/${two.id}/ende`, lone.token, end, 'telko'),
    team('POST', `/${lone.id}/ende`, two.token, end, 'telko'),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await own('GET', '/ich', lone.token)).status).toBe(200)
})

test('a right is given and ended at one tenant, works at once there and nowhere else', async () => {
  const { device, token } = await accept(await join('ilka@post.example', 'auditor'))
  const see = async (tenant: string) =>
    (await server.call('GET', `/${tenant}/betrieb/team`, { token })).status
  expect([await see('standard'), await see('telko')]).toEqual([200, 403])
  const me = (await own('GET', '/ich', token)).body.Id
  const ended = await team('POST', `/${me}/ende`, admin.token, { Rolle: 'auditor', Grund: reason })
  expect(ended.status).toBe(200)
  expect(await see('standard')).toBe(403)
  expect(await auditOf('end-right', 'standard')).toMatchObject({ reason, actor_id: admin.id })
  const again = await team('POST', `/${me}/ende`, admin.token, { Rolle: 'auditor', Grund: reason })
  expect(again.status).toBe(404)
  // Who has no right left may still sign in, and sees no tenant.
  expect((await own('GET', '/ich', (await signIn(device)).body.Token)).body.Orte).toEqual([])
})

test('a right with an end ends by itself', async () => {
  const until = server.clock.today().add({ days: 1 }).toString()
  await join('kurz@post.example', 'editor')
  await team('POST', '', admin.token, {
    Email: 'kurz@post.example',
    Name: 'Kurz',
    Rolle: 'auditor',
    Bis: until,
    Grund: reason,
  })
  const { device } = await accept(await invitedToken('kurz@post.example'))
  const sees = async () => {
    const { body } = await signIn(device)
    return (await server.call('GET', '/standard/betrieb/team', { token: body.Token })).status
  }
  expect(await sees()).toBe(200)
  server.clock.advance('P2D')
  expect(await sees()).toBe(403)
})

const grant = (tenant: string, operatorId: string, role: OperatorRole) =>
  withTenant(server.db, tenant, (tx) =>
    insertGrant(
      tx,
      tenant,
      { operatorId, role, by: 'test', expiresAt: null },
      server.clock.realNow(),
    ),
  )
const isIn = async ({ token }: { token: string }) =>
  (await own('GET', '/ich', token)).status === 200
const ofPlatform = async (email: string) => {
  const person = await makeOperator(server, email, ['platform-operator'], platformCode)
  await grant('standard', person.id, 'tenant-admin')
  return person
}

test('an admin shuts out nobody who works elsewhere as well: the platform does, or who manages both', async () => {
  const guest = { Name: 'Pia', Rolle: 'analyst', Grund: reason }
  const pia = await makeOperator(server, 'pia@post.example', ['platform-operator'], platformCode)
  const kim = await makeOperator(server, 'kim@post.example', ['support'], 'telko')
  for (const { id, email } of [pia, kim]) {
    expect((await team('POST', '', admin.token, { ...guest, Email: email })).status).toBe(200)
    const tries = [
      await team('POST', `/${id}/neu`, admin.token, { Grund: reason }),
      await team('POST', `/${id}/zugang/ende`, admin.token, { Grund: reason }),
    ]
    for (const { status, body } of tries)
      expect([status, body.ErrorCode, body.Message]).toEqual([
        403,
        'PSOF0203',
        expect.stringContaining('arbeitet auch anderswo'),
      ])
  }
  expect([await isIn(pia), await isIn(kim)]).toEqual([true, true])
  const { body } = await team('GET', '', admin.token)
  const seen = body.Mitglieder.filter(({ Id }: { Id: string }) => [pia.id, kim.id].includes(Id))
  expect(seen.map((one: Record<string, unknown>) => one.AuchAnderswo)).toEqual([true, true])
  const other = await ofPlatform('zweite.plattform@post.example')
  const ended = await team('POST', `/${kim.id}/zugang/ende`, other.token, { Grund: 'Verloren' })
  expect([ended.status, ended.body]).toEqual([200, { Beendet: 1 }])
  for (const place of ['standard', 'telko'])
    expect(await auditOf('end-sessions', place)).toMatchObject({ actor_id: other.id })
  expect((await team('POST', `/${kim.id}/neu`, other.token, { Grund: 'Verloren' })).status).toBe(
    200,
  )
  // Who is not in is sent the link again by either team, which ends nothing elsewhere.
  expect((await team('POST', `/${kim.id}/neu`, admin.token, { Grund: reason })).status).toBe(200)
})

test('nobody renews the last admin of any team, also of two at the same moment', async () => {
  const platform = await ofPlatform('plattform.hier@post.example')
  const end = { Rolle: 'tenant-admin', Grund: reason }
  for (let round = 0; round < 3; round++) {
    await withTenant(server.db, 'bgv', (tx) =>
      sql`update operator_grants set ended_at = now(), ended_by = 'test' where tenant = 'bgv' and ended_at is null`.execute(
        tx,
      ),
    )
    const one = await makeOperator(server, `eine${round}@post.example`, ['tenant-admin'], 'bgv')
    await grant('standard', one.id, 'analyst')
    const renew = () => team('POST', `/${one.id}/neu`, platform.token, { Grund: reason })
    const alone = await renew()
    expect([alone.status, alone.body.ErrorCode]).toEqual([409, 'PSOF0705'])
    expect(alone.body.Message).toContain('anderswo')
    expect(await isIn(one)).toBe(true)
    const two = await makeOperator(server, `zwei${round}@post.example`, ['tenant-admin'], 'bgv')
    const tries = await Promise.all([
      renew(),
      team('POST', `/${two.id}/ende`, one.token, end, 'bgv'),
    ])
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await withTenant(server.db, 'bgv', (tx) =>
      sql<{ id: string }>`select operator_id as id from operator_grants
        where tenant = 'bgv' and role = 'tenant-admin' and ended_at is null`.execute(tx),
    )
    const left = await withTenant(server.db, platformCode, (tx) =>
      sql`select from operators where tenant = ${platformCode} and joined_at is not null
        and operator_id = any (${admins.rows.map(({ id }) => id)})`.execute(tx),
    )
    expect(left.rows).toHaveLength(1)
  }
})

test('who lost all passkeys is invited anew: the old ones, sessions and tokens end, and the other admins are told', async () => {
  const { device, token } = await accept(await join('verloren@post.example', 'auditor'))
  const me = (await own('GET', '/ich', token)).body.Id
  const script = await own('POST', '/zugang/tokens', token, {
    Name: 'Bericht',
    Mandant: 'standard',
    Rollen: ['auditor'],
    Bis: server.clock.today().toString(),
  })
  expect(script.status).toBe(200)
  // Somebody manages another tenant where this person may do something.
  const other = await makeOperator(server, 'anderswo@post.example', ['tenant-admin'], 'telko')
  await grant('telko', me, 'analyst')
  const renew = () => team('POST', `/${me}/neu`, admin.token, { Grund: 'Handy verloren' })
  // What ends there as well is not for this team's admin alone.
  expect((await renew()).status).toBe(403)
  await grant('telko', admin.id, 'tenant-admin')
  expect((await renew()).status).toBe(200)
  for (const place of ['standard', 'telko'])
    expect(await auditOf('renew-operator', place)).toMatchObject({
      actor_id: admin.id,
      reason: 'Handy verloren',
      details: { before: { passkeys: 1, tokens: 1 }, after: { passkeys: 0 } },
    })
  expect((await own('GET', '/ich', token)).status).toBe(401)
  expect((await team('GET', '', script.body.Token)).status).toBe(401)
  expect((await signIn(device)).status).toBe(400)
  const told = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('mails')
      .select('to_address')
      .where('tenant', '=', 'standard')
      .where('template', '=', 'operatorRenewed')
      .where('data', '@>', JSON.stringify({ email: 'verloren@post.example' }) as never)
      .execute(),
  )
  expect(told.map(({ to_address }) => to_address)).toContain(admin.email)
  const toldElsewhere = await withTenant(server.db, 'telko', (tx) =>
    tx.selectFrom('mails').select('to_address').where('template', '=', 'operatorRenewed').execute(),
  )
  expect(toldElsewhere).toContainEqual({ to_address: other.email })
  const renewed = await accept(await invitedToken('verloren@post.example'))
  expect((await own('GET', '/ich', renewed.token)).body).toMatchObject({ Id: me })
})

test('an invitation is for who is not in yet and has a right there: joining ends their others, and their last right’s end its own', async () => {
  const there = await makeOperator(server, 'leitet.telko@post.example', ['tenant-admin'], 'telko')
  const inviteBoth = async (email: string) => {
    const asked = { Email: email, Name: 'Jule Wattmann', Rolle: 'analyst', Grund: reason }
    expect((await team('POST', '', there.token, asked, 'telko')).status).toBe(200)
    return [await join(email), await invitedToken(email, 'telko')] as const
  }
  const [here, other] = await inviteBoth('zweimal@post.example')
  const options = (await invitation('passkey', { Token: other }, 'telko')).body.Optionen
  const { token } = await accept(here)
  // Whoever has the other link makes no second way in, with what they began before neither.
  const body = {
    Token: other,
    Name: 'Jule',
    Geraet: 'Fremd',
    Antwort: new Authenticator().make(options),
  }
  for (const [path, sent] of [
    ['pruefen', { Token: other }],
    ['passkey', { Token: other }],
    ['annehmen', body],
  ] as const)
    expect((await invitation(path, sent, 'telko')).body.ErrorCode).toBe('PSOF0206')
  const me = (await own('GET', '/ich', token)).body
  expect((await own('GET', '/zugang', token)).body.Passkeys).toHaveLength(1)
  // Invited anew, they come by the new link alone.
  await grant('telko', admin.id, 'tenant-admin')
  expect((await team('POST', `/${me.Id}/neu`, admin.token, { Grund: reason })).status).toBe(200)
  expect((await invitation('pruefen', { Token: other }, 'telko')).body.ErrorCode).toBe('PSOF0205')
  expect((await accept(await invitedToken('zweimal@post.example'))).answer.status).toBe(200)

  const links = await inviteBoth('zugleich@post.example')
  const places = ['standard', 'telko']
  const begun = await Promise.all(
    links.map((Token, at) => invitation('passkey', { Token }, places[at])),
  )
  const both = await Promise.all(
    links.map((Token, at) =>
      invitation(
        'annehmen',
        { ...body, Token, Antwort: new Authenticator().make(begun[at]!.body.Optionen) },
        places[at],
      ),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])

  const [gone, kept] = await inviteBoth('ohnerecht@post.example')
  const { Id } = (await team('GET', '', admin.token)).body.Mitglieder.find(
    ({ Email }: { Email: string }) => Email === 'ohnerecht@post.example',
  )
  await team('POST', `/${Id}/ende`, admin.token, { Rolle: 'support', Grund: reason })
  expect((await invitation('pruefen', { Token: gone })).body.ErrorCode).toBe('PSOF0205')
  expect((await invitation('passkey', { Token: gone })).status).toBe(410)
  expect((await invitation('pruefen', { Token: kept }, 'telko')).body.Rollen).toEqual(['analyst'])
  // A right that ends by itself takes its link along.
  const bis = { Email: 'nurheute@post.example', Bis: server.clock.today().toString() }
  const short = { ...bis, Name: 'Kurz', Rolle: 'analyst', Grund: reason }
  expect((await team('POST', '', admin.token, short)).status).toBe(200)
  const link = await invitedToken(bis.Email)
  expect((await invitation('pruefen', { Token: link })).status).toBe(200)
  const midnight = server.clock.today().add({ days: 1 }).toZonedDateTime('Europe/Berlin')
  server.clock.advance(server.clock.now().until(midnight.toInstant()).toString())
  expect((await invitation('pruefen', { Token: link })).body.ErrorCode).toBe('PSOF0205')
})

test('a token for the command line is made with a fresh passkey, for an hour and one tenant, and goes when its person signs out', async () => {
  const { token } = await accept(await join('befehl@post.example', 'auditor'))
  const ask = { Name: 'Kommandozeile', Mandant: 'standard', Rollen: ['auditor'] }
  const make = (more = {}) =>
    own('POST', '/zugang/tokens', token, { ...ask, Zweck: 'kommandozeile', ...more })
  expect((await own('POST', '/zugang/tokens', token, ask)).status).toBe(400)
  expect((await make({ Rollen: ['reviewer'] })).status).toBe(403)
  const { body } = await make()
  const until = server.clock.realNow().add({ minutes: 60 }).toString()
  expect(body.GueltigBis).toBe(until)
  const read = (tenant = 'standard') => readCommander(server.deps, tenant, body.Token)
  expect(await read()).toMatchObject({ roles: ['auditor'], isScript: false })
  expect(await read('telko')).toMatchObject({ roles: [] })
  // No call takes it.
  expect((await team('GET', '', body.Token)).status).toBe(401)
  const { Tokens } = (await own('GET', '/zugang', token)).body
  expect(Tokens).toMatchObject([{ Zweck: 'kommandozeile', Bis: until }])
  expect(await read()).not.toBeNull()
  await own('POST', '/abmeldung', token)
  expect(await read()).toBeNull()
  const late = (await accept(await join('spaet@post.example', 'auditor'))).token
  server.clock.advance('PT6M')
  expect(
    (await own('POST', '/zugang/tokens', late, { ...ask, Zweck: 'kommandozeile' })).body,
  ).toMatchObject({ ErrorCode: 'PSOF0702' })
})

test('a token for scripts may less than its person, ends with their right, and grants nothing', async () => {
  const { token } = await accept(await join('skript@post.example', 'tenant-admin'))
  const me = (await own('GET', '/ich', token)).body.Id
  await team('POST', '', admin.token, {
    Email: 'skript@post.example',
    Name: 'Skript',
    Rolle: 'auditor',
    Grund: reason,
  })
  const ask = { Name: 'Bericht', Mandant: 'standard', Bis: server.clock.today().toString() }
  const make = (Rollen: string[], more = {}) =>
    own('POST', '/zugang/tokens', token, { ...ask, Rollen, ...more })
  expect((await make(['reviewer'])).status).toBe(403)
  expect((await make(['auditor'], { Mandant: 'telko' })).status).toBe(403)
  expect((await make(['auditor'], { Bis: '2030-01-01' })).status).toBe(400)
  const { body } = await make(['auditor'])
  const seen = () => team('GET', '', body.Token)
  expect((await seen()).status).toBe(200)
  expect((await team('GET', '', body.Token, undefined, 'telko')).status).toBe(403)
  // Its person manages the team; the token only reads it, and never grants.
  const grant = { Email: 'x@post.example', Name: 'X', Rolle: 'editor', Grund: reason }
  expect((await team('POST', '', body.Token, grant)).status).toBe(403)
  for (const path of ['/zugang', '/ich'] as const)
    expect([path, (await own('GET', path, body.Token)).status]).toEqual([
      path,
      path === '/ich' ? 200 : 403,
    ])
  const { Tokens } = (await own('GET', '/zugang', token)).body
  expect(Tokens[0]).toMatchObject({ Name: 'Bericht', Rollen: ['auditor'] })
  expect(Tokens[0].ZuletztBenutzt).not.toBeNull()
  await team('POST', `/${me}/ende`, admin.token, { Rolle: 'auditor', Grund: reason })
  expect((await seen()).status).toBe(403)
  await own('DELETE', `/zugang/tokens/${Tokens[0].Id}`, token)
  expect((await seen()).status).toBe(401)
})

test('the last passkey stays; a second one works as well as the first', async () => {
  const { device, token } = await accept(await join('zwei@post.example'))
  const known = async () => (await own('GET', '/zugang', token)).body.Passkeys
  const end = (id: string) => own('DELETE', `/zugang/passkeys/${id}`, token)
  const first = (await known())[0].Id
  expect((await end(first)).body.ErrorCode).toBe('PSOF0703')
  const second = new Authenticator()
  const { body } = await own('POST', '/zugang/passkeys/beginn', token)
  const added = await own('POST', '/zugang/passkeys', token, {
    Name: 'Schlüssel',
    Antwort: second.make(body.Optionen),
  })
  expect(added.status).toBe(200)
  expect((await end(first)).status).toBe(200)
  expect([(await signIn(device)).status, (await signIn(second)).status]).toEqual([400, 200])
})

test('the console’s calls answer on its host alone, and no other call answers there', async () => {
  const here = { host: 'standard.localhost:3000' }
  const there = { host: 'betrieb.localhost:3000' }
  for (const path of ['/betrieb/betrieb/ich', '/standard/betrieb/team'])
    expect([
      path,
      (await server.call('GET', path, { token: admin.token, headers: here })).status,
    ]).toEqual([path, 404])
  for (const path of ['/standard/produkt/101', '/mandant/standard', '/betrieb/produkt/101'])
    expect([path, (await server.call('GET', path, { headers: there })).status]).toEqual([path, 404])
  // The platform’s code is no tenant.
  expect((await server.call('GET', '/betrieb/produkt/101')).body.ErrorCode).toBe('PSOF0604')
  expect((await server.call('GET', '/mandant/betrieb')).body.ErrorCode).toBe('PSOF0604')
})

test('a person of the platform works at a tenant for days at most, and its admins are told', async () => {
  const guest = await makeOperator(
    server,
    'plattform@post.example',
    ['platform-operator'],
    platformCode,
  )
  const ask = { Email: guest.email, Name: 'Gast', Rolle: 'auditor', Grund: 'Störung' }
  expect((await team('POST', '', admin.token, ask)).body).toEqual({ Ergebnis: 'berechtigt' })
  const { body } = await team('GET', '', admin.token)
  const { Rechte } = body.Mitglieder.find((one: { Id: string }) => one.Id === guest.id)
  const days = server.clock.realNow().until(Rechte[0].Bis).total('days')
  expect(days).toBeLessThanOrEqual(7)
  const mail = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('mails')
      .select('to_address')
      .where('tenant', '=', 'standard')
      .where('template', '=', 'operatorVisit')
      .execute(),
  )
  expect(mail.map(({ to_address }) => to_address)).toContain(admin.email)
  // It manages no tenant’s team, and a tenant’s admin not the platform’s.
  expect((await team('POST', '', guest.token, ask)).status).toBe(403)
  expect((await team('GET', '', admin.token, undefined, platformCode)).status).toBe(403)
  expect((await team('GET', '', guest.token, undefined, platformCode)).status).toBe(200)
})

test('whoever comes to the platform keeps no right at a tenant beyond days, and its admins are told', async () => {
  const boss = await makeOperator(
    server,
    'chefin@post.example',
    ['platform-operator'],
    platformCode,
  )
  const comer = await makeOperator(server, 'aufsteiger@post.example', ['reviewer'])
  const ask = { Email: comer.email, Name: 'Auf', Rolle: 'platform-operator', Grund: reason }
  expect((await team('POST', '', boss.token, ask, platformCode)).status).toBe(200)
  const { body } = await team('GET', '', admin.token)
  const { Rechte } = body.Mitglieder.find((one: { Id: string }) => one.Id === comer.id)
  expect(Rechte).toMatchObject([{ Rolle: 'reviewer' }])
  expect(server.clock.realNow().until(Rechte[0].Bis).total('days')).toBeLessThanOrEqual(7)
  expect(await auditOf('grant-right', platformCode)).toMatchObject({
    actor_id: boss.id,
    details: { visits: ['standard reviewer'], after: { role: 'platform-operator' } },
  })
  const told = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('mails')
      .select('to_address')
      .where('tenant', '=', 'standard')
      .where('template', '=', 'operatorVisit')
      .where('data', '@>', JSON.stringify({ email: comer.email }) as never)
      .execute(),
  )
  expect(told.map(({ to_address }) => to_address)).toEqual(
    expect.arrayContaining([admin.email, comer.email]),
  )
})

test('who gets a right that moves money is mailed to all admins, once a right, and to the platform where nobody else would hear of it', async () => {
  await withTenant(server.db, 'bgv', (tx) =>
    sql`update operator_grants set ended_at = now(), ended_by = 'test' where tenant = 'bgv' and ended_at is null`.execute(
      tx,
    ),
  )
  const lone = await makeOperator(server, 'einzige@post.example', ['tenant-admin'], 'bgv')
  const watch = await makeOperator(
    server,
    'wacht@post.example',
    ['platform-operator'],
    platformCode,
  )
  const person = { Email: 'marionette@post.example', Name: 'Arno Hell', Grund: reason }
  const give = (Rolle: OperatorRole, more = {}) =>
    team('POST', '', lone.token, { ...person, Rolle, ...more }, 'bgv')
  let seen = 0
  const told = async () => {
    const mails = await withTenant(server.db, 'bgv', (tx) =>
      tx
        .selectFrom('mails')
        .select(['to_address', 'data'])
        .where('template', '=', 'operatorRight')
        .orderBy('mail_id')
        .execute(),
    )
    const fresh = mails.slice(seen)
    seen = mails.length
    return fresh as { to_address: string; data: Record<string, unknown> }[]
  }
  // Other tests have people at the platform, too.
  const counted = [lone.email, watch.email, person.Email, 'geist@bgv.example', 'zweite@bgv.example']
  const to = async () =>
    (await told())
      .map(({ to_address }) => to_address)
      .filter((one) => counted.includes(one))
      .toSorted()

  await give('payout-approver', { Bis: server.clock.today().toString() })
  const first = await told()
  const of = (email: string) => first.filter(({ to_address }) => to_address === email)
  expect(of(lone.email)).toMatchObject([
    {
      data: {
        person: 'Arno Hell',
        role: 'payout-approver',
        by: 'Person einzige',
        until: server.clock.today().toString(),
      },
    },
  ])
  expect(of(lone.email)[0]!.data).not.toHaveProperty('alone')
  expect(of(watch.email)).toMatchObject([{ data: { alone: 'ja' } }])
  for (const role of ['analyst', 'auditor', 'editor', 'payout-approver'] as const) await give(role)
  expect(await to()).toEqual([])
  for (const role of ['support', 'reviewer', 'payout-preparer'] as const) {
    await give(role)
    expect(await to()).toEqual([lone.email, watch.email])
  }
  // A second admin who never joined hears nothing for anybody.
  await give('tenant-admin', { Email: 'geist@bgv.example' })
  expect(await to()).toEqual([lone.email, watch.email])
  await give('reviewer', { Email: 'dritte@bgv.example' })
  expect(await to()).toEqual([lone.email, 'geist@bgv.example', watch.email].toSorted())
  const second = await makeOperator(server, 'zweite@bgv.example', ['tenant-admin'], 'bgv')
  await give('support', { Email: 'vierte@bgv.example' })
  expect(await to()).toEqual([lone.email, 'geist@bgv.example', second.email].toSorted())
})

test('an admin sees and ends others’ sessions and their tokens of this tenant, and no others', async () => {
  const email = 'verdacht@post.example'
  const member = await makeOperator(server, email, ['auditor'])
  await makeOperator(server, email, ['auditor'], 'telko')
  const make = async (tenant: string) => {
    const asked = { Name: `Bericht ${tenant}`, Mandant: tenant, Rollen: ['auditor'] }
    const day = server.clock.today().toString()
    return (await own('POST', '/zugang/tokens', member.token, { ...asked, Bis: day })).body.Token
  }
  const [here, there] = [await make('standard'), await make('telko')]
  const shown = async () =>
    (await team('GET', '', admin.token)).body.Mitglieder.find(
      ({ Id }: { Id: string }) => Id === member.id,
    )
  const { Tokens, Sitzungen } = await shown()
  expect(Tokens.map(({ Name }: { Name: string }) => Name)).toEqual(['Bericht standard'])
  expect(Sitzungen.length).toBeGreaterThan(0)
  const end = (id: string, body: object, token = admin.token) =>
    team('POST', `/${id}/zugang/ende`, token, { Grund: 'Gerät verloren', ...body })

  const { Tokens: all } = (await own('GET', '/zugang', member.token)).body
  const elsewhere = all.find(({ Mandant }: { Mandant: string }) => Mandant === 'telko').Id
  expect((await end(member.id, { Token: elsewhere })).status).toBe(404)
  expect((await end(admin.id, {})).body.ErrorCode).toBe('PSOF0704')
  const stranger = await makeOperator(server, 'nur.telko@post.example', ['auditor'], 'telko')
  expect((await end(stranger.id, {})).status).toBe(404)
  expect((await own('GET', '/ich', stranger.token)).status).toBe(200)

  expect((await end(member.id, { Token: Tokens[0].Id })).body).toEqual({ Beendet: 1 })
  expect((await team('GET', '', here)).status).toBe(401)
  expect((await team('GET', '', there, undefined, 'telko')).status).toBe(200)
  expect((await own('GET', '/ich', member.token)).status).toBe(200)
  expect((await end(member.id, {})).body).toEqual({ Beendet: Sitzungen.length })
  expect((await own('GET', '/ich', member.token)).status).toBe(401)
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql<{ action: string; reason: string }>`
      select action, reason from audit_log where tenant = 'standard' and subject_id = ${member.id}
        and action in ('end-token', 'end-sessions') order by action`.execute(tx),
  )
  expect(rows).toEqual([
    { action: 'end-sessions', reason: 'Gerät verloren' },
    { action: 'end-token', reason: 'Gerät verloren' },
  ])
})
