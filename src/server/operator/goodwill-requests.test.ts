import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `kulanz${++made}@betrieb.example`, roles, tenant)
const Grund = 'Der Fehler lag bei uns'

async function propose(cents: number, by?: { token: string }, email?: string) {
  const { token } = by ?? (await operator(['support']))
  const account = await bench.makeAccount(email)
  const id = crypto.randomUUID()
  const { status, body } = await server.call(
    'POST',
    `/standard/betrieb/personen/${account.accountId}/kulanz`,
    { token, body: { Id: id, WertCent: cents, Grund: 'Mail kam nie an' } },
  )
  expect([status, body.Ergebnis]).toEqual([200, 'vorgeschlagen'])
  return { id, ...account }
}
const decide = (id: string, token: string, changes: object = {}, tenant = 'standard') =>
  server.call('PUT', `/${tenant}/betrieb/kulanz/${id}/entscheidung`, {
    token,
    body: { Version: 1, Entscheidung: 'gewaehrt', Grund, ...changes },
  })
const show = async (id: string, token: string) =>
  server.call('GET', `/standard/betrieb/kulanz/${id}`, { token })
const rewardsOf = (accountId: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('rewards')
      .select(['reward_id', 'cents'])
      .where('tenant', '=', 'standard')
      .where('account_id', '=', accountId)
      .execute(),
  )

test('a second person grants what was proposed: once, with both reasons in the log', async () => {
  const { id, accountId } = await propose(6_000)
  const reviewer = await operator(['reviewer'])
  expect(await rewardsOf(accountId)).toEqual([])
  const before = await show(id, reviewer.token)
  expect(before.body).toMatchObject({
    Stand: 'offen',
    WertCent: 6_000,
    GewaehrtCent: 0,
    HoechstensCent: 10_000,
    Eigener: false,
    EigenerVorschlag: false,
    Grund: 'Mail kam nie an',
  })
  expect((await decide(id, reviewer.token)).status).toBe(200)
  expect(await rewardsOf(accountId)).toEqual([{ reward_id: id, cents: 6_000 }])
  const again = await decide(id, reviewer.token)
  expect([again.status, again.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  const after = await show(id, reviewer.token)
  expect(after.body).toMatchObject({ Stand: 'gewaehrt', Begruendung: Grund, GewaehrtCent: 6_000 })
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', 'in', [id, accountId])
      .orderBy('number')
      .execute(),
  )
  expect(log).toEqual(
    expect.arrayContaining([
      { action: 'goodwill-proposed', reason: 'Mail kam nie an' },
      { action: 'goodwill-granted', reason: Grund },
      { action: 'goodwill-approved', reason: Grund },
    ]),
  )
})

test('of eight at once one decides, and nothing is granted twice', async () => {
  const { id, accountId } = await propose(5_000)
  const people = await Promise.all(Array.from({ length: 8 }, () => operator(['reviewer'])))
  const answers = await Promise.all(
    people.map(({ token }, at) =>
      decide(id, token, { Entscheidung: at % 2 ? 'abgelehnt' : 'gewaehrt' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect((await rewardsOf(accountId)).length).toBeLessThan(2)
})

test('nobody decides about the own proposal, about themselves or above the limit of the role', async () => {
  const both = await operator(['support', 'reviewer', 'payout-approver'])
  const own = await propose(5_000, both)
  const [refused, shown] = [await decide(own.id, both.token), await show(own.id, both.token)]
  expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  expect(shown.body.EigenerVorschlag).toBe(true)

  const self = await operator(['reviewer'])
  const about = await propose(5_000, undefined, self.email.replace('@', '+x@'))
  const ownCase = await decide(about.id, self.token)
  expect([ownCase.status, ownCase.body.ErrorCode]).toEqual([403, 'PSOF0706'])

  const reviewer = await operator(['reviewer'])
  const large = await propose(10_001)
  const above = await decide(large.id, reviewer.token)
  expect([above.status, above.body.ErrorCode]).toEqual([403, 'PSOF0709'])
  for (const { accountId } of [own, about, large]) expect(await rewardsOf(accountId)).toEqual([])
  // Refusing costs nothing, whatever the amount.
  expect((await decide(large.id, reviewer.token, { Entscheidung: 'abgelehnt' })).status).toBe(200)
  const approver = await operator(['payout-approver'])
  const most = await propose(100_000)
  expect((await decide(most.id, approver.token)).status).toBe(200)
})

test('a decision needs a reason, the right, the tenant and a proposal that is there', async () => {
  const { id } = await propose(5_000)
  const reviewer = await operator(['reviewer'])
  expect((await decide(id, reviewer.token, { Grund: ' ' })).status).toBe(400)
  for (const role of ['support', 'auditor', 'payout-preparer', 'tenant-admin'] as const)
    expect((await decide(id, (await operator([role])).token)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  expect((await decide(id, elsewhere.token)).status).toBe(403)
  expect((await decide(id, elsewhere.token, {}, 'telko')).status).toBe(404)
  expect((await decide(crypto.randomUUID(), reviewer.token)).status).toBe(404)
  expect((await decide('x', reviewer.token)).status).toBe(404)
})

test('a proposal with the id of another reward is refused, and one that met it is not approved', async () => {
  const { token } = await operator(['support'])
  const reviewer = await operator(['reviewer'])
  const { rewards } = await bench.makeReward()
  const account = await bench.makeAccount()
  const path = `/standard/betrieb/personen/${account.accountId}/kulanz`
  for (const WertCent of [2_000, 6_000]) {
    const body = { Id: rewards[0]!.reward_id, WertCent, Grund }
    expect((await server.call('POST', path, { token, body })).status).toBe(400)
  }
  const request = await propose(6_000)
  const grant = { email: account.email, cents: 100, reason: Grund, rewardId: request.id }
  await bench.run((tx) => grantGoodwill(tx, server.deps, bench.tenant, grant, system))
  expect((await decide(request.id, reviewer.token)).status).toBe(500)
  expect((await show(request.id, reviewer.token)).body.Stand).toBe('offen')
})

test('a role’s limit is for one person in all, whatever the parts', async () => {
  const reviewer = await operator(['reviewer'])
  const support = await operator(['support'])
  const first = await propose(10_000, support)
  expect((await decide(first.id, reviewer.token)).status).toBe(200)
  const again = await propose(5_000, support, first.email.replace('@', '+x@'))
  expect((await show(again.id, reviewer.token)).body.HoechstensCent).toBe(0)
  expect((await decide(again.id, reviewer.token)).body.ErrorCode).toBe('PSOF0709')
  const approver = await operator(['payout-approver'])
  expect((await decide(again.id, approver.token)).status).toBe(200)
})

test('the queue shows initials to those who may not see people, and sums the filter', async () => {
  const { id, accountId } = await propose(7_700)
  const list = async (role: OperatorRole, Filter = {}) => {
    const { token } = await operator([role])
    const { status, body } = await server.call('PUT', '/standard/betrieb/kulanz', {
      token,
      body: { OrderBy: 'WertCent', Descending: true, Filter },
    })
    expect([role, status]).toEqual([role, 200])
    return body
  }
  const row = (body: { Content: { KulanzId: string }[] }) =>
    body.Content.find(({ KulanzId }) => KulanzId === id)
  expect(row(await list('reviewer'))).toMatchObject({ Person: accountId, Name: 'Wera Werber' })
  const masked = await list('payout-approver')
  expect(row(masked)).toMatchObject({ Person: null, Name: 'W. W.' })
  const sum = masked.Content.reduce(
    (all: number, { WertCent }: { WertCent: number }) => all + WertCent,
    0,
  )
  expect(masked.Summen.WertCent ?? masked.Summen.Cent ?? Object.values(masked.Summen)[0]).toBe(sum)
  expect(row(await list('auditor', { Stand: ['abgelehnt'] }))).toBeUndefined()
})

test('who is erased takes the proposals along', async () => {
  const { id, accountId } = await propose(5_000)
  const { token } = await operator(['support'])
  const erased = await server.call('POST', `/standard/betrieb/personen/${accountId}/loeschung`, {
    token,
    body: { PraemienVerfallen: true, Grund },
  })
  expect(erased.body.Ergebnis).toBe('geloescht')
  expect((await show(id, token)).status).toBe(404)
  expect((await decide(id, (await operator(['reviewer'])).token)).status).toBe(404)
})
