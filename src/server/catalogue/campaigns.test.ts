import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { wish } from '../referral/journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const list = async (tenant = 'telko', language = 'de') =>
  (
    await server.call('GET', `/${tenant}/aktion/alleAktiven`, {
      headers: { 'accept-language': language },
    })
  ).body as Record<string, unknown>[]

let number = 0
const create = (tenant: string, campaigns: unknown, more: Record<string, unknown> = {}) => {
  number += 1
  const body = wish(`aktion${number}@post.example`, {
    share: 100,
    product: tenant === 'telko' ? '201' : '101',
  })
  return server.call('POST', `/${tenant}/empfehlen/create`, {
    ip: `198.51.100.${number}`,
    body: { ...body, Aktionen: campaigns, ...more },
  })
}

const consentsOf = (tenant: string, referral: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('consents')
      .innerJoin('consent_texts', (join) =>
        join
          .onRef('consent_texts.tenant', '=', 'consents.tenant')
          .onRef('consent_texts.text_hash', '=', 'consents.text_hash'),
      )
      .select(['kind', 'version', 'text', 'given'])
      .where('consents.tenant', '=', tenant)
      .where('subject_id', '=', referral)
      .where('kind', 'like', 'campaign-%')
      .execute(),
  )

test('a running campaign is listed with its own consent, in both languages, and never ticked beforehand', async () => {
  const [de] = await list()
  const [en] = await list('telko', 'en')
  expect(Object.keys(de ?? {})).toEqual([
    'AktionsId',
    'Titel',
    'Text',
    'RechtsText',
    'abgehakt',
    'Zustimmung',
  ])
  expect([de?.AktionsId, de?.abgehakt]).toEqual(['funkelkopfhoerer', false])
  expect([en?.AktionsId, en?.Titel]).toEqual([
    'funkelkopfhoerer',
    'Funkel hour: 50 headphones a month',
  ])
  expect(await list('bgv')).toEqual([])
})

test('a campaign runs from its first to its last day, both included', async () => {
  const set = (starts_on: string, ends_on: string | null) =>
    withTenant(server.db, 'telko', (tx) =>
      tx
        .updateTable('campaigns')
        .set({ starts_on, ends_on })
        .where('tenant', '=', 'telko')
        .execute(),
    )
  const today = server.clock.today()
  const day = (days: number) => today.add({ days }).toString()
  const runs = async (from: number, to: number | null) => {
    await set(day(from), to === null ? null : day(to))
    return (await list()).length === 1
  }
  expect([await runs(1, 5), await runs(0, 0), await runs(-3, -1), await runs(-3, null)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('taking part is recorded with the words that were shown, their version and the campaign', async () => {
  const [campaign] = await list()
  const { body } = await create('telko', [{ AktionsId: 'funkelkopfhoerer', abgehakt: true }])
  expect(await consentsOf('telko', body.Empfehlungsnummer)).toEqual([
    {
      kind: 'campaign-funkelkopfhoerer',
      version: '2026-01',
      text: `${campaign?.Zustimmung}\n\n${campaign?.RechtsText}`,
      given: true,
    },
  ])
})

test('a box that is not ticked, no box, or a campaign that does not run leaves no consent and stops nobody', async () => {
  for (const campaigns of [
    undefined,
    [],
    [{ AktionsId: 'funkelkopfhoerer', abgehakt: false }],
    [{ AktionsId: 'sonnenbalkon', abgehakt: true }],
    [{ AktionsId: 'gibt-es-nicht', abgehakt: 'yes' }],
  ]) {
    const { status, body } = await create('telko', campaigns)
    expect(status).toBe(201)
    expect(await consentsOf('telko', body.Empfehlungsnummer)).toEqual([])
  }
})
