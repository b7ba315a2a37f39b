import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, type Installation } from '../src/cli/installation.test-helper.ts'
import { commands } from '../src/cli/commands.ts'
import { runCliHere } from '../src/cli/cli.test-helper.ts'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { wireFields } from '../src/contract/shape.ts'
import { platformCode } from '../src/domain/platform.ts'
import { revokeToken, listTokens } from '../src/server/base/token-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { saveBankAccount } from '../src/server/reward/bank-store.ts'
import { accountPlace, sealBankData } from '../src/server/reward/check-bank-data.ts'
import { ibans, makeFixtures, notice } from '../src/server/payout/payout.test-helper.ts'
import { makeHeldReward } from '../src/server/operator/reviews.test-helper.ts'
import { makeBench, type Bench } from '../src/server/reward/reward.test-helper.ts'
import { endGrantOf } from '../src/server/team/store.ts'
import { asOwner } from './helpers/as-owner.ts'
import { makeCommandToken } from './helpers/command-token.ts'
import { makeAgency } from './helpers/agency.ts'
import { makePartnerBench } from './helpers/sales-partner.ts'
import { makeOperator, openSupport, pathAt, tenantRoles } from './helpers/operator.ts'

// What must never be possible (issue 14), by call and command line. Pages send the same calls: the web imports nothing of the server
// (test/safety.test.ts). Jobs: selections and imports have their own tests, named in docs/coverage.md.

let installation: Installation
let server: Installation['server']
let bench: Bench
beforeAll(async () => {
  installation = await makeInstallation({ jo: false })
  ;({ server } = installation)
  bench = await makeBench(server, 'standard')
})
afterAll(() => installation.stop())

const calls = (Object.values(endpoints) as unknown as Endpoint[]).filter(
  ({ caller }) => caller === 'operator',
)

/** A command with somebody's own token. */
const run = (token: string, ...words: string[]) =>
  runCliHere({ ...installation.environment, ZUSPRUCH_TOKEN: token }, [
    ...words,
    '--tenant',
    'standard',
  ])

describe('1: deciding about oneself', () => {
  test('no command decides about whoever runs it, by their mailbox', async () => {
    const account = await bench.makeAccount()
    const held = await makeHeldReward(server, bench, { account })
    const referral = await bench.makeReferral({ account })
    const contact = await bench.makeRecipient(referral)
    const order = await bench.makeOrder(referral, contact)
    const { token } = await makeCommandToken(server, { tenant: 'standard', email: account.email })
    const why = ['--reason', 'Versuch']
    const about = ['--email', account.email, ...why]
    const tries = [
      ['reviews', 'decide', held.id, 'approve', '--reason', 'date-explained'],
      ['orders', 'release', order, ...why],
      ['orders', 'cancel', order, ...why],
      ['goodwill', 'grant', '--amount', '5', ...about],
      ['accounts', 'block', ...about],
      ['accounts', 'unblock', ...about],
      ['admin', 'token', ...about],
      ['people', 'export', account.email, ...why],
      ['people', 'erase', account.email, '--yes', ...why],
      ['referrals', 'cancel', referral.number, ...why],
    ]
    for (const words of tries) {
      const { code, err } = await run(token, ...words)
      expect([words.slice(0, 2).join(' '), code, err]).toEqual([
        words.slice(0, 2).join(' '),
        1,
        expect.stringContaining('concerns yourself'),
      ])
    }
  })

  test('a contract of one’s own is not imported by command line, the others of the file are', async () => {
    const email = 'vertrag@post.example'
    const referral = await bench.makeReferral()
    const [own, other] = [
      await bench.makeRecipient(referral, { email }),
      await bench.makeRecipient(referral),
    ]
    const lines = [own, other].map(({ number }) => {
      const { externalNumber, productExternalId, contractOn } = bench.line(referral)
      return [externalNumber, number, productExternalId, contractOn, 'abgeschlossen'].join(';')
    })
    const head = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'
    const path = installation.file('eigene.csv', [head, ...lines].join('\n'))
    const { token } = await makeCommandToken(server, { tenant: 'standard', email })
    const { code, out } = await run(token, 'orders', 'import', path, '--reason', 'Versuch')
    expect([code, out]).toEqual([1, expect.stringContaining('concerns yourself')])
    expect(out).toContain('2 lines: 1 new, 0 unchanged, 0 cancelled, 1 failed.')
  })

  test('an agency or sales partner of one’s own is neither activated nor stopped, by mailbox, household or IBAN', async () => {
    const agency = await makeAgency(server, 'standard', 'AG-7701')
    const partner = await makePartnerBench(server, 'standard', {
      street: 'Lindenweg',
      house_number: '7',
      zip: '26121',
    })
    const member = await makeCommandToken(server, {
      tenant: 'standard',
      email: agency.employee.email,
    })
    const neighbour = await makeCommandToken(server, {
      tenant: 'standard',
      email: 'nachbarin@post.example',
    })
    const referral = await bench.makeReferral()
    await bench.makeRecipient(referral, {
      email: 'nachbarin@post.example',
      street: 'Lindenweg',
      houseNumber: '7',
      zip: '26121',
    })
    const holder = await bench.makeAccount('konto@post.example')
    const payee = await makeCommandToken(server, { tenant: 'standard', email: holder.email })
    const data = { holder: 'Wera Werber', bic: null, iban: 'DE89370400440532013000' }
    const sealed = sealBankData(server.deps.keys, data, accountPlace('standard', holder.accountId))
    await bench.run((tx) =>
      saveBankAccount(tx, 'standard', holder.accountId, sealed, server.deps.clock.now()),
    )
    for (const [token, group, number] of [
      [payee.token, 'sales-partners', partner.number],
      [member.token, 'agencies', 'AG-7701'],
      [neighbour.token, 'sales-partners', partner.number],
    ] as const)
      for (const verb of ['activate', 'deactivate']) {
        const { code, err } = await run(token, group, verb, number, '--reason', 'Versuch')
        expect([group, verb, code, err]).toEqual([
          group,
          verb,
          1,
          expect.stringContaining('concerns yourself'),
        ])
      }
  })

  test('no payment of one’s own is proposed, approved, fetched, confirmed or answered by command line; somebody else’s are', async () => {
    const pay = makeFixtures(server)
    const due = async (iban: string) => {
      const id = await pay.provided()
      await pay.collect(id, iban, Temporal.PlainDate.from('2021-01-01'))
      return id
    }
    const [own, other] = [await due(ibans.second), await due(ibans.third)]
    const { account_id: accountId } = await pay.reward(own)
    const email = `${accountId}@haus.example`
    const { token } = await makeCommandToken(server, { tenant: 'standard', email })
    const second = await makeCommandToken(server, {
      tenant: 'standard',
      email: 'zweite@post.example',
    })
    const made = await run(token, 'payout', 'propose', '--json')
    expect(made.json()).toMatchObject({ proposal: { payments: 1 }, own: 1 })
    const approve = async (who: string, id: string) => {
      const { fingerprint } = (await run(who, 'payout', 'show', id, '--json')).json()
      return run(who, 'payout', 'approve', id, fingerprint)
    }
    const first = made.json().proposal.proposalId
    expect((await approve(token, first)).err).toContain('second person')
    expect((await approve(second.token, first)).code).toBe(0)
    expect([await pay.payouts(own), (await pay.payouts(other)).length]).toEqual([[], 1])
    expect((await run(token, 'payout', 'propose')).out).toContain(
      'as it concerns yourself: a payment',
    )
    const third = await makeCommandToken(server, {
      tenant: 'standard',
      email: 'dritte@post.example',
    })
    const { proposal } = (await run(second.token, 'payout', 'propose', '--json')).json()
    const batch = proposal.proposalId
    expect((await approve(token, batch)).err).toContain('concerns yourself')
    expect((await approve(third.token, batch)).code).toBe(0)
    await asOwner(server, 'standard', (tx) =>
      sql`update payout_batches set execution_on = '2021-01-02' where batch_id = ${batch}`.execute(
        tx,
      ),
    )
    const [payment] = await pay.payouts(own)
    const { end_to_end_id: id, cents } = payment!
    const said = { id, cents, direction: 'CRDT', reason: 'AC04' } as const
    const path = installation.file('zurueck.xml', notice(said))
    for (const words of [
      ['file', batch, '--out', installation.file('eigene.xml', '')],
      ['confirm', batch, '--reason', 'Versuch'],
      ['confirm', id, '--reason', 'Versuch'],
      ['apply', path],
    ]) {
      const { code, out, err } = await run(token, 'payout', ...words)
      expect([words[0], code, out + err]).toEqual([
        words[0],
        1,
        expect.stringContaining('concerns yourself'),
      ])
    }
    expect((await pay.payouts(own)).map(({ state }) => state)).toEqual(['in-transit'])
    const confirmed = await run(second.token, 'payout', 'confirm', batch, '--reason', 'Auszug')
    expect(confirmed.out).toBe('1 paid now, 0 paid before.\n')
    await pay.booksAreRight()
  })

  test('console and command line reach what decides about somebody through the places that ask whose it is', () => {
    const deciders =
      /\b(decideReview|releaseOrder|cancelOrder|cancelReferral|proposePayout|approvePayout|playBoth|payDue|readBatchFile|confirmBatch|applyBankFile|markInvoicePaid|takeBackPayment|blockAccount|unblockAccount|issueSupportLink|decideHeld|changeAgencyState|changePartnerState|grantGoodwill)\b(?=[^;]*?from ')/
    const places = [
      'src/server/operator/decide-as.ts',
      'src/server/operator/change-seller-state.ts',
      'src/server/operator/pay-as.ts',
      // These ask whose it is themselves.
      'src/server/operator/give-goodwill.ts',
      'src/server/operator/goodwill-requests.ts',
      'src/server/operator/mark-papers.ts',
    ]
    const wrong = globSync('src/{cli,server/operator}/**/*.ts', {
      exclude: (path) => path.endsWith('.test.ts') || path.includes('test-helper'),
    }).filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import \{[^}]*\} from '[^']+'/gm)].some(([line]) =>
        deciders.test(line),
      ),
    )
    expect(wrong.toSorted()).toEqual(places.toSorted())
  })
})

test('2: nobody grants themselves a right, and the last admin does not go, by call', async () => {
  const admin = await makeOperator(server, 'chefin@post.example', ['tenant-admin'], 'telko')
  const ask = (path: string, body: object, method = 'POST') =>
    server.call(method, `/telko/betrieb/team${path}`, { token: admin.token, body })
  const invite = endpoints.inviteOperator
  const own = await server.call(invite.method, `/telko${invite.path}`, {
    token: admin.token,
    body: { Email: admin.email, Name: 'Chefin', Rolle: 'reviewer', Grund: 'Versuch' },
  })
  expect([own.status, own.body.ErrorCode]).toEqual([403, expect.stringMatching(/^PSOF07/)])
  const end = endpoints.endGrant
  const path = `/telko${end.path.replace(/:[A-Za-z]+/, admin.id)}`
  const body = { Rolle: 'tenant-admin', Grund: 'Versuch' }
  const { status } = await server.call(end.method, path, { token: admin.token, body })
  expect(status).toBeGreaterThanOrEqual(400)
  expect((await ask('', {}, 'GET')).status).toBe(200)
})

test('3 and 4: no call of the console and no command takes an IBAN of somebody', () => {
  const named = /iban|kontonummer|bankverbindung|kontoinhaber/i
  const wrong = calls.filter(
    ({ body }) => body && Object.keys(wireFields(body) ?? {}).some((field) => named.test(field)),
  )
  // The tenant's own account, by two people and with seven days of notice (776).
  expect(wrong.map(({ name }) => name)).toEqual(['proposePayoutAccount'])
  const options = commands.flatMap((one) =>
    [...Object.keys(one.options), ...one.args].map((word) => `${one.group} ${one.name} ${word}`),
  )
  expect(options.filter((word) => named.test(word))).toEqual([])
})

test('6: dead jobs of a kind are retried as a stored selection alone, and a call names one job', () => {
  expect(Object.keys(wireFields(endpoints.retryJobs.body!) ?? {}).toSorted()).toEqual([
    'Grund',
    'Vorgang',
  ])
})

describe('8: what has ended', () => {
  const tryAll = async (token: string, tenant = 'bgv') => {
    const answers = new Map<number, string[]>()
    for (const endpoint of calls.filter(({ console }) => console !== 'platform')) {
      const path = endpoint.path.replace(/:[A-Za-z]+/g, 'x')
      const { status } = await server.call(endpoint.method, pathAt(endpoint, tenant, path), {
        token,
        ...(endpoint.body ? { body: {} } : {}),
      })
      answers.set(status, [...(answers.get(status) ?? []), endpoint.name])
    }
    return Object.fromEntries(answers)
  }

  test('no call works in an ended session, nor with an ended token', async () => {
    const person = await makeOperator(server, 'gewesen@post.example', tenantRoles, 'bgv')
    const script = await makeCommandToken(server, {
      tenant: 'bgv',
      email: 'skript@post.example',
      kind: 'operator-token',
    })
    await withTenant(server.db, platformCode, async (tx) => {
      const now = server.deps.clock.realNow()
      for (const [kind, id] of [
        ['operator-session', person.id],
        ['operator-token', script.id],
      ] as const)
        for (const { token_id } of await listTokens(tx, platformCode, kind, id, now))
          await revokeToken(tx, platformCode, token_id, now)
    })
    for (const token of [person.token, script.token])
      expect(Object.keys(await tryAll(token))).toEqual(['401'])
  })

  test('no call works with an ended grant, in the same session', async () => {
    const person = await makeOperator(server, 'ohne@post.example', tenantRoles, 'bgv')
    await withTenant(server.db, 'bgv', async (tx) => {
      for (const role of tenantRoles)
        await endGrantOf(
          tx,
          'bgv',
          { operatorId: person.id, role, by: 'test' },
          server.deps.clock.realNow(),
        )
    })
    expect(Object.keys(await tryAll(person.token))).toEqual(['403'])
  })
})

test('9: the app’s login changes, deletes and empties no row of the log, nor ends what guards it', async () => {
  const tries = [
    sql`update audit_log set reason = 'anders' where tenant = 'standard'`,
    sql`delete from audit_log where tenant = 'standard'`,
    sql`truncate audit_log`,
    sql`insert into audit_log select * from audit_log where tenant = 'standard' limit 1`,
    sql`alter table audit_log disable trigger all`,
    sql`drop table audit_log`,
  ]
  for (const one of tries)
    await expect(withTenant(server.db, 'standard', (tx) => one.execute(tx))).rejects.toThrow(
      /permission denied|must be owner/,
    )
})

test('10: a support session sends nothing that its owner may send', async () => {
  const { accountId } = await bench.makeAccount()
  const token = await openSupport(server, accountId)
  const own = (Object.values(endpoints) as unknown as Endpoint[]).filter(
    ({ caller, method, name }) => caller === 'referrer' && method !== 'GET' && name !== 'logout',
  )
  expect(own.length).toBeGreaterThan(10)
  for (const endpoint of own) {
    const path = endpoint.path.replace(/:[A-Za-z]+/g, 'x')
    const { status, body } = await server.call(endpoint.method, `/standard${path}`, {
      token,
      ...(endpoint.body ? { body: {} } : {}),
    })
    expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 403, 'PSOF0203'])
  }
})
