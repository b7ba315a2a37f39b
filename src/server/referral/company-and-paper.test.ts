import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { postReferral, wish } from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const stored = (tenant: string, number: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('referrals')
      .select(['company_name', 'channel', 'is_link'])
      .where('tenant', '=', tenant)
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )
const kindsOf = async (tenant: string, number: string) =>
  (
    await withTenant(server.db, tenant, (tx) =>
      tx
        .selectFrom('consents')
        .select('kind')
        .where('tenant', '=', tenant)
        .where('subject_id', '=', number)
        .orderBy('kind')
        .execute(),
    )
  ).map(({ kind }) => kind)
const wordsOf = (tenant: string, number: string, kind: string) =>
  withTenant(server.db, tenant, async (tx) => {
    const row = await tx
      .selectFrom('consents')
      .innerJoin('consent_texts', 'consent_texts.text_hash', 'consents.text_hash')
      .select('consent_texts.text')
      .where('consents.tenant', '=', tenant)
      .where('consents.subject_id', '=', number)
      .where('consents.kind', '=', kind)
      .executeTakeFirstOrThrow()
    return row.text
  })
const setStored = async (change: object) => {
  await withTenant(server.db, 'standard', async (tx) => {
    const stored = await lockStoredTenant(tx, 'standard')
    await saveTenant(tx, { ...stored!, ...change }, server.deps.clock.now())
  })
  server.deps.tenants.forget('standard')
}
const forCompany = (email: string, product: string, company: unknown) => {
  const body = wish(email, { product })
  return { ...body, Empfehler: { ...body.Empfehler, Firma: company } }
}

test('where companies may recommend, the company is kept with the referral, and no age is stated', async () => {
  const person = await registered(server, 'bgv', 'firma@bergvogel.example')
  const { status, body } = await postReferral(
    server,
    forCompany(person.email, '303', 'Gipfel & Söhne GmbH Nr. 1'),
    { token: person.token },
    'bgv',
  )
  expect(status).toBe(201)
  const number = body.Empfehlungsnummer
  expect((await stored('bgv', number)).company_name).toBe('Gipfel & Söhne GmbH Nr. 1')
  expect(await kindsOf('bgv', number)).toEqual(['terms'])
  const file = await server.call('GET', '/bgv/empfehler/export', { token: person.token })
  expect(file.body.Empfehlungen[0].Firma).toBe('Gipfel & Söhne GmbH Nr. 1')
})

test('elsewhere a company is not kept, and the age is stated as ever', async () => {
  const { email } = stranger()
  const { body } = await postReferral(server, forCompany(email, '101', 'Gipfel GmbH'))
  expect((await stored('standard', body.Empfehlungsnummer)).company_name).toBeNull()
  expect(await kindsOf('standard', body.Empfehlungsnummer)).toEqual(['eligibility', 'terms'])
})

test('where companies may recommend, somebody who names none states age and residence in the words that stood there', async () => {
  const tenant = await server.deps.tenants.get('standard')
  await setStored({ flags: { ...tenant.flags, ModuleCompanyRecommendation: true } })
  const { body } = await postReferral(server, wish(stranger().email))
  expect(await kindsOf('standard', body.Empfehlungsnummer)).toEqual(['eligibility', 'terms'])
  expect(await wordsOf('standard', body.Empfehlungsnummer, 'eligibility')).toMatch(
    /^Ich handle für die genannte Firma, oder ich bin mindestens 18 Jahre alt/,
  )
  const company = await postReferral(server, forCompany(stranger().email, '101', 'Gipfel GmbH'))
  expect(await kindsOf('standard', company.body.Empfehlungsnummer)).toEqual(['terms'])
  await setStored({ flags: tenant.flags })
})

test('a company name that is none is refused by its field', async () => {
  for (const company of ['', 'x'.repeat(121), '<b>GmbH</b>', 'www.gipfel.example', 'https://x']) {
    const { status, body } = await postReferral(
      server,
      forCompany(stranger().email, '101', company),
    )
    expect([company, status, body.Fields?.[0]?.Field]).toEqual([company, 400, 'Empfehler.Firma'])
  }
})

test('a recommendation on paper keeps its channel, and its code opens it like any other', async () => {
  const body = wish(stranger().email)
  const { body: made } = await postReferral(server, {
    ...body,
    Empfehlung: { ...body.Empfehlung, Channel: 'of', IsLink: false },
  })
  expect(await stored('standard', made.Empfehlungsnummer)).toMatchObject({
    channel: 'of',
    is_link: false,
  })
  const path = `/standard/empfehlung/empfehlungscode/${made.Empfehlungscode}`
  const found = await server.call('GET', path, { ip: stranger().ip })
  expect([found.status, found.body.Empfehlungsnummer]).toEqual([200, made.Empfehlungsnummer])
})
