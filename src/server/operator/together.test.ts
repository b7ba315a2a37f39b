import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { endGrantOf } from '../team/store.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { makeHeldReward } from './reviews.test-helper.ts'

// Several people at one record: who is there, who was first, and what can be taken back.

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[] = ['reviewer'], tenant = 'standard') =>
  makeOperator(server, `zusammen${++made}@betrieb.example`, roles, tenant)
type Who = Awaited<ReturnType<typeof operator>>
const nameOf = ({ email }: Who) => `Person ${email.split('@')[0]}`

const call = (
  who: { token: string },
  method: string,
  path: string,
  body?: object,
  at = 'standard',
) =>
  server.call(method, `/${at}/betrieb/${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  })

const attend = async (who: Who, record: string, leaves = false, at = 'standard') => {
  const { status, body } = await call(who, 'PUT', `anwesenheit/${record}`, { Geht: leaves }, at)
  return status === 200 ? body.Andere.map(({ Name }: { Name: string }) => Name) : status
}

test('two people at one record see each other, until one leaves or was not heard of for a minute', async () => {
  const [one, other, third] = [await operator(), await operator(), await operator(['support'])]
  const record = `reward/${crypto.randomUUID()}`
  expect(await attend(one, record)).toEqual([])
  expect(await attend(other, record)).toEqual([nameOf(one)])
  expect(await attend(third, record)).toEqual([nameOf(one), nameOf(other)])
  // Nobody sees themselves, nor anybody at another record.
  expect(await attend(one, record)).toEqual([nameOf(other), nameOf(third)])
  expect(await attend(one, `reward/${crypto.randomUUID()}`)).toEqual([])
  expect(await attend(other, record, true)).toEqual([nameOf(one), nameOf(third)])
  expect(await attend(one, record)).toEqual([nameOf(third)])
  // Real time: the demo's clock drives nobody away.
  await bench.run((tx) =>
    tx
      .updateTable('presences')
      .set({ seen_at: server.deps.clock.realNow().subtract({ seconds: 61 }).toString() })
      .where('tenant', '=', 'standard')
      .where('operator_id', '=', third.id)
      .execute(),
  )
  expect(await attend(one, record)).toEqual([])
  const left = await bench.run((tx) =>
    tx
      .selectFrom('presences')
      .select('operator_id')
      .where('tenant', '=', 'standard')
      .where('operator_id', '=', third.id)
      .execute(),
  )
  expect(left).toEqual([])
})

test('who is at a record is told to people of this tenant who may read it, and to nobody else', async () => {
  const inside = await operator()
  const record = `reward/${crypto.randomUUID()}`
  await attend(inside, record)
  expect(await attend(await operator(['auditor']), record)).toEqual([nameOf(inside)])
  // A role that sees no rewards, another tenant's person, and the same id at that tenant.
  expect(await attend(await operator(['tenant-admin']), record)).toBe(403)
  expect(await attend(await operator(['analyst']), record)).toBe(403)
  const elsewhere = await operator(['reviewer'], 'telko')
  expect(await attend(elsewhere, record)).toBe(403)
  expect(await attend(elsewhere, record, false, 'telko')).toEqual([])
  expect(await attend(await operator(['auditor']), `gibtsnicht/1`)).toBe(400)
  // Ended rights and sessions are neither seen nor see.
  const late = await operator()
  await bench.run((tx) =>
    endGrantOf(
      tx,
      'standard',
      { operatorId: late.id, role: 'reviewer', by: 'test' },
      server.deps.clock.realNow(),
    ),
  )
  expect(await attend(late, record)).toBe(403)
})

test('of many at once each sees the others, and none waits for another or fails', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => operator()))
  const record = `reward/${crypto.randomUUID()}`
  for (const leaves of [false, true, false])
    for (const seen of await Promise.all(people.map((one) => attend(one, record, leaves))))
      expect(seen).toBeInstanceOf(Array)
  expect(await attend(people[0]!, record)).toHaveLength(11)
})

/** Refused because somebody else was first; the answer says who, when and what. */
function expectFirst(answer: Awaited<ReturnType<typeof call>>, first: Who, action: string) {
  expect([answer.status, answer.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  expect(answer.body.Details).toMatchObject({ Wer: nameOf(first), Aktion: action })
  expect(answer.body.Message).toMatch(
    new RegExp(`^${nameOf(first)} hat um \\d\\d:\\d\\d .+\\. Nichts wurde überschrieben\\.$`),
  )
}

test('whoever comes too late learns who was first, when, and what that was: in a case, at a person, at goodwill', async () => {
  const [first, late] = [await operator(), await operator()]
  const held = await makeHeldReward(server, bench)
  const decision = (Grund: string) => ({ Version: 1, Entscheidung: 'abgelehnt', Grund })
  const decide = (who: Who, Grund: string) =>
    call(who, 'PUT', `pruefungen/${held.id}/entscheidung`, decision(Grund))
  expect((await decide(first, 'not-eligible')).status).toBe(200)
  const refused = await decide(late, 'not-eligible')
  expectFirst(refused, first, 'review-refused')
  expect(refused.body.Message).toContain('abgelehnt')

  const [support, other] = [await operator(['support']), await operator(['support'])]
  const { accountId } = await bench.makeAccount()
  const rename = (who: Who, Version: number, Vorname: string) =>
    call(who, 'PUT', `personen/${accountId}/name`, { Version, Vorname, Grund: 'Tippfehler' })
  const { Version } = (await call(support, 'GET', `personen/${accountId}`)).body
  // That somebody looked at a person is no change.
  await call(other, 'GET', `personen/${accountId}`)
  const answers = await Promise.all([
    rename(support, Version, 'Ada'),
    rename(other, Version, 'Ida'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = answers[0]!.status === 200 ? support : other
  expectFirst(
    answers.find(({ status }) => status === 409)!,
    winner,
    'correct-name',
  )
  const { body } = await call(support, 'GET', `personen/${accountId}`)
  expect([body.Vorname, body.Version]).toEqual([winner === support ? 'Ada' : 'Ida', Version + 1])
  for (const [path, more] of [
    ['sperre', { Gesperrt: true }],
    ['email', { Email: 'neu@post.example' }],
  ] as const) {
    const stale = { Version, Grund: 'zu spät', ...more }
    expectFirst(
      await call(other, 'PUT', `personen/${accountId}/${path}`, stale),
      winner,
      'correct-name',
    )
  }

  const proposed = await bench.makeAccount()
  const Id = crypto.randomUUID()
  const kulanz = { Id, WertCent: 6_000, Grund: 'Mail kam nie an' }
  await call(support, 'POST', `personen/${proposed.accountId}/kulanz`, kulanz)
  const grant = { Version: 1, Entscheidung: 'abgelehnt', Grund: 'Kein Fehler von uns' }
  expect((await call(first, 'PUT', `kulanz/${Id}/entscheidung`, grant)).status).toBe(200)
  // What else happens to the person is not what happened to the proposal.
  await call(support, 'POST', `personen/${proposed.accountId}/notizen`, { Text: 'Rief an' })
  expectFirst(
    await call(late, 'PUT', `kulanz/${Id}/entscheidung`, grant),
    first,
    'goodwill-refused',
  )
})

test('who took or put off a case takes it back within a minute: to what it was, once, with a row in the log', async () => {
  const [own, other] = [await operator(), await operator()]
  const { id } = await makeHeldReward(server, bench)
  const act = (who: Who, path: string, body: object) =>
    call(who, 'PUT', `pruefungen/${id}/${path}`, body)
  const undo = (who: Who, Version: number) => act(who, 'rueckgaengig', { Version })
  const show = async () => (await call(own, 'GET', `pruefungen/${id}`)).body
  // Nothing was done yet.
  expect((await undo(own, 1)).body.ErrorCode).toBe('PSOF0710')
  await act(own, 'zuweisung', { Version: 1, BeiMir: true })
  await act(own, 'wiedervorlage', {
    Version: 2,
    Bis: server.deps.clock.today().add({ days: 3 }).toString(),
    Grund: 'Ausweis folgt',
  })
  expect((await undo(other, 3)).body.ErrorCode).toBe('PSOF0710')
  const answers = await Promise.all([3, 3, 3].map((version) => undo(own, version)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await show()).toMatchObject({ Version: 4, BeiMir: true, ZurueckgestelltBis: null })
  // An undo is not undone, and the act before it is no longer the last.
  expect((await undo(own, 4)).body.ErrorCode).toBe('PSOF0710')
  await act(own, 'zuweisung', { Version: 4, BeiMir: false })
  // After somebody else's change it is refused, and says whose.
  await act(other, 'zuweisung', { Version: 5, BeiMir: true })
  expectFirst(await undo(own, 5), other, 'review-taken')
  await act(other, 'zuweisung', { Version: 6, BeiMir: false })
  server.clock.set(server.deps.clock.now().add({ seconds: 61 }).toString())
  const late = await undo(other, 7)
  expect([late.status, late.body.ErrorCode]).toEqual([409, 'PSOF0710'])
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', '=', 'act-undone')
      .execute(),
  )
  expect(rows).toEqual([
    { actor_id: own.id, details: expect.objectContaining({ undone: 'review-snoozed' }) },
  ])
  // The log says which of the two it was.
  const assigned = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select('action')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', 'in', ['review-taken', 'review-given-back', 'review-assigned'])
      .orderBy('number')
      .execute(),
  )
  expect(assigned.map(({ action }) => action)).toEqual([
    'review-taken',
    'review-given-back',
    'review-taken',
    'review-given-back',
  ])
})

test('a note is taken back by its writer alone, within a minute, and nobody else’s with it', async () => {
  const [own, other] = [await operator(['support']), await operator(['support'])]
  const { accountId } = await bench.makeAccount()
  const write = (who: Who, Text: string) =>
    call(who, 'POST', `personen/${accountId}/notizen`, { Text })
  const undo = (who: Who) => call(who, 'PUT', `personen/${accountId}/notizen/rueckgaengig`)
  const notes = async () =>
    (await call(own, 'GET', `personen/${accountId}`)).body.Notizen.map(
      ({ Text }: { Text: string }) => Text,
    )
  await write(own, 'Rief an')
  expect((await undo(other)).body.ErrorCode).toBe('PSOF0710')
  await write(other, 'Schrieb')
  expect((await undo(own)).status).toBe(200)
  expect(await notes()).toEqual(['Schrieb'])
  expect((await undo(own)).status).toBe(409)
  server.clock.set(server.deps.clock.now().add({ seconds: 61 }).toString())
  expect((await undo(other)).status).toBe(409)
  expect(await notes()).toEqual(['Schrieb'])
})
