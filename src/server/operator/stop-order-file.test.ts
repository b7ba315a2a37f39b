import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { leftToImport } from '../../domain/goodwill.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'
import { runOrderImport } from './run-order-import.ts'

let server: TestServer
let bench: Bench
const { operator, call, show, auditOf } = useOrders((made) => ({ server, bench } = made))

const Grund = 'Monatsdatei des Anbieters'
const why = 'Diese Datei kennt der Anbieter nicht'
const preparer = () => operator(['payout-preparer'])
const head = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'
async function line() {
  const referral = await bench.makeReferral()
  const { number } = await bench.makeRecipient(referral)
  const { externalNumber, productExternalId, contractOn } = bench.line(referral)
  return [externalNumber, number, productExternalId, contractOn, 'abgeschlossen'].join(';')
}
const run = (id: string) =>
  runOrderImport(server.deps, bench.tenant, id, new AbortController().signal)
async function check(by: Operator, count = 1) {
  const rows = await Promise.all(Array.from({ length: count }, line))
  const Datei = Buffer.from([head, ...rows].join('\n')).toString('base64')
  const { body } = await call('POST', '/einlesungen', by, { Name: 'mai.csv', Datei })
  await run(body.Id)
  return body.Id as string
}
const put = (by: Operator, id: string, path: string, body: object) =>
  call('PUT', `/einlesungen/${id}/${path}`, by, body)
const start = (by: Operator, id: string) => put(by, id, 'ausfuehrung', { Version: 2, Grund })
const end = (by: Operator, id: string, Version: number) =>
  put(by, id, 'ende', { Version, Grund: why })
/** A file that waits for a second person. */
async function asked(by: Operator) {
  const price = bench.products[0]!.commission_cents
  const id = await check(by, Math.floor(leftToImport(0, ['payout-preparer']) / price) + 1)
  expect((await start(by, id)).body.Ergebnis).toBe('vorgelegt')
  return id
}
const told = async (id: string) =>
  (await bench.mails('operatorOrderFileEnded')).filter(({ data }) =>
    JSON.stringify(data).includes(id),
  )

test('whoever is asked for a file refuses it with a reason; its bringer is mailed by whom and why, and page and log say so', async () => {
  const [by, reviewer] = [await preparer(), await operator(['reviewer'])]
  const id = await asked(by)
  expect((await put(reviewer, id, 'ende', { Version: 3 })).status).toBe(400)
  expect((await end(reviewer, id, 2)).status).toBe(409)
  for (const role of ['support', 'auditor', 'tenant-admin'] as const)
    expect((await end(await operator([role]), id, 3)).status).toBe(403)
  const tried = await Promise.all([1, 2, 3].map(() => end(reviewer, id, 3)))
  expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await put(reviewer, id, 'freigabe', { Version: 4, Grund })).status).toBe(409)
  await run(id)
  expect(await show(by, `einlesungen/${id}`)).toMatchObject({
    Stand: 'stopped',
    Abgelehnt: true,
    WartetAufZweite: false,
    BeendetVon: expect.any(String),
    EndeGrund: why,
    DateiDa: false,
    Ergebnis: { Neu: 0 },
  })
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'order-file-refused',
    actor_id: reviewer.id,
    reason: why,
    details: { before: { state: 'proposed' }, after: { state: 'refused' } },
  })
  const mails = await told(id)
  expect(mails.map(({ to_address }) => to_address)).toEqual([by.email])
  expect(mails[0]!.data).toMatchObject({ name: 'mai.csv', refused: 1, reason: why })
})

test('who may only approve ends nothing else: not their own, not what is checked or runs', async () => {
  const [by, reviewer] = [await preparer(), await operator(['reviewer'])]
  const id = await check(by)
  expect((await end(reviewer, id, 2)).status).toBe(403)
  expect((await start(by, id)).status).toBe(200)
  expect((await end(reviewer, id, 3)).status).toBe(403)
  await run(id)
  expect(await show(by, `einlesungen/${id}`)).toMatchObject({ Stand: 'done', Abgelehnt: false })
})

test('who ends somebody else’s file says why and its bringer is mailed; one’s own is given up without a mail, also an asked one', async () => {
  const [by, other] = [await preparer(), await preparer()]
  const [running, own] = [await check(by), await asked(by)]
  expect((await put(other, running, 'ende', { Version: 2 })).status).toBe(400)
  expect((await start(by, running)).status).toBe(200)
  expect((await end(other, running, 3)).status).toBe(200)
  await run(running)
  expect(await show(by, `einlesungen/${running}`)).toMatchObject({
    Stand: 'stopped',
    Abgelehnt: false,
    EndeGrund: why,
    Ergebnis: { Neu: 0 },
  })
  expect((await auditOf(running)).at(-1)).toMatchObject({
    action: 'order-file-stopped',
    actor_id: other.id,
    reason: why,
  })
  const mails = await told(running)
  expect(mails.map(({ to_address }) => to_address)).toEqual([by.email])
  expect(mails[0]!.data).not.toHaveProperty('refused')
  expect((await end(by, own, 3)).status).toBe(200)
  expect(await show(by, `einlesungen/${own}`)).toMatchObject({ Abgelehnt: false, EndeGrund: why })
  expect(await told(own)).toEqual([])
})

test('of two who are asked, one approves or one refuses', async () => {
  const [by, one, two] = [await preparer(), await operator(), await operator()]
  const id = await asked(by)
  const tried = await Promise.all([
    put(one, id, 'freigabe', { Version: 3, Grund }),
    end(two, id, 3),
  ])
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1)
  await run(id)
  const { Stand, Abgelehnt } = await show(by, `einlesungen/${id}`)
  expect([Stand, Abgelehnt]).toEqual(tried[0]!.status === 200 ? ['done', false] : ['stopped', true])
})
