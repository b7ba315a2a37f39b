import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { uuidv7 } from '../base/uuid.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
let support: string
beforeAll(async () => {
  server = await startTestServer()
  support = (await makeOperator(server, 'suche@post.example', ['support'])).token
})
afterAll(() => server.stop())

const ask = async (body: object, token = support, tenant = 'standard') =>
  (await server.call('PUT', `/${tenant}/betrieb/suche`, { token, body })).body

test('of more than eight an address leads to all of them, without the words and for its operator alone', async () => {
  await withTenant(server.db, 'standard', async (tx) => {
    for (let at = 0; at < 12; at += 1) {
      const id = uuidv7()
      await tx
        .insertInto('accounts')
        .values({
          tenant: 'standard',
          account_id: id,
          email: `karussell${at}@viele.example`,
          first_name: 'Viele',
          last_name: 'Karussell',
          language: 'de',
          referrer_hash: id,
          created_at: server.clock.now().toString(),
        })
        .execute()
    }
  })
  for (const term of ['Karussell', 'Viele Karussell', 'karussell']) {
    const first = await ask({ Suche: term })
    expect([term, first.Treffer.length, first.Mehr]).toEqual([term, 8, ['person']])
    expect(first.Kennung).toMatch(/^[\w.:-]+$/)
    expect(first.Kennung.toLowerCase()).not.toContain('karussell')
    const all = await ask({ Kennung: first.Kennung, Art: 'person' })
    expect([all.Suche, all.Treffer.length, all.Mehr]).toEqual([term, 12, []])
  }
  const { Kennung } = await ask({ Suche: 'Karussell' })
  const other = await makeOperator(server, 'andere@post.example', ['support'])
  const elsewhere = await makeOperator(server, 'fern@post.example', ['support'], 'bgv')
  for (const [token, tenant] of [
    [other.token, 'standard'],
    [elsewhere.token, 'bgv'],
  ] as const)
    expect(await ask({ Kennung }, token, tenant)).toEqual({
      Suche: '',
      Kennung: '',
      Treffer: [],
      Mehr: [],
    })
})

test('a contract that fits nobody is found by the provider’s number, however it is spelled', async () => {
  const line = await withTenant(server.db, 'standard', async (tx) => {
    const { product_id, external_id } = await tx
      .selectFrom('products')
      .select(['product_id', 'external_id'])
      .where('tenant', '=', 'standard')
      .limit(1)
      .executeTakeFirstOrThrow()
    return tx
      .insertInto('unmatched_orders')
      .values({
        tenant: 'standard',
        external_number: 'VT-2026/00777-X',
        product_id,
        product_external_id: external_id ?? 'P',
        contract_on: '2026-10-01',
        source: 'feed',
        seen_at: server.clock.now().toString(),
      })
      .returning('line_id')
      .executeTakeFirstOrThrow()
  })
  for (const term of ['VT-2026/00777-X', 'vt202600777x', 'VT 2026 00777 X'])
    expect([term, (await ask({ Suche: term })).Treffer]).toEqual([
      term,
      [
        expect.objectContaining({
          Art: 'order',
          Id: line.line_id,
          Titel: 'VT-2026/00777-X',
          Status: 'PasstZuNiemandem',
        }),
      ],
    ])
  const approver = await makeOperator(server, 'frei@post.example', ['payout-approver'])
  expect((await ask({ Suche: 'VT-2026/00777-X' }, approver.token)).Treffer).toEqual([])
})
