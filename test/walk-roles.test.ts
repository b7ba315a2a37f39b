import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { goodPassword } from '../src/server/account/people.test-helper.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { makeAgencyOrder } from '../src/server/agency/agency-order.test-helper.ts'
import { makeBench } from '../src/server/reward/reward.test-helper.ts'
import { makeAgency, setAgencyState } from './helpers/agency.ts'
import { Authenticator } from './helpers/authenticator.ts'
import { makeAgencyPapers } from './helpers/agency-papers.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { stillLoggedIn } from './helpers/still-logged-in.ts'

// Every call of the agency area in every role of spec section 6: what a role may is done and believably answered, what it may not is
// refused and does nothing. Who may is written down here, call by call, and read from no table of the product.

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let logo: string
beforeAll(async () => {
  server = await startTestServer()
  const paint = { r: 20, g: 90, b: 60 }
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: paint } })
  logo = (await picture.png().toBuffer()).toString('base64')
})
afterAll(() => server.stop())

const calls = Object.values(endpoints) as unknown as Endpoint[]
const ofAgencies = calls.filter(({ caller }) => caller === 'agency')

/** An agency in which there is something to see and to do for everybody. */
async function makeFirm(number: string) {
  const agency = await makeAgency(server, 'standard', number)
  bench = await makeBench(server, 'standard')
  const papers = await makeAgencyPapers(server, 'standard', agency)
  const invite = async (Nachname: string) => {
    const Email = `${Nachname}.${number}@post.example`.toLowerCase()
    const { body } = await server.call('PUT', '/standard/Einladung', {
      token: agency.employee.token,
      body: { Vorname: 'Ilse', Nachname, Email, Art: 'Telefon' },
    })
    return body.Id as string
  }
  const invited = [await invite('Erinnert'), await invite('Zurueck')]
  const order = async () =>
    (await makeAgencyOrder(bench, { agencyId: agency.agencyId, userId: agency.employee.id })).number
  const orders = [await order(), await order(), await order()]
  await server.call('PUT', '/standard/agentur-konto/logo', {
    token: agency.owner.token,
    body: { Bild: logo },
  })
  // Whoever was invited is reminded from the next day on.
  server.clock.advance('P1D')
  await stillLoggedIn(server, 'standard')
  return { ...agency, ...papers, agencyNumber: agency.number, invited, orders }
}
type Firm = Awaited<ReturnType<typeof makeFirm>>

type Sample = {
  /** Owner, owner of an agency that is not at work, employee. */
  by: 'oie' | 'oe' | 'oi' | 'o'
  params?: (firm: Firm) => Record<string, string>
  query?: string
  body?: (firm: Firm) => unknown
  /** What the answer has in it. */
  answers: (firm: Firm) => unknown
  endsSession?: boolean
}

const own = (firm: Firm) => ({ agency: firm.agencyNumber })
const data = {
  Agentur: 'Agentur Neuhain',
  Email: 'neu@neuhain.example',
  Telefon: '089 12345',
  Strasse: 'Almweg',
  Hausnummer: '7',
  Plz: '83471',
  Ort: 'Berchtesgaden',
  UstId: '',
}
const person = (firm: Firm, more: object = {}) => ({
  Vorname: 'Neu',
  Nachname: 'Angestellt',
  Email: `neu.${firm.agencyNumber}@agentur.example`.toLowerCase(),
  ...more,
})
const plan = {
  Name: 'Frühling',
  FestbetragCent: 3000,
  Stufen: [],
  ZeitraumMonate: 6,
  GueltigAb: '2027-01-01',
}
const csv =
  'Vorname;Nachname;E-Mail;Mitarbeiternummer;Anrede\nOtto;Liste;otto.liste@post.example;77;'
const threeOrders = (firm: Firm) => ({
  TotalCount: 3,
  Content: expect.arrayContaining(
    firm.orders.map((Id) => expect.objectContaining({ Id, Mitarbeiter: expect.any(String) })),
  ),
})

/** The device that makes a passkey, and what it was last asked for. */
let device = new Authenticator()
let begun: Record<string, unknown> = { challenge: '', user: { id: '' } }

// In the order in which one agency can do all of it: who is let go, and the logout, come last.
const samples: Record<string, Sample> = {
  showAgencyUser: { by: 'oie', answers: (firm) => ({ Agenturnummer: firm.agencyNumber }) },
  updateAgencyUserLanguage: {
    by: 'oie',
    body: () => ({ Language: 'en' }),
    answers: () => ({}),
  },
  showAgencyFigures: {
    by: 'oie',
    answers: () => ({ Offen: 2, Gesamt: { Eingeladen: 2, Auftraege: 3 } }),
  },
  showAgency: { by: 'oie', answers: (firm) => ({ Agenturnummer: firm.agencyNumber }) },
  showAgencyLogo: { by: 'oie', answers: () => /PNG/ },
  listAgencyProducts: {
    by: 'oie',
    answers: () => expect.arrayContaining([expect.objectContaining({ Id: '101' })]),
  },
  listAgencyOrders: { by: 'oie', params: own, body: () => ({}), answers: threeOrders },
  listAgencyReferrals: {
    by: 'oie',
    params: own,
    body: () => ({}),
    answers: () => ({ TotalCount: 3 }),
  },
  listAgencyLeads: {
    by: 'oie',
    params: own,
    body: () => ({}),
    answers: () => ({ TotalCount: 3, Content: [{ Empfaenger: 'K. K.' }, {}, {}] }),
  },
  listAgencyReport: {
    by: 'oie',
    params: (firm) => ({ list: firm.agencyNumber }),
    body: () => ({}),
    answers: () => ({ TotalCount: 3, Content: [{ Empfehler: 'Wera Werber' }, {}, {}] }),
  },
  showReportFile: {
    by: 'oie',
    params: () => ({ list: 'auftraege' }),
    answers: (firm) => new RegExp(firm.orders[0]!),
  },
  listReportChoices: {
    by: 'oie',
    answers: () => ({
      Produkte: expect.arrayContaining([{ Id: '101', Titel: expect.any(String) }]),
      Mitarbeiter: expect.any(Array),
    }),
  },
  sumReleasableOrders: {
    by: 'oie',
    body: () => ({}),
    answers: () => ({ Anzahl: expect.any(Number), ErwartetCent: expect.any(Number) }),
  },
  showAgencyRecord: {
    by: 'oie',
    params: (firm) => ({ list: 'auftraege', id: firm.orders[0]! }),
    answers: (firm) => ({ Zeile: { Id: firm.orders[0] }, Verknuepft: expect.any(Array) }),
  },
  showStatistics: { by: 'oie', answers: () => ({ Gesamt: { Auftraege: 3, Einladungen: 2 } }) },
  exportStatistics: {
    by: 'oie',
    params: () => ({ tabelle: 'trichter' }),
    answers: () => /;2\r?\n/,
  },
  listBonusPlans: {
    by: 'oie',
    answers: (firm) => ({ Plaene: [{ Id: firm.planId, Name: firm.planName }] }),
  },
  showInvoiceList: { by: 'oi', answers: (firm) => new RegExp(`${firm.agencyNumber}-\\d{4}-1`) },
  listInvoices: { by: 'oi', answers: (firm) => ({ Content: [{ Id: firm.invoiceId }] }) },
  showInvoiceRecord: {
    by: 'oi',
    params: (firm) => ({ id: firm.invoiceId }),
    answers: (firm) => ({ Rechnung: { Id: firm.invoiceId } }),
  },
  showInvoicePdf: {
    by: 'oi',
    params: (firm) => ({ id: firm.invoiceId }),
    answers: (firm) => new RegExp(`%PDF-1.7 ${firm.number}`),
  },
  showInvoiceXml: {
    by: 'oi',
    params: (firm) => ({ id: firm.invoiceId }),
    answers: (firm) => new RegExp(firm.number),
  },
  showCosts: { by: 'oi', answers: () => ({ Praemien: expect.any(Number), Empfehler: [] }) },
  listEmployees: {
    by: 'o',
    answers: (firm) =>
      expect.arrayContaining([expect.objectContaining({ Email: firm.employee.email })]),
  },
  showInvitationForm: {
    by: 'oe',
    answers: () => ({ HeuteNoch: expect.any(Number), Mitarbeiter: expect.anything() }),
  },
  listInvitations: {
    by: 'oe',
    params: own,
    body: () => ({}),
    answers: () => ({ TotalCount: 2, Content: [{ Vorname: 'Ilse', Status: 'offen' }, {}] }),
  },
  showInvitationFile: { by: 'oe', answers: () => /Ilse/ },
  showInvitation: {
    by: 'oe',
    params: (firm) => ({ id: firm.invited[0]! }),
    answers: (firm) => ({ Id: firm.invited[0], Nachname: 'Erinnert' }),
  },
  showInvitationRecord: {
    by: 'oe',
    params: (firm) => ({ id: firm.invited[0]! }),
    answers: (firm) => ({ Einladung: { Id: firm.invited[0] }, EmpfehlerId: null }),
  },
  listCards: {
    by: 'oe',
    answers: () => expect.arrayContaining([expect.objectContaining({ Link: expect.any(String) })]),
  },
  invite: {
    by: 'oe',
    body: (firm) => ({ ...person(firm, { Art: 'VorOrt' }), Vorname: 'Gast' }),
    answers: () => ({ Id: expect.any(String), Status: 'offen' }),
  },
  remindInvitation: {
    by: 'oe',
    params: (firm) => ({ id: firm.invited[0]! }),
    answers: (firm) => ({ Id: firm.invited[0], ErinnerungenUebrig: 1 }),
  },
  withdrawInvitation: {
    by: 'oe',
    params: (firm) => ({ id: firm.invited[1]! }),
    answers: (firm) => ({ Id: firm.invited[1], Status: 'zurueckgezogen' }),
  },
  releaseAgencyOrder: {
    by: 'oe',
    params: (firm) => ({ ...own(firm), order: firm.orders[0]! }),
    answers: (firm) => ({ Auftragsnummer: firm.orders[0], Ergebnis: 'freigegeben' }),
  },
  decideAgencyOrders: {
    by: 'oe',
    body: (firm) => ({ Aktion: 'ablehnen', Auftraege: [firm.orders[1]], Grund: 'doppelt' }),
    answers: () => ({ Ergebnisse: [{ Ergebnis: 'vorgemerkt' }] }),
  },
  addBonusPlan: { by: 'oi', body: () => plan, answers: () => ({ Id: expect.any(String) }) },
  deleteBonusPlan: { by: 'oi', params: (firm) => ({ id: firm.planId }), answers: () => ({}) },
  saveAgency: { by: 'oi', body: () => data, answers: () => ({}) },
  saveAgencyLogo: { by: 'oi', body: () => ({ Bild: logo }), answers: () => ({}) },
  addEmployee: {
    by: 'o',
    body: (firm) => person(firm, { Mitarbeiternummer: 'M-9' }),
    answers: () => ({ Id: expect.any(String) }),
  },
  importEmployees: {
    by: 'o',
    body: () => ({ Csv: csv, Probelauf: false }),
    answers: () => ({ Angelegt: 1, Abgelehnt: 0 }),
  },
  resetEmployee: { by: 'o', params: (firm) => ({ id: firm.colleague.id }), answers: () => ({}) },
  deactivateEmployee: {
    by: 'o',
    params: (firm) => ({ id: firm.colleague.id }),
    answers: () => ({}),
  },
  listAgencySessions: {
    by: 'oie',
    answers: () => ({ Anmeldungen: [{ Diese: true }] }),
  },
  endAgencySession: {
    by: 'oie',
    params: () => ({ id: 'andere' }),
    answers: () => ({ Beendet: 0 }),
  },
  listAgencyPasskeys: {
    by: 'oie',
    answers: () => ({ Passkeys: [], Pflicht: false }),
  },
  beginAgencyPasskey: {
    by: 'oie',
    body: () => ({ Password: goodPassword }),
    answers: () => ({ Optionen: { rp: { id: 'localhost' } } }),
  },
  addAgencyPasskey: {
    by: 'oie',
    body: () => {
      device = new Authenticator()
      const place = { origin: 'http://localhost:3000', rpId: 'localhost' }
      return { Name: 'Telefon', Antwort: device.make(begun, place) }
    },
    answers: () => ({}),
  },
  endAgencyPasskey: {
    by: 'oie',
    params: () => ({ id: Buffer.from(device.id).toString('base64url') }),
    body: () => ({ Password: goodPassword }),
    answers: () => ({}),
  },
  changeAgencyPassword: {
    by: 'oie',
    body: () => ({ OldPassword: goodPassword, Password: 'Kranich-2026-Sued' }),
    answers: () => ({}),
  },
  logoutAgencyUser: { by: 'oie', answers: () => ({}), endsSession: true },
}

const roles = [
  ['owner', 'o', 'active'],
  ['inactive-owner', 'i', 'inactive'],
  ['inactive-owner', 'i', 'registered'],
  ['employee', 'e', 'active'],
] as const

async function send(endpoint: Endpoint, firm: Firm, token: string) {
  const { params, query = '', body } = samples[endpoint.name]!
  const values = params?.(firm) ?? {}
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? name)
  const answer = await server.call(endpoint.method, `/standard${path}${query}`, {
    token,
    ...(body ? { body: body(firm) } : {}),
  })
  if (answer.body.Optionen) begun = answer.body.Optionen
  return answer
}

/** Everything that a call of the area could change. */
const stored = () =>
  bench.run(async (tx) => {
    const tables = ['agencies', 'agency_users', 'bonus_plans', 'invitations', 'orders', 'audit_log']
    const texts = await tables.reduce(async (before, table) => {
      const { rows } = await sql<{ text: string }>`
        select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${sql.table(table)} t`.execute(
        tx,
      )
      return [...(await before), rows[0]!.text]
    }, Promise.resolve<string[]>([]))
    return texts.join('\n')
  })

test('every call of the agency area is walked in every role', () => {
  expect(Object.keys(samples).toSorted()).toEqual(ofAgencies.map(({ name }) => name).toSorted())
})

test.each(roles)(
  '%s (%s) of an agency that is %s: what the role may is done and answered, all else is refused and does nothing',
  async (role, letter, state) => {
    const firm = await makeFirm(`AG-W-${letter}-${state}`)
    if (state !== 'active') await setAgencyState(server, 'standard', firm.agencyId, state)
    const who = role === 'employee' ? firm.employee : firm.owner
    const named = Object.keys(samples).map((name) => ofAgencies.find((one) => one.name === name)!)

    const before = await stored()
    for (const endpoint of named.filter(({ name }) => !samples[name]!.by.includes(letter))) {
      const { status, body } = await send(endpoint, firm, who.token)
      expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 403, 'PSOF0203'])
    }
    expect(await stored()).toBe(before)

    for (const endpoint of named.filter(({ name }) => samples[name]!.by.includes(letter))) {
      const { answers, endsSession } = samples[endpoint.name]!
      const { status, body } = await send(endpoint, firm, who.token)
      const wanted = endpoint.status ?? (endpoint.answer || endpoint.file ? 200 : 204)
      expect([endpoint.name, status, status === wanted ? '' : body]).toEqual([
        endpoint.name,
        wanted,
        '',
      ])
      const believable = answers(firm)
      if (believable instanceof RegExp) expect(body, endpoint.name).toMatch(believable)
      else expect({ body }, endpoint.name).toMatchObject({ body: believable })
      if (endpoint.answer) expect(z.safeDecode(endpoint.answer, body).error).toBeUndefined()
      if (endpoint.name === 'showAgencyUser') expect(body.Rolle).toBe(role)
      const after = await server.call('GET', '/standard/agentur-konto/benutzer', who)
      expect([endpoint.name, after.status]).toEqual([endpoint.name, endsSession ? 401 : 200])
    }
  },
)

test.each(['inactive', 'registered'] as const)(
  'the list of the people is for the owner of an agency at work alone, and nobody else works at one that is %s',
  async (state) => {
    const firm = await makeFirm(`AG-P-${state}`)
    const people = (token: string) =>
      server.call('PUT', '/standard/agentur/mitarbeiter', { token, body: {} })
    expect((await people(firm.owner.token)).body).toMatchObject({ TotalCount: 3 })
    expect((await people(firm.employee.token)).body.ErrorCode).toBe('PSOF0203')
    await setAgencyState(server, 'standard', firm.agencyId, state)
    expect((await people(firm.owner.token)).body.ErrorCode).toBe('PSOF0203')
    for (const endpoint of ofAgencies) {
      const { status, body } = await send(endpoint, firm, firm.employee.token)
      expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 401, 'PSOF0204'])
    }
  },
)
