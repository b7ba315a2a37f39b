import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPerson } from '../src/cli/ask-person.ts'
import { runCliHere } from '../src/cli/cli.test-helper.ts'
import type { Command } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands.ts'
import { operatorRoles, type OperatorRole } from '../src/domain/operator-abilities.ts'
import { platformCode } from '../src/domain/platform.ts'
import { revokeToken } from '../src/server/base/token-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { endGrantOf } from '../src/server/team/store.ts'
import { makeCommandToken } from './helpers/command-token.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { testSecret } from './helpers/test-secrets.ts'

// Every command in every role. Who may is written down here, command by command, and read from no table of the product; `set-up` asks for nobody.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const nobody = 'set-up'
const reading = ['reviewer', 'auditor'] as const
const payouts = ['payout-preparer', 'payout-approver', 'auditor'] as const
const agencies = ['support', 'reviewer', 'auditor'] as const
const invoices = [...agencies, 'payout-preparer', 'payout-approver'] as const

const who: Record<string, readonly OperatorRole[] | typeof nobody> = {
  'tenant create': nobody,
  'tenant delete': nobody,
  'tenant show': nobody,
  'outbound list': nobody,
  'secret set': nobody,
  'referrals cancel': ['reviewer'],
  'consents prove': ['support', ...reading],
  'orders import': ['payout-preparer'],
  'orders release': ['reviewer'],
  'orders cancel': ['reviewer'],
  'payout propose': ['payout-preparer'],
  'payout show': payouts,
  'payout approve': ['payout-approver'],
  'payout stop': ['payout-preparer', 'payout-approver'],
  'payout file': ['payout-approver'],
  'payout apply': ['payout-preparer'],
  'payout cancel': ['payout-preparer', 'payout-approver'],
  'payout confirm': ['payout-approver'],
  'payout held': payouts,
  'payout decide': ['payout-approver'],
  'payout list': payouts,
  'books check': nobody,
  'books export': payouts,
  'audit verify': nobody,
  'invoices create': ['reviewer'],
  'invoices list': invoices,
  'invoices file': invoices,
  'invoices paid': ['payout-preparer', 'payout-approver'],
  'vouchers import': nobody,
  'agents import': nobody,
  'content import': nobody,
  'content export': nobody,
  'content connect': nobody,
  'pictures import': nobody,
  'catalogue import': nobody,
  'catalogue export': nobody,
  'catalogue refresh': nobody,
  'catalogue status': nobody,
  'agencies list': agencies,
  'agencies activate': ['reviewer'],
  'agencies deactivate': ['reviewer'],
  'agencies import': nobody,
  'reports rebuild': nobody,
  'sales-partners list': agencies,
  'sales-partners activate': ['reviewer'],
  'sales-partners deactivate': ['reviewer'],
  'sales-partners plan': ['tenant-admin'],
  'reviews list': reading,
  'reviews decide': ['reviewer'],
  'objections list': ['support', ...reading],
  'objections close': ['reviewer'],
  'claims list': ['support', ...reading, 'payout-preparer', 'payout-approver'],
  'clawbacks remind': ['support', 'reviewer'],
  'clawbacks set-off': ['support', 'reviewer'],
  'clawbacks write-off': ['support', 'reviewer'],
  'clawbacks decide': ['reviewer', 'payout-approver'],
  'clawbacks repay': ['payout-approver'],
  'clawbacks take-back': ['payout-approver'],
  'rewards hold': ['support', 'reviewer'],
  'rewards extend': ['support', 'reviewer'],
  'goodwill grant': ['support'],
  'accounts block': ['support'],
  'accounts unblock': ['support'],
  'people export': ['support'],
  'people erase': ['support'],
  'admin token': ['support'],
  'passkeys remove': ['support'],
  'operators invite': nobody,
  'operators list': nobody,
  'operators end': nobody,
  'sessions end': nobody,
  'api-key create': nobody,
  'api-key list': nobody,
  'api-key revoke': nobody,
  'keys rotate': nobody,
  'keys leaked': nobody,
  'database distribute': nobody,
  'stats funnel': [
    'payout-preparer',
    'payout-approver',
    'editor',
    'publisher',
    'analyst',
    'tenant-admin',
    'auditor',
  ],
  'jobs list': nobody,
  'jobs retry': nobody,
}

/** What scripts may do for their person; all else that asks for somebody is decided by them. */
const forScripts = [
  'payout show',
  'payout held',
  'payout list',
  'books export',
  'invoices list',
  'invoices file',
  'agencies list',
  'sales-partners list',
  'reviews list',
  'objections list',
  'claims list',
  'stats funnel',
]

const nameOf = ({ group, name }: Command) => `${group} ${name}`
const asking = commands.filter(({ needs }) => needs !== 'set-up')

/** Whether a token is enough for a command at a tenant; why not, if not. */
async function ask(command: Command, token: string, tenant = 'bgv'): Promise<string> {
  const { needs } = command
  if (needs === 'set-up') return 'yes'
  return askPerson(server.deps, { ...command, needs }, tenant, token).then(
    () => 'yes',
    (error: Error) => error.message,
  )
}

test('every command says here who may run it, and which a script may', () => {
  expect(commands.map(nameOf).toSorted()).toEqual(Object.keys(who).toSorted())
  expect(asking.filter(({ asksPerson }) => !asksPerson).map(nameOf)).toEqual(forScripts)
  for (const command of commands)
    expect([nameOf(command), command.needs === 'set-up']).toEqual([
      nameOf(command),
      who[nameOf(command)] === nobody,
    ])
})

test.each(operatorRoles)(
  'as %s each command does what this role may, and nothing else',
  async (role) => {
    const tenant = role === 'platform-operator' ? platformCode : 'bgv'
    const person = await makeCommandToken(server, {
      tenant,
      email: `${role}@befehl.example`,
      roles: [role],
    })
    for (const command of asking) {
      const answer = await ask(command, person.token)
      const isAllowed = (who[nameOf(command)] as readonly OperatorRole[]).includes(role)
      expect([nameOf(command), answer]).toEqual([
        nameOf(command),
        isAllowed ? 'yes' : expect.stringContaining('does not allow this at bgv'),
      ])
    }
  },
)

test('a token for scripts decides nothing, one of another tenant nothing here, and one of the command line is no call’s', async () => {
  const made = (kind: 'operator-token' | 'operator-command', tenant = 'bgv') =>
    makeCommandToken(server, { tenant, email: `${kind}@befehl.example`, kind })
  const script = await made('operator-token')
  const foreign = await made('operator-command', 'telko')
  for (const command of asking) {
    const isForScripts = forScripts.includes(nameOf(command))
    expect([nameOf(command), await ask(command, script.token)]).toEqual([
      nameOf(command),
      isForScripts ? 'yes' : expect.stringContaining('decides nothing'),
    ])
    expect([nameOf(command), await ask(command, foreign.token)]).toEqual([
      nameOf(command),
      expect.stringContaining('does not allow this'),
    ])
  }
  const own = await made('operator-command')
  const called = await server.call('GET', '/bgv/betrieb/pruefungen/x', { token: own.token })
  expect(called.status).toBe(401)
})

test('an ended token, session or right ends what the command line may, at once', async () => {
  const command = commands.find((one) => nameOf(one) === 'payout list')!
  const make = (email: string) =>
    makeCommandToken(server, { tenant: 'bgv', email, roles: ['auditor'] })
  const now = Temporal.Now.instant()
  const signedOut = await make('abgemeldet@befehl.example')
  expect(await ask(command, signedOut.token)).toBe('yes')
  await withTenant(server.db, platformCode, (tx) =>
    revokeToken(tx, platformCode, signedOut.session, now),
  )
  expect(await ask(command, signedOut.token)).toContain('has ended')
  const without = await make('ohne@befehl.example')
  await withTenant(server.db, 'bgv', (tx) =>
    endGrantOf(tx, 'bgv', { operatorId: without.id, role: 'auditor', by: 'test' }, now),
  )
  expect(await ask(command, without.token)).toContain('does not allow this')
  const late = await make('spaet@befehl.example')
  const clock = { ...server.deps.clock, realNow: () => now.add({ minutes: 61 }) }
  const { needs } = command
  if (needs === 'set-up') throw new Error('payout list asks for somebody')
  await expect(
    askPerson({ ...server.deps, clock }, { ...command, needs }, 'bgv', late.token),
  ).rejects.toThrow('has ended')
})

test('without a token nothing runs; with it the log names the person, their session, why and the command', async () => {
  const { id, token } = await makeCommandToken(server, { tenant: 'bgv' })
  const environment = {
    DATABASE_URL: server.database.appUrl,
    SECRET_KEY: testSecret,
    PUBLIC_ORIGIN: 'https://empfehlen.example',
  }
  const words = ['accounts', 'block', '--all', '--tenant', 'bgv', '--reason', 'Probe des Notfalls']
  const bare = await runCliHere(environment, words)
  expect([bare.code, bare.err]).toEqual([1, expect.stringContaining('asks for your own token')])
  expect((await runCliHere({ ...environment, ZUSPRUCH_TOKEN: token }, words)).code).toBe(0)
  const rows = await withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant', '=', 'bgv')
      .where('action', '=', 'accounts-blocked')
      .execute(),
  )
  expect(rows).toMatchObject([
    {
      actor_kind: 'operator',
      actor_id: id,
      reason: 'Probe des Notfalls',
      request_id: 'command line: accounts block',
      actor_role: expect.stringContaining('support'),
      session_id: expect.any(String),
    },
  ])
})
