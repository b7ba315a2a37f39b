import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { consolePages } from '../src/contract/console-pages.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { listAuditRows } from '../src/server/base/audit-rows-store.ts'
import { listTokens, revokeToken } from '../src/server/base/token-store.ts'
import { platformCode } from '../src/domain/platform.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { runSelection } from '../src/server/operator/run-selection.ts'
import { endGrantOf } from '../src/server/team/store.ts'
import { makeHeldReward } from '../src/server/operator/reviews.test-helper.ts'
import { makeBench } from '../src/server/reward/reward.test-helper.ts'
import { voucherPlace } from '../src/server/base/voucher-places.ts'
import { iban, makeActors, type Actors } from './helpers/actors.ts'
import { consoleHost, makeOperator, pathAt } from './helpers/operator.ts'
import { formTokenOf } from './helpers/pages.ts'
import { bodySchema, sample } from './helpers/sample-body.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// What must never be possible (issue 14), by the console's pages as they come from the server, without script.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let server: TestServer
let app: FastifyInstance
let actors: Actors
beforeAll(async () => {
  server = await startTestServer()
  ;({ app } = await buildWholeApp(server))
  actors = await makeActors(server)
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const origin = `http://${consoleHost}:3000`
async function visit(token: string, url: string, form?: Record<string, string>) {
  const headers = { host: `${consoleHost}:3000`, cookie: `zs_betrieb=${token}` }
  const answer = await app.inject(
    form
      ? {
          method: 'POST',
          url,
          headers: { ...headers, origin, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(form).toString(),
        }
      : { method: 'GET', url, headers },
  )
  return { status: answer.statusCode, html: answer.body, to: answer.headers.location }
}
const logged = (tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    listAuditRows(tx, tenant, { filter: {}, limit: 1, offset: 0 }),
  ).then(({ rows }) => rows[0]?.number ?? 0)

/** A form of the page, sent by its owner: what the page then says, and whether anything was done. */
async function send(token: string, url: string, form: Record<string, string>, page = url) {
  const _form = formTokenOf((await visit(token, page)).html)
  expect(_form).not.toBe('')
  const before = await logged()
  const answer = await visit(token, url, { ...form, _form })
  return { ...answer, isDone: (await logged()) !== before }
}

describe('by page', () => {
  const why = { reason: 'Versuch', version: '1' }

  test('nobody decides about themselves; somebody else does with the same form', async () => {
    const bench = await makeBench(server, 'standard')
    const account = await bench.makeAccount()
    const { id } = await makeHeldReward(server, bench, { account })
    const own = await makeOperator(server, account.email)
    const other = await makeOperator(server, 'andere@post.example')
    const { body } = await server.call('GET', `/standard/betrieb/pruefungen/${id}`, {
      token: other.token,
    })
    const form = {
      intent: 'approve',
      id,
      version: String(body.Version),
      reason: 'date-explained',
      note: '',
    }
    const url = `/de/standard/pruefungen?fall=${id}`
    const refused = await send(own.token, url, form, '/de/standard/team')
    expect([refused.isDone, refused.html]).toEqual([
      false,
      expect.stringContaining('betrifft Sie selbst'),
    ])
    expect((await send(other.token, url, form, '/de/standard/team')).isDone).toBe(true)
  })

  test('nobody grants themselves a right, nor anything at another tenant', async () => {
    const admin = await makeOperator(server, 'leitung@post.example', ['tenant-admin'], 'telko')
    const form = { intent: 'invite', email: admin.email, name: 'Leitung', role: 'reviewer', ...why }
    const before = await logged('telko')
    const page = '/de/telko/team?neu=ja'
    const self = await send(admin.token, '/de/telko/team', form, page)
    expect(self.html).toContain('Versuch') // the form again, filled in
    const bad = { ...form, email: 'neu@post.example' }
    const away = await send(admin.token, '/de/standard/team', bad, page)
    expect([self.to, away.isDone]).toEqual([undefined, false])
    expect(await logged('telko')).toBe(before)
    expect((await send(admin.token, '/de/telko/team', bad, page)).to).toContain('done=')
    expect(await logged('telko')).toBeGreaterThan(before)
  })

  test('another tenant’s order is not there, and an ended session sends nothing more', async () => {
    const bench = await makeBench(server, 'standard')
    const referral = await bench.makeReferral()
    const id = await bench.makeOrder(referral, await bench.makeRecipient(referral))
    const form = { ...why, intent: 'cancel', id, cancelled: '0', clawedBack: '0' }
    const foreign = await makeOperator(server, 'fremd@post.example', ['reviewer'], 'bgv')
    for (const at of ['bgv', 'standard']) {
      const { isDone, to } = await send(
        foreign.token,
        `/de/${at}/auftraege`,
        form,
        '/de/bgv/auftraege',
      )
      expect([at, isDone, to]).toEqual([at, false, undefined])
    }
    const gone = await makeOperator(server, 'vorbei@post.example')
    const _form = formTokenOf((await visit(gone.token, '/de/standard/auftraege')).html)
    await withTenant(server.db, platformCode, async (tx) => {
      const now = server.deps.clock.realNow()
      for (const one of await listTokens(tx, platformCode, 'operator-session', gone.id, now))
        await revokeToken(tx, platformCode, one.token_id, now)
    })
    const before = await logged()
    const late = await visit(gone.token, '/de/standard/auftraege', { ...form, _form })
    expect([late.status, await logged()]).toEqual([303, before])
  })

  test('a form does nothing without a reason, nor after its right has ended, and takes no bank account', async () => {
    const bench = await makeBench(server, 'standard')
    const account = await bench.makeAccount()
    const { id } = await makeHeldReward(server, bench)
    const by = await makeOperator(server, 'ohne.grund@post.example', ['reviewer', 'support'])
    const of = (intent: string, reason: string) => ({ intent, id, version: '1', reason, note: '' })
    const review = `/de/standard/pruefungen?fall=${id}`
    expect((await send(by.token, review, of('approve', ''))).isDone).toBe(false)

    const person = `/de/standard/personen/${account.accountId}`
    const named = { intent: 'name', version: '1', firstName: 'Undine', lastName: 'Neu', iban }
    expect((await send(by.token, person, { ...named, reason: '' })).isDone).toBe(false)
    const payees = () =>
      withTenant(server.db, 'standard', (tx) =>
        tx.selectFrom('reward_bank_data').select(['reward_id', 'iban_mask']).execute(),
      )
    const before = await payees()
    expect((await send(by.token, person, { ...named, reason: 'Am Telefon' })).isDone).toBe(true)
    expect(await payees()).toEqual(before)

    const _form = formTokenOf((await visit(by.token, review)).html)
    await withTenant(server.db, 'standard', async (tx) => {
      for (const role of ['reviewer', 'support'] as const)
        await endGrantOf(
          tx,
          'standard',
          { operatorId: by.id, role, by: 'test' },
          server.deps.clock.realNow(),
        )
    })
    const last = await logged()
    await visit(by.token, review, { ...of('approve', 'date-explained'), _form })
    expect(await logged()).toBe(last)
  })

  test('a bulk form carries out what its preview showed, whatever else is sent with it', async () => {
    const bench = await makeBench(server, 'standard')
    const [shown, other] = [
      await makeHeldReward(server, bench),
      await makeHeldReward(server, bench),
    ]
    const by = await makeOperator(server, 'stapel.seite@post.example')
    const call = (method: string, path: string, body?: object) =>
      server.call(method, `/standard/betrieb${path}`, { token: by.token, ...(body && { body }) })
    const { body } = await call('PUT', '/pruefungen/stapel', {
      Vorhaben: 'anerkennen',
      Ids: [shown.id],
    })
    const form = { version: '1', reason: 'evidence', note: '', ids: other.id, id: other.id }
    await send(by.token, `/de/standard/stapel/${body.StapelId}`, form)
    await runSelection(server.deps, 'standard', body.StapelId)
    const reviews = await Promise.all(
      [shown, other].map(async ({ order }) =>
        (await bench.readRewards(order)).map(({ review }) => review),
      ),
    )
    expect(reviews.map((states) => states.includes('approved'))).toEqual([true, false])
  })
})

test(
  'no answer and no page of the console has a whole IBAN or the code of a voucher',
  { tags: 'long' },
  async () => {
    const { token } = await makeOperator(server, 'liest@post.example')
    const { reward, user } = actors.tokens
    const { body: view } = await server.call('GET', '/standard/praemierung', { token: reward })
    const voucher = view.Auswahl.find(({ Art }: { Art: string }) => Art === 'voucher')
    const taken = await server.call('PUT', '/standard/praemierung', {
      token: reward,
      body: { PraemieId: voucher.Id },
    })
    expect(taken.status).toBe(200)
    expect(
      (await server.call('GET', '/standard/empfehler/bankdaten', { token: user })).status,
    ).toBe(200)
    const rows = await withTenant(server.db, 'standard', (tx) =>
      tx
        .selectFrom('vouchers')
        .select(['voucher_id', 'code_encrypted'])
        .where('tenant', '=', 'standard')
        .where('reward_id', 'is not', null)
        .execute(),
    )
    const secrets = rows.map((one) =>
      server.deps.keys.decrypt(one.code_encrypted, voucherPlace('standard', one.voucher_id)),
    )
    expect(secrets.length).toBeGreaterThan(0)
    const leaks = (text: string) =>
      [iban, ...secrets].some((one) => text.includes(one)) ||
      /\b[A-Z]{2}\d{2}(?: ?\d{4}){4} ?\d{2}\b/.test(text)
    const found: string[] = []
    const ids = new Set<string>([view.Id])
    let answers = 0
    const look = (name: string, text: string) => {
      answers += 1
      if (leaks(text)) found.push(name)
      for (const [, id] of text.matchAll(/"(?:Id|\w*Id|\w*Nummer)":"([\w-]{3,40})"/g))
        if (ids.size < 40) ids.add(id!)
    }
    const reads = (Object.values(endpoints) as unknown as Endpoint[]).filter(
      ({ caller, method, console, name, path }) =>
        caller === 'operator' &&
        console !== 'platform' &&
        (method === 'GET' || (method === 'PUT' && /^(list|find|search)/.test(name))) &&
        !path.includes('/csv/'),
    )
    const ask = async (endpoint: Endpoint, path: string) => {
      const { body } = endpoint
      const { status, body: said } = await server.call(
        endpoint.method,
        pathAt(endpoint, 'standard', path),
        {
          token,
          ...(body
            ? { body: endpoint.name.startsWith('list') ? {} : sample(bodySchema(endpoint)) }
            : {}),
        },
      )
      if (status === 200)
        look(endpoint.name, typeof said === 'string' ? said : JSON.stringify(said))
    }
    const withIds = reads.filter(({ path }) => path.includes(':'))
    for (const one of reads) if (!withIds.includes(one)) await ask(one, one.path)
    for (const one of withIds)
      for (const id of ids) await ask(one, one.path.replace(/:[A-Za-z]+/g, id))
    expect(answers).toBeGreaterThan(30)
    const links = new Set(
      Object.values(consolePages)
        .filter(({ path }) => path.startsWith('/:mandant/') && !/:(?!mandant)/.test(path))
        .map(({ path }) => `/de${path.replace(':mandant', 'standard')}`),
    )
    let opened = 0
    for (const url of links) {
      if (opened >= 60) break
      const { status, html } = await visit(token, url)
      if (status !== 200) continue
      opened += 1
      if (leaks(html)) found.push(url)
      for (const [, href] of html.matchAll(/href="(\/de\/standard\/[^"#]+)"/g))
        if (!/sortierung|seite=|spalten/.test(href!)) links.add(href!.replaceAll('&amp;', '&'))
    }
    expect(opened).toBeGreaterThan(20)
    expect([...new Set(found)]).toEqual([])
  },
)

test('the console says the word of the tenant worked at, in its title, its menu and its pages', async () => {
  const { token } = await makeOperator(server, 'wort@post.example', undefined, 'telko')
  const other = await makeOperator(server, 'wort2@post.example')
  const textOf = async (who: string, url: string) => {
    const { html } = await visit(who, url)
    return html.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, ' ')
  }
  for (const path of ['praemien', 'pruefungen', 'auftraege', 'team']) {
    const said = await textOf(token, `/de/telko/${path}`)
    expect([path, /Boni/.test(said), /Prämie/.exec(said.replace(/<[^>]+>/g, ' '))]).toEqual([
      path,
      true,
      null,
    ])
    const usual = await textOf(other.token, `/de/standard/${path}`)
    expect([path, /Prämien/.test(usual), /\bBoni\b/.test(usual)]).toEqual([path, true, false])
  }
  const second = await textOf(token, '/de/telko/praemien?seite=2')
  expect(second).toContain('<title>Boni – Seite 2 – Funkelnetz – Zuspruch Betrieb</title>')
  const forged = await textOf(token, '/de/telko/praemien?seite=<b>2')
  expect(forged).toContain('<title>Boni – Funkelnetz – Zuspruch Betrieb</title>')
  expect(await textOf(token, '/en/telko/praemien')).not.toContain('Boni')
})
