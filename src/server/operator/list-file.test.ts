import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints, type EndpointName } from '../../contract/endpoints.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { parseCsv } from '../../domain/csv.ts'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { revokeToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { platformCode } from '../../domain/platform.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { readOperator } from '../team/session.ts'
import { endGrantOf } from '../team/store.ts'
import { checkStillAtWork } from '../team/still-at-work.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[] = tenantRoles, tenant = 'standard') =>
  makeOperator(server, `datei${++made}@betrieb.example`, roles, tenant)

const file = async (token: string, path: string, tenant = 'standard') => {
  const { status, body } = await server.call('GET', `/${tenant}/betrieb/${path}`, { token })
  const rows = [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
  return { status, head: rows[0] ?? [], rows: rows.slice(1) }
}

/** Refused proposals of one person at one instant, so that their ids alone order them. */
async function plantRefused(count: number) {
  const { accountId } = await bench.makeAccount('viele@post.example')
  const at = server.clock.now().toString()
  const rows = Array.from({ length: count }, (_, index) => ({
    tenant: 'standard',
    request_id: crypto.randomUUID(),
    account_id: accountId,
    cents: index + 1,
    reason: '=1+1',
    proposed_by: crypto.randomUUID(),
    proposed_at: at,
    decided_by: crypto.randomUUID(),
    decided_at: at,
    outcome: 'refused' as const,
    decision_reason: 'nein',
  }))
  await bench.run((tx) => tx.insertInto('goodwill_requests').values(rows).execute())
}

test('a file has every row of all pages once, in the list’s order, runs no formula, and is in the log', async () => {
  await plantRefused(2_300)
  const { id, token } = await operator(['support'])
  const path = 'kulanz/csv?Stand=abgelehnt&Sprache=de'
  const { head, rows } = await file(token, path)
  expect(head).toEqual(['Person', 'Stand', 'Betrag', 'Seit', 'Vorgeschlagen von', 'Grund'])
  expect(new Set(rows.map(([, , amount]) => amount)).size).toBe(2_300)
  expect(rows[0]?.[5]).toBe("'=1+1")
  const sorted = await file(token, `${path}&OrderBy=WertCent&Descending=true&Spalten=amount,state`)
  expect(sorted.head).toEqual(['Stand', 'Betrag'])
  expect(sorted.rows.map(([, amount]) => amount)).toEqual(
    Array.from({ length: 2_300 }, (_, at) => ((2_300 - at) / 100).toFixed(2).replace('.', ',')),
  )
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'details'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'export-list')
      .orderBy('number')
      .execute(),
  )
  expect(log).toEqual([
    { actor_id: id, subject_id: 'kulanz', details: { state: 'abgelehnt' } },
    {
      actor_id: id,
      subject_id: 'kulanz',
      details: {
        state: 'abgelehnt',
        orderBy: 'WertCent',
        descending: 'true',
        columns: 'amount,state',
      },
    },
  ])
  const money = await operator(['payout-approver'])
  const [first] = (await file(money.token, path)).rows
  expect(first?.[0]).toMatch(/^(\p{L}\. ?)+$/u)
  expect((await file(token, path, 'bgv')).status).toBe(403)
})

test('what somebody searched for stands in no log', async () => {
  const { token } = await operator(['reviewer'])
  await file(token, 'pruefungen/csv?Suche=Dohlenau')
  const log = await bench.run((tx) =>
    tx.selectFrom('audit_log').select('details').where('subject_id', '=', 'pruefungen').execute(),
  )
  expect(log).toEqual([{ details: { isSearched: true } }])
})

test('a file being read ends with its session, and with any of its person’s rights', async () => {
  const caller = async () => {
    const { id, token } = await operator(['support', 'auditor'])
    const found = await readOperator(server.deps, 'standard', { bearer: token, cookie: undefined })
    return { id, found: found! }
  }
  const [one, other] = [await caller(), await caller()]
  await checkStillAtWork(server.deps, 'standard', one.found)
  await withTenant(server.db, platformCode, (tx) =>
    revokeToken(tx, platformCode, one.found.tokenId, server.clock.realNow()),
  )
  await expect(checkStillAtWork(server.deps, 'standard', one.found)).rejects.toThrow()
  await withTenant(server.db, 'standard', (tx) =>
    endGrantOf(
      tx,
      'standard',
      { operatorId: other.id, role: 'auditor', by: one.id },
      server.clock.realNow(),
    ),
  )
  await expect(checkStillAtWork(server.deps, 'standard', other.found)).rejects.toThrow()
})

const textsOf = (locale: 'de' | 'en') =>
  new Set(
    globSync(`src/web/texts/${locale}/console*.json`).flatMap((path) =>
      Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>),
    ),
  )

/** Pages with a file, by what their source says: the file's call and the columns' ids. */
const pagesWithFile = globSync('src/web/console/*-page.tsx').flatMap((path) => {
  const own = readFileSync(path, 'utf8')
  const [, columns] = /'\.\/([\w-]+-columns\.tsx)'/.exec(own) ?? []
  const source = columns ? own + readFileSync(`src/web/console/${columns}`, 'utf8') : own
  const call = /csvHref\(\w+, '(\w+)'/.exec(source)?.[1] as EndpointName | undefined
  const ids = [...source.matchAll(/^(?: {4}| {2}\{ )id: '(\w+)',\s+title:/gm)].map(([, id]) => id!)
  // The books' file is of all accounts, not of a list.
  return call && call !== 'showBooksFile' ? [{ call, ids }] : []
})

test('each list’s file has its page’s columns, in the page’s words, in both languages', async () => {
  const { token } = await operator()
  expect(pagesWithFile.length).toBeGreaterThan(3)
  for (const { call, ids } of pagesWithFile)
    for (const locale of ['de', 'en'] as const) {
      const texts = textsOf(locale)
      const path = endpoints[call].path.replace('/betrieb/', '')
      const { head } = await file(token, `${path}?Sprache=${locale}`)
      expect([call, head.filter((title) => !texts.has(title))]).toEqual([call, []])
      expect([call, head.length]).toEqual([call, ids.length])
      for (const [at, id] of ids.entries()) {
        const one = await file(token, `${path}?Sprache=${locale}&Spalten=${id}`)
        expect([call, id, one.head]).toEqual([call, id, [head[at]]])
      }
    }
  const [de, en] = [textsOf('de'), textsOf('en')]
  for (const path of globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(path, 'utf8')
    if (!source.includes('serveListFile(')) continue
    for (const [, german, english] of source.matchAll(/\bword\(\s*'([^']+)',\s*'([^']+)',?\s*\)/g))
      expect([german, de.has(german!), en.has(english!)]).toEqual([german, true, true])
  }
})
