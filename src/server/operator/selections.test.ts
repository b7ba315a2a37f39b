import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { endItem, insertSelection } from '../base/selection-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { makeHeldReward } from './reviews.test-helper.ts'
import { runSelection } from './run-selection.ts'

let server: TestServer
let bench: Bench
let maker: Awaited<ReturnType<typeof makeOperator>>
let second: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(async () => {
  server.clock.set(testNow)
  maker = await makeOperator(server, 'stapel@post.example', ['reviewer'])
  second = await makeOperator(server, 'zweite@post.example', ['reviewer'])
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const call = (method: string, path: string, body?: unknown, { token } = maker, at = 'standard') =>
  server.call(method, `/${at}/betrieb${path}`, { token, ...(body === undefined ? {} : { body }) })
const select = async (body: object, who = maker) =>
  (await call('PUT', '/pruefungen/stapel', { Vorhaben: 'anerkennen', ...body }, who)).body
    .StapelId as string
const show = async (id: string, who = maker) =>
  (await call('GET', `/stapel/${id}`, undefined, who)).body
const start = (id: string, body: object = { Grund: 'evidence' }, who = maker, Version = 1) =>
  call('PUT', `/stapel/${id}/ausfuehrung`, { Version, ...body }, who)
const run = (id: string, signal?: AbortSignal) => runSelection(server.deps, 'standard', id, signal)
async function makeHeld(count: number, of?: Parameters<typeof makeHeldReward>[2]) {
  const held = []
  for (let one = 0; one < count; one++) held.push(await makeHeldReward(server, bench, of))
  return held
}
const idsOf = (held: { id: string }[]) => held.map(({ id }) => id)

test('exactly what the preview showed is carried out: what changed, own cases and appeals are skipped, and what came later is left', async () => {
  const own = await bench.makeAccount('stapel+privat@post.example')
  const [good, changed] = await makeHeld(2)
  const [mine] = await makeHeld(1, { account: own })
  const id = await select({ Filter: {} })
  const before = await show(id)
  expect(before).toMatchObject({ Stand: 'preview', Erledigt: 0, Eigener: true })
  const named = (id: string) =>
    before.Posten.find(({ Id }: { Id: string }) => Id === id) as Record<string, unknown>
  for (const { id: one, order } of [good!, changed!, mine!])
    expect(named(one)).toMatchObject({ Auftrag: order, Name: expect.stringMatching(/\w \w/) })
  expect(before.Posten).toHaveLength(before.Anzahl)
  expect((await call('GET', `/stapel/${id}?Seite=2`)).body.Posten).toEqual([])
  const sum = before.Gruppen.reduce(
    (cents: number, one: { WertCent: number }) => cents + one.WertCent,
    0,
  )
  expect(sum).toBe(before.WertCent)
  const [later] = await makeHeld(1)
  await call('PUT', `/pruefungen/${changed!.id}/zuweisung`, { Version: 1, BeiMir: true }, second)
  expect((await start(id, { Grund: 'duplicate' })).status).toBe(400)
  const starts = await Promise.all([start(id), start(id)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await Promise.all([run(id), run(id)])
  const after = await show(id)
  expect(after).toMatchObject({ Stand: 'done', Anzahl: before.Anzahl, Uebersprungen: 2 })
  expect(after.Erledigt).toBe(before.Anzahl - 2)
  expect(
    after.Ausgelassen.toSorted((a: { Warum: string }, b: { Warum: string }) =>
      a.Warum.localeCompare(b.Warum),
    ),
  ).toEqual([
    { Id: changed!.id, Warum: 'changed' },
    { Id: mine!.id, Warum: 'own-case' },
  ])
  const reviewOf = async ({ id: reward }: { id: string }) => (await bench.readReward(reward)).review
  expect(await Promise.all([good!, changed!, mine!, later!].map(reviewOf))).toEqual([
    'approved',
    'held',
    'held',
    'held',
  ])
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', good!.id)
      .where('action', '=', 'review-approved')
      .execute(),
  )
  expect(rows).toEqual([{ actor_id: maker.id, reason: 'Nachweise liegen vor und stimmen.' }])
})

const rowsAbout = (...ids: string[]) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select([
        'action',
        'actor_id',
        'actor_role as role',
        'session_id as session',
        'subject_id',
        'reason',
        'details',
      ])
      .where('tenant', '=', 'standard')
      .where('subject_id', 'in', ids)
      .orderBy('number')
      .execute(),
  )

test('each row of its items says by which selection, and who started it in which role and session; so does the row of its end', async () => {
  const of = (who: typeof maker) => ({ actor_id: who.id, role: 'reviewer', session: who.session })
  const [good, changed] = await makeHeld(2)
  const id = await select({ Ids: idsOf([good!, changed!]) })
  await start(id)
  await call('PUT', `/pruefungen/${changed!.id}/zuweisung`, { Version: 1, BeiMir: true }, second)
  await run(id)
  const rows = await rowsAbout(good!.id, id)
  const items = rows.filter((row) => row.subject_id === good!.id && row.actor_id !== 'system')
  expect(items.map(({ action }) => action)).toContain('review-approved')
  for (const row of items) expect(row).toMatchObject({ ...of(maker), details: { selection: id } })
  const ends = rows.filter(({ subject_id }) => subject_id === id)
  expect(ends).toMatchObject([
    { ...of(maker), action: 'selection-started' },
    {
      ...of(maker),
      action: 'selection-done',
      reason: 'Nachweise liegen vor und stimmen.',
      details: {
        before: { state: 'running' },
        after: { state: 'done', done: 1, skipped: 1 },
      },
    },
  ])

  const referral = await bench.makeReferral({ share: 50 })
  const number = await bench.makeOrder(referral, await bench.makeRecipient(referral))
  const { body } = await call('PUT', '/auftraege/stapel', { Ids: [number] })
  await start(body.StapelId, { Notiz: 'Der Anbieter bat darum' })
  await run(body.StapelId)
  expect((await rowsAbout(number)).at(-1)).toMatchObject({
    ...of(maker),
    action: 'order-released',
    details: { selection: body.StapelId },
  })
})

test('one that ends because its starter lost the right has a row of the programme, with what was done', async () => {
  const held = await makeHeld(1)
  const id = await select({ Ids: idsOf(held) })
  await start(id)
  await bench.run((tx) =>
    tx
      .updateTable('operator_grants')
      .set({ ended_at: server.deps.clock.realNow().toString(), ended_by: 'test' })
      .where('tenant', '=', 'standard')
      .where('operator_id', '=', maker.id)
      .execute(),
  )
  await Promise.all([run(id), run(id)])
  expect((await rowsAbout(id)).slice(1)).toMatchObject([
    {
      action: 'selection-stopped',
      actor_id: 'system',
      details: { why: 'right-ended', done: 0, skipped: 0 },
    },
  ])
})

test('one that was killed goes on where it was, one that was stopped does not, nor one whose starter lost the right', async () => {
  const held = await makeHeld(6)
  const id = await select({ Vorhaben: 'ablehnen', Ids: idsOf(held) })
  await start(id, { Grund: 'duplicate' })
  const kill = new AbortController()
  const killed = run(id, kill.signal)
  await expect.poll(async () => (await show(id)).Erledigt).toBeGreaterThan(0)
  kill.abort()
  await killed.catch(() => undefined)
  await run(id)
  expect(await show(id)).toMatchObject({ Stand: 'done', Erledigt: 6, Uebersprungen: 0 })
  const mails = (await bench.mails('refused')).map(({ to_address }) => to_address)
  for (const { referral } of held)
    expect(mails.filter((to) => to === referral.email)).toEqual([referral.email])

  const rest = await makeHeld(2)
  const stopped = await select({ Ids: idsOf(rest) })
  await start(stopped)
  expect((await call('PUT', `/stapel/${stopped}/ende`, {}, second)).status).toBe(400)
  const Grund = 'Zwei der Fälle sind noch offen'
  expect((await call('PUT', `/stapel/${stopped}/ende`, { Grund }, second)).status).toBe(200)
  await run(stopped)
  expect(await show(stopped)).toMatchObject({
    Stand: 'stopped',
    Erledigt: 0,
    AngehaltenVon: expect.any(String),
    AngehaltenGrund: Grund,
  })
  const [row] = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', stopped)
      .where('action', '=', 'selection-stopped')
      .execute(),
  )
  expect(row).toEqual({ actor_id: second.id, reason: Grund })

  // Invited anew after a lost passkey: shut out, and so is what runs for them.
  const shut = await select({ Ids: idsOf(rest) })
  await start(shut)
  const admin = await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
  const renewed = await call('POST', `/team/${maker.id}/neu`, { Grund: 'Handy verloren' }, admin)
  expect(renewed.status).toBe(200)
  await run(shut)
  expect(await show(shut, second)).toMatchObject({ Stand: 'stopped', Erledigt: 0 })
  maker = await makeOperator(server, 'stapel@post.example', ['reviewer'])

  const lost = await select({ Ids: idsOf(rest) })
  await start(lost)
  await bench.run((tx) =>
    tx
      .updateTable('operator_grants')
      .set({ ended_at: server.deps.clock.realNow().toString(), ended_by: 'test' })
      .where('tenant', '=', 'standard')
      .where('operator_id', '=', maker.id)
      .execute(),
  )
  await run(lost)
  expect(await show(lost, second)).toMatchObject({ Stand: 'stopped', Erledigt: 0 })
})

test('above the role’s limit a second person carries it out, once, with the reason that was proposed', async () => {
  const [one] = await makeHeld(1)
  // The rule is tested in domain/; here what follows from it, as a hundred cases take half a minute to make.
  const id = uuidv7()
  const made = { id, kind: 'reviews', verb: 'approve', by: maker.id, needsTwo: true }
  const item = { item_id: one!.id, version: 1, cents: one!.cents, reasons: ['existing-customer'] }
  await bench.run((tx) =>
    insertSelection(tx, 'standard', { ...made, at: server.clock.now() }, [item]),
  )
  expect((await start(id, { Grund: 'evidence' }, second)).status).toBe(404)
  expect((await start(id)).status).toBe(200)
  expect(await show(id)).toMatchObject({ Stand: 'proposed', ZweitePerson: true })
  const { body } = await call('GET', '/stapel', undefined, second)
  expect(body.Stapel).toMatchObject([{ StapelId: id, Stand: 'proposed' }])
  expect((await start(id, {}, maker, 2)).body.ErrorCode).toBe('PSOF0708')
  await run(id)
  expect((await bench.readReward(one!.id)).review).toBe('held')
  const starts = await Promise.all([start(id, {}, second, 2), start(id, {}, second, 2)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await run(id)
  expect((await bench.readReward(one!.id)).review).toBe('approved')
})

test('the role’s limit is for a day: a second selection of one person is proposed, also of two started at once', async () => {
  const held = await makeHeld(5)
  const later = async (days: string) => {
    server.clock.advance(days)
    maker = await makeOperator(server, 'stapel@post.example', ['reviewer'])
    second = await makeOperator(server, 'zweite@post.example', ['reviewer'])
  }
  await later('P2D') // the day of the other tests has its own
  // 3,000 of 5,000 euros each.
  const make = async (at: number, more: object = {}) => {
    const id = uuidv7()
    const made = { id, kind: 'reviews', verb: 'approve', by: maker.id, needsTwo: false, ...more }
    const item = { version: 1, cents: 300_000, reasons: ['existing-customer'] }
    await bench.run((tx) =>
      insertSelection(tx, 'standard', { ...made, at: server.clock.now() }, [
        { ...item, item_id: held[at]!.id },
      ]),
    )
    return id
  }
  const statesOf = async (...ids: string[]) =>
    (await Promise.all(ids.map((id) => show(id)))).map(({ Stand }) => Stand)
  const ids = [await make(0), await make(1)]
  expect(await show(ids[0]!)).toMatchObject({ ZweitePerson: false, HoechstensCent: 500_000 })
  const starts = await Promise.all(ids.map((id) => start(id)))
  expect(starts.map(({ status }) => status)).toEqual([200, 200])
  expect((await statesOf(...ids)).toSorted()).toEqual(['proposed', 'running'])
  for (const id of ids) await run(id)
  const proposed = (await show(ids[0]!)).Stand === 'proposed' ? ids[0]! : ids[1]!
  expect((await start(proposed, {}, maker, 2)).body.ErrorCode).toBe('PSOF0708')
  expect((await start(proposed, {}, second, 2)).status).toBe(200)
  await run(proposed)
  expect(await statesOf(...ids)).toEqual(['done', 'done'])

  // What the second person carried out counts for neither of them.
  const third = await make(2)
  expect(await show(third)).toMatchObject({ ZweitePerson: true, HoechstensCent: 200_000 })
  const theirs = await make(3, { by: second.id })
  expect(await show(theirs, second)).toMatchObject({ ZweitePerson: false, HoechstensCent: 500_000 })
  const picked = await select({ Ids: [held[4]!.id] })
  expect(await show(picked)).toMatchObject({ ZweitePerson: false, HoechstensAnzahl: 99 })
  await later('P1D')
  expect(await show(third)).toMatchObject({ ZweitePerson: false, HoechstensCent: 500_000 })
  await start(third)
  expect(await statesOf(third)).toEqual(['running'])
})

test('another tenant’s selection is not found, and none is made of nothing', async () => {
  const held = await makeHeld(1)
  const id = await select({ Ids: idsOf(held) })
  const stranger = await makeOperator(server, 'fremd@post.example', ['reviewer'], 'telko')
  for (const one of [id, 'x'])
    expect((await call('GET', `/stapel/${one}`, undefined, stranger, 'telko')).status).toBe(404)
  const foreign = { Vorhaben: 'anerkennen', Ids: idsOf(held) }
  expect((await call('PUT', '/pruefungen/stapel', foreign, stranger, 'telko')).status).toBe(400)
  await bench.run((tx) => endItem(tx, 'standard', id, { id: held[0]!.id, why: 'failed' }))
  expect((await bench.readReward(held[0]!.id)).review).toBe('held')
})

test('orders in their complaint period are released exactly as shown, and at the price that was shown', async () => {
  const order = async (more: object = {}) => {
    const referral = await bench.makeReferral({ share: 50 })
    const recipient = await bench.makeRecipient(referral, more)
    return bench.makeOrder(referral, recipient)
  }
  const [good, changed] = [await order(), await order()]
  const mine = await order({ email: 'stapel+auftrag@post.example' })
  const selectOrders = (body: object, who = maker) => call('PUT', '/auftraege/stapel', body, who)
  const { body } = await selectOrders({ Filter: { Stand: 'pruefzeit' } })
  const id = body.StapelId as string
  const shown = await show(id)
  expect(shown).toMatchObject({ Vorhaben: 'freigeben', Anzahl: 3, Erledigt: 0 })
  expect(shown.WertCent).toBeGreaterThan(0)
  const later = await order()
  await bench.run((tx) =>
    tx
      .updateTable('orders')
      .set({ releasable_on: '2099-01-01' })
      .where('tenant', '=', 'standard')
      .where('number', '=', changed)
      .execute(),
  )
  const reason = { Notiz: 'Der Anbieter bat darum' }
  expect((await start(id, {})).status).toBe(400)
  server.clock.advance('PT6M')
  expect((await start(id, reason)).body.ErrorCode).toBe('PSOF0702')
  server.clock.set(testNow)
  const starts = await Promise.all([start(id, reason), start(id, reason)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await Promise.all([run(id), run(id)])
  const after = await show(id)
  expect(after).toMatchObject({ Stand: 'done', Erledigt: 1, Uebersprungen: 2 })
  expect(after.Ausgelassen).toEqual(
    expect.arrayContaining([
      { Id: changed, Warum: 'changed' },
      { Id: mine, Warum: 'own-case' },
    ]),
  )
  const states = await Promise.all(
    [good, changed, mine, later].map((one) => bench.stateOf('orders', one)),
  )
  expect(states).toEqual(['released', 'confirmed', 'confirmed', 'confirmed'])
  // Shown at another price than it would have by now.
  const dear = uuidv7()
  const made = { id: dear, kind: 'orders', verb: 'release', by: maker.id, needsTwo: false }
  const item = { item_id: later, version: 1, cents: 1, reasons: [] }
  await bench.run((tx) =>
    insertSelection(tx, 'standard', { ...made, at: server.clock.now() }, [item]),
  )
  expect((await start(dear, reason)).status).toBe(200)
  await run(dear)
  expect((await show(dear)).Ausgelassen).toEqual([{ Id: later, Warum: 'changed' }])
  expect(await bench.stateOf('orders', later)).toBe('confirmed')
  expect((await selectOrders({ Filter: { Stand: 'freigegeben' } })).status).toBe(400)
  expect((await selectOrders({ Ids: [good] })).status).toBe(400)
  const support = await makeOperator(server, 'service@post.example', ['support'])
  expect((await selectOrders({ Ids: [later] }, support)).status).toBe(403)
  expect((await start(id, reason, support)).status).toBe(403)
})
