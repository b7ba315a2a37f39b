import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { listGiven } from '../reward/goodwill-store.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { saveBankAccount } from '../reward/bank-store.ts'
import { accountPlace, sealBankData } from '../reward/check-bank-data.ts'
import { ibanOf, useRewards, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `kulanz${++made}@betrieb.example`, roles, tenant)
const Grund = 'Der Fehler lag bei uns'

const ask = (token: string, accountId: string, body: object) =>
  server.call('POST', `/standard/betrieb/personen/${accountId}/kulanz`, { token, body })
async function propose(cents: number, by?: { token: string }, email?: string) {
  const { token } = by ?? (await operator(['support']))
  const account = await bench.makeAccount(email)
  const id = crypto.randomUUID()
  const wish = { Id: id, WertCent: cents, Grund: 'Mail kam nie an' }
  const { status, body } = await ask(token, account.accountId, wish)
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
const auditOf = (...subjects: string[]) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', 'in', subjects)
      .orderBy('number')
      .execute(),
  )

test('goodwill above the limit for one person is proposed, whatever the parts, and once per form', async () => {
  const { token } = await operator(['support'])
  const [{ accountId }, other] = [await bench.makeAccount(), await bench.makeAccount()]
  const grant = async (
    WertCent: number,
    Id: string = crypto.randomUUID(),
    reason = Grund,
    to = accountId,
  ) => {
    const answer = await ask(token, to, { Id, WertCent, Grund: reason })
    return answer.status === 200 ? answer.body.Ergebnis : answer.status
  }
  const form = crypto.randomUUID()
  expect(await grant(1_500, form)).toBe('gewaehrt')
  expect(await grant(1_500, form)).toBe('schon')
  expect(await grant(100_001)).toBe(400)
  const second = crypto.randomUUID()
  expect(await grant(1_100, second, 'Noch ein Grund')).toBe('vorgeschlagen')
  expect(await grant(1_100, second, 'Noch ein Grund')).toBe('schon')
  expect(await grant(5_000)).toBe(400) // one proposal at a time
  const both = await Promise.all([
    grant(1_500, undefined, 'Erstens', other.accountId),
    grant(1_500, undefined, 'Zweitens', other.accountId),
  ])
  expect(both.toSorted()).toEqual(['gewaehrt', 'vorgeschlagen'])
  const [row] = await auditOf(form)
  expect(row).toMatchObject({ action: 'goodwill-granted', actor_kind: 'operator', reason: Grund })
})

test('what one mailbox, household or bank account is given counts as one person, also by parallel calls', async () => {
  const { token } = await operator(['support'])
  const grant = async ({ accountId }: { accountId: string }) => {
    const body = { Id: crypto.randomUUID(), WertCent: 2_500, Grund }
    return (await ask(token, accountId, body)).body.Ergebnis
  }
  const emails = ['sammel+1@post.example', 'sammel+2@post.example', 'sammel+3@post.example']
  const alike = await Promise.all(emails.map((email) => bench.makeAccount(email)))
  const once = ['gewaehrt', 'vorgeschlagen', 'vorgeschlagen']
  expect((await Promise.all(alike.map(grant))).toSorted()).toEqual(once)

  const [first, sameBank] = [await bench.makeAccount(), await bench.makeAccount()]
  for (const { accountId: id } of [first, sameBank]) {
    const data = { holder: 'Mira Muster', iban: ibanOf(77), bic: null }
    const sealed = sealBankData(server.deps.keys, data, accountPlace('standard', id))
    await bench.run((tx) => saveBankAccount(tx, 'standard', id, sealed, server.clock.now()))
  }
  expect([await grant(first), await grant(sameBank)]).toEqual(['gewaehrt', 'vorgeschlagen'])

  const referral = await bench.makeReferral()
  const home = { street: 'Kulanzweg', houseNumber: '7', zip: '76133' }
  const house = [await bench.makeAccount(), await bench.makeAccount()]
  for (const { email } of house) await bench.makeRecipient(referral, { ...home, email })
  expect([await grant(house[0]!), await grant(house[1]!)]).toEqual(['gewaehrt', 'vorgeschlagen'])
})

test('one operator gives no more than a limit alone, however many people it goes to', async () => {
  const { email } = await operator(['support'])
  const day = async (times: number) => {
    const { token } = await makeOperator(server, email, ['support'])
    const outcomes = []
    for (let at = 0; at < times; at++) {
      const { accountId } = await bench.makeAccount()
      const body = { Id: crypto.randomUUID(), WertCent: 2_500, Grund }
      outcomes.push((await ask(token, accountId, body)).body.Ergebnis)
    }
    server.clock.advance('PT24H')
    return outcomes
  }
  const done = (times: number) => Array(times).fill('gewaehrt')
  expect(await day(5)).toEqual([...done(4), 'vorgeschlagen'])
  expect(await day(5)).toEqual([...done(4), 'vorgeschlagen'])
  expect(await day(3)).toEqual([...done(2), 'vorgeschlagen'])
})

test('one person gets nobody 3 x 1,000 euros: not in parts, over days, by two rights, and not by one second person either', async () => {
  const roles = ['support', 'reviewer', 'payout-approver'] as const
  const who = await operator(roles)
  const invented = await bench.makeAccount('erfunden@post.example')
  const give = async (WertCent: number, token: string) => {
    const body = { Id: crypto.randomUUID(), WertCent, Grund }
    const answer = await ask(token, invented.accountId, body)
    return { id: body.Id, said: answer.status === 200 ? answer.body.Ergebnis : answer.status }
  }
  const first = await give(100_000, who.token)
  expect(first.said).toBe('vorgeschlagen')
  expect((await decide(first.id, who.token)).body.ErrorCode).toBe('PSOF0708')
  expect(await rewardsOf(invented.accountId)).toEqual([])
  // The same person by another right or another day has no more than the limit alone.
  const second = await operator(['payout-approver'])
  expect((await decide(first.id, second.token)).status).toBe(200)
  for (let turn = 0; turn < 3; turn++) {
    server.clock.advance('P7D')
    const { token } = await makeOperator(server, who.email, roles)
    expect((await give(turn === 0 ? 2_500 : 100_000, token)).said).toBe(
      turn === 0 ? 'vorgeschlagen' : 400,
    )
  }
  // Nor does who agreed once agree again within 30 days, nor whoever proposed it.
  const again = await makeOperator(server, second.email, ['payout-approver'])
  const { rows } = await bench.run((tx) =>
    sql<{ id: string }>`select request_id as id from goodwill_requests
      where tenant = 'standard' and account_id = ${invented.accountId} and decided_at is null`.execute(
      tx,
    ),
  )
  expect((await decide(rows[0]!.id, again.token)).body.ErrorCode).toBe('PSOF0709')
  expect(await rewardsOf(invented.accountId)).toEqual([{ reward_id: first.id, cents: 100_000 }])
})

test('a second person approves no more than a sum in a day, however many people it goes to, also at once', async () => {
  const approver = await operator(['payout-approver'])
  const ids: string[] = []
  for (let at = 0; at < 4; at++) ids.push((await propose(100_000)).id)
  const answers = await Promise.all(ids.map((id) => decide(id, approver.token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403])
  const left = ids[answers.findIndex(({ status }) => status === 403)]!
  expect((await show(left, approver.token)).body.HoechstensCent).toBe(0)
  expect((await decide(left, (await operator(['payout-approver'])).token)).status).toBe(200)
})

test('a person’s page says what of that is left for this person and this operator', async () => {
  const [first, second] = [await operator(['support']), await operator(['support'])]
  const [known, other] = [await bench.makeAccount(), await bench.makeAccount()]
  const left = async ({ token }: { token: string }, { accountId } = known) =>
    (await server.call('GET', `/standard/betrieb/personen/${accountId}`, { token })).body.AlleinCent
  const grant = (WertCent: number, { accountId } = known) =>
    ask(first.token, accountId, { Id: crypto.randomUUID(), WertCent, Grund })
  expect(await left(first)).toBe(2_500)
  await grant(900)
  for (const who of [first, second]) expect(await left(who)).toBe(1_600)
  expect(await left(first, other)).toBe(2_500)
  await grant(1_600)
  expect(await left(second)).toBe(0)
  for (let at = 0; at < 2; at++) await grant(2_500, await bench.makeAccount())
  await grant(1_900, await bench.makeAccount())
  expect([await left(first, other), await left(second, other)]).toEqual([600, 2_500])
  expect(await left(await operator(['reviewer']))).toBeNull()
})

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
  expect(await auditOf(id, accountId)).toEqual(
    expect.arrayContaining([
      { action: 'goodwill-proposed', actor_kind: 'operator', reason: 'Mail kam nie an' },
      { action: 'goodwill-granted', actor_kind: 'operator', reason: Grund },
      { action: 'goodwill-approved', actor_kind: 'operator', reason: Grund },
    ]),
  )
})

test('a person’s timeline says how much was proposed', async () => {
  const { accountId } = await propose(6_000)
  const { token } = await operator(['support'])
  const { body } = await server.call('GET', `/standard/betrieb/personen/${accountId}`, { token })
  const proposed = body.Ereignisse.filter(
    (one: Record<string, unknown>) => one['Einzelheit'] === 'goodwill-proposed',
  )
  expect(proposed).toMatchObject([{ Art: 'audit', Cent: 6_000 }])
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

test('the id of a proposal is nobody else’s: no goodwill takes it, and the proposal stays to be granted', async () => {
  const [support, reviewer] = [await operator(['support']), await operator(['reviewer'])]
  const { id, accountId } = await propose(9_000)
  const { accountId: other } = await bench.makeAccount()
  const give = async (to: string, WertCent: number) => {
    const { status, body } = await ask(support.token, to, { Id: id, WertCent, Grund })
    return status === 200 ? body.Ergebnis : status
  }
  const parallel = [give(other, 1_000), give(other, 9_000), give(accountId, 1_000)]
  expect(await Promise.all(parallel)).toEqual([400, 400, 400])
  expect(await give(accountId, 9_000)).toBe('schon')
  expect((await decide(id, reviewer.token)).status).toBe(200)
  expect(await rewardsOf(accountId)).toEqual([{ reward_id: id, cents: 9_000 }])
  expect(await rewardsOf(other)).toEqual([])
  expect(await give(accountId, 9_000)).toBe('schon')
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
  expect(masked.Summen.WertCent).toBe(sum)
  expect(row(await list('auditor', { Stand: ['abgelehnt'] }))).toBeUndefined()
})

test('Today has what others proposed as work of whoever decides, and what oneself proposed apart', async () => {
  const tasks = async ({ token }: { token: string }) => {
    const { body } = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
    const found = ['goodwill', 'own-goodwill'].map((kind) =>
      body.Aufgaben.find(({ Art }: { Art: string }) => Art === kind),
    )
    return found.map((task) => [task.Entscheidbar, task.OhneFrist, task.WertCent])
  }
  const both = ['support', 'reviewer'] as const
  const [first, second] = [await operator(both), await operator(both)]
  const [[, count, cents]] = (await tasks(first)) as [number[]]
  await propose(5_000, first)
  expect(await tasks(first)).toEqual([
    [true, count, cents],
    [false, 1, 5_000],
  ])
  expect(await tasks(second)).toEqual([
    [true, count! + 1, cents! + 5_000],
    [false, 0, 0],
  ])
})

test('who is erased takes the proposals along', async () => {
  const { id, accountId } = await propose(5_000)
  const { token } = await operator(['support'])
  const path = `/standard/betrieb/personen/${accountId}`
  const { Ausstehend } = (await server.call('GET', path, { token })).body
  expect(Ausstehend).toMatchObject({ Verfaellt: 0, KulanzvorschlagCent: 5_000 })
  const erased = await server.call('POST', `${path}/loeschung`, {
    token,
    body: { PraemienVerfallen: true, Grund },
  })
  expect(erased.body.Ergebnis).toBe('geloescht')
  expect((await show(id, token)).status).toBe(404)
  expect((await decide(id, (await operator(['reviewer'])).token)).status).toBe(404)
})

test('the sums of 30 days read the log by an index of those rows alone', async () => {
  const plan = await bench.run(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const plans: string[] = []
    const explaining = tx.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind !== 'RawNode') throw new Error(`not a statement of SQL: ${node.kind}`)
        const [first, ...more] = node.sqlFragments
        return { ...node, sqlFragments: [`explain ${first}`, ...more] }
      },
      transformResult: async ({ result }) => {
        plans.push(result.rows.map((row) => row['QUERY PLAN']).join('\n'))
        return { ...result, rows: [] }
      },
    })
    await listGiven(explaining as typeof tx, 'standard', server.deps.clock.now())
    return plans.join('\n')
  })
  expect(plan).toContain('audit_log_given')
  expect(plan).toContain('repayments_given')
  expect(plan).not.toMatch(/Seq Scan on (audit_log|repayments)/)
})
