import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { uploadBankFile } from '../../../test/helpers/upload-bank-file.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { errorCatalogue } from '../../domain/errors.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { takeFileBack } from '../payout/cancel-file.ts'
import { checkReport } from '../payout/payee-checks.test-helper.ts'
import { groupReport, makeFixtures } from '../payout/payout.test-helper.ts'
import { releasePayout } from '../payout/release-payout.ts'
import { applyBankFileAs } from './pay-as.ts'

// That the bank was told to execute a file in spite of its payees' check: who may note it, and who takes it back.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const at = '/standard/betrieb/auszahlungen'
const Grund = 'So steht es im Portal der Bank'
const secondPerson = errorCatalogue['second-person'].code
let made = 0
const operator = (...roles: OperatorRole[]) =>
  makeOperator(server, `sagt${++made}@betrieb.example`, roles)
const approver = () => operator('payout-approver')
type Who = { token: string; id: string }

const put = (path: string, { token }: { token: string }, body: object = { Grund }) =>
  server.call('PUT', `${at}${path}`, { token, body })
const tell = (file: string, who: Who) => put(`/dateien/${file}/ausfuehrung`, who)
const untell = (file: string, who: Who, body?: object) =>
  put(`/dateien/${file}/ausfuehrung/ruecknahme`, who, body)
const cancel = (file: string, who: Who) => put(`/dateien/${file}/ruecknahme`, who)
const shown = async (file: string, { token }: Who) =>
  (await server.call('GET', `${at}/${file}`, { token })).body.Dateien[0]

/** A file at the bank, and its check of payees with a name that it does not know. */
const sent = async () => {
  const reward = await fixtures.collected(5_000)
  const { token } = await operator('payout-preparer')
  const id = (await server.call('POST', at, { token, body: {} })).body.AuszahlungId as string
  const other = await approver()
  const { Version, Fingerabdruck } = (await server.call('GET', `${at}/${id}`, other)).body
  await put(`/${id}/freigabe`, other, { Version, Fingerabdruck })
  await releasePayout(server.deps, 'standard', id)
  const [payout] = await fixtures.payouts(reward)
  const check = (status = 'RVNM') =>
    checkReport(`ZS-${id}`, status, [{ id: payout!.end_to_end_id, status }])
  return { reward, file: id, check }
}
const byFolder = (file: Uint8Array) =>
  applyBankFile(server.deps, 'standard', file, system, { cameBy: 'folder' })
const upload = (file: Uint8Array, { token }: Who) => uploadBankFile(server, token, file)

test('whoever handed the check in does not note that the bank was told, by no way it came; somebody else does', async () => {
  const { file, check } = await sent()
  const uploads = await operator('payout-preparer', 'payout-approver')
  expect((await upload(check(), uploads)).body.Empfaengerpruefung).toMatchObject({ KeinTreffer: 1 })
  expect((await tell(file, uploads)).body.ErrorCode).toBe(secondPerson)
  expect(await shown(file, uploads)).toMatchObject({ NichtVermerkbar: 'own-check' })
  // Again, or with a better word, it stays theirs.
  await upload(check(), uploads)
  await upload(check('RVNA'), uploads)
  expect((await tell(file, uploads)).body.ErrorCode).toBe(secondPerson)
  const other = await operator('payout-preparer')
  expect(await shown(file, other)).toMatchObject({ NichtVermerkbar: null })
  // The same by another person does not free it.
  await upload(check(), other)
  expect((await tell(file, uploads)).body.ErrorCode).toBe(secondPerson)
  expect((await tell(file, other)).status).toBe(200)

  const second = await sent()
  const actor = { kind: 'operator', id: uploads.id } as const
  await applyBankFileAs(server.deps, 'standard', second.check(), actor)
  expect((await tell(second.file, uploads)).body.ErrorCode).toBe(secondPerson)
})

test('a check that came through the bank’s folder is nobody’s, also where a person had handed the same one in', async () => {
  const first = await sent()
  await byFolder(first.check())
  expect((await tell(first.file, await approver())).status).toBe(200)
  const second = await sent()
  const who = await operator('payout-preparer', 'payout-approver')
  await upload(second.check(), who)
  expect((await tell(second.file, who)).status).toBe(403)
  await byFolder(second.check())
  expect((await tell(second.file, who)).status).toBe(200)
})

test('the note is taken back by an approver who did not make it, with a reason, once; then two people cancel the file as before', async () => {
  const { reward, file, check } = await sent()
  await byFolder(check())
  const [noted, other, third] = [
    await operator('payout-preparer', 'payout-approver'),
    await approver(),
    await operator('payout-preparer'),
  ]
  expect((await untell(file, other)).status).toBe(409)
  expect((await tell(file, noted)).status).toBe(200)
  expect(await shown(file, noted)).toMatchObject({ EigenerVermerk: true })
  expect((await untell(file, noted)).body.ErrorCode).toBe(secondPerson)
  expect((await untell(file, third)).status).toBe(403)
  expect((await untell(file, other, {})).status).toBe(400)
  const there = await makeOperator(server, 'dort@betrieb.example', ['payout-approver'], 'bgv')
  const elsewhere = `/bgv/betrieb/auszahlungen/dateien/${file}/ausfuehrung/ruecknahme`
  expect(
    (await server.call('PUT', elsewhere, { token: there.token, body: { Grund } })).status,
  ).toBe(404)
  expect((await untell(file, there)).status).toBe(403)
  expect((await cancel(file, other)).status).toBe(409)
  const answers = await Promise.all([untell(file, other), untell(file, await approver())])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await shown(file, noted)).toMatchObject({
    AusfuehrenVon: null,
    RuecknahmeVon: null,
    ZuletztVermerktVon: expect.any(String),
    VermerkZurueckVon: expect.any(String),
    NichtVermerkbar: 'own-note',
  })
  // Nor does whoever noted it say it again alone.
  expect((await tell(file, noted)).body.ErrorCode).toBe(secondPerson)
  expect((await cancel(file, other)).body).toEqual({ Ergebnis: 'proposed' })
  expect((await cancel(file, third)).body).toEqual({ Ergebnis: 'cancelled' })
  await takeFileBack(server.deps, 'standard', file)
  expect((await fixtures.payouts(reward)).map(({ state }) => state)).toEqual(['rejected'])
  expect((await tell(file, third)).status).toBe(409)
  expect((await untell(file, third)).status).toBe(403)
  expect((await untell(file, other)).status).toBe(409)
  const log = await fixtures.inTenant((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'payout-file-untold')
      .execute(),
  )
  expect(log).toMatchObject([{ reason: Grund }])
  await fixtures.booksAreRight()
})

test('after it was taken back somebody else may note it anew, and that is taken back by whoever did not', async () => {
  const { file, check } = await sent()
  await byFolder(check())
  const [first, second] = [await approver(), await approver()]
  expect((await tell(file, first)).status).toBe(200)
  expect((await untell(file, second)).status).toBe(200)
  expect((await tell(file, second)).status).toBe(200)
  expect((await untell(file, second)).body.ErrorCode).toBe(secondPerson)
  expect((await untell(file, first)).status).toBe(200)
})

test('nothing is taken back once the bank has said anything of the file', async () => {
  for (const word of ['ACTC', 'ACSP', 'ACSC']) {
    const { file, check } = await sent()
    await byFolder(check())
    expect((await tell(file, await approver())).status).toBe(200)
    await byFolder(groupReport(`ZS-${file}`, word))
    expect((await untell(file, await approver())).status).toBe(409)
    expect((await cancel(file, await approver())).status).toBe(409)
  }
  await fixtures.booksAreRight()
})

test('a rejection that a person’s file says, and that waits, keeps the note as well', async () => {
  const { reward, file, check } = await sent()
  await byFolder(check())
  expect((await tell(file, await approver())).status).toBe(200)
  await upload(groupReport(`ZS-${file}`, 'RJCT', 'AC04'), await operator('payout-preparer'))
  expect((await untell(file, await approver())).status).toBe(409)
  expect((await fixtures.payouts(reward)).map(({ state }) => state)).toEqual(['in-transit'])
})

test('a tenant with one person notes it and takes it back alone, and the log and the table say so', async () => {
  const { file, check } = await sent()
  const only = await operator('payout-preparer', 'payout-approver')
  await fixtures.inTenant((tx) =>
    sql`update operator_grants set ended_at = now() - interval '60 days', ended_by = 'test'
      where tenant = 'standard' and operator_id <> ${only.id}`.execute(tx),
  )
  await changeTenant(server, 'standard', { payouts: { aloneReason: 'Es gibt nur eine Person.' } })
  await upload(check(), only)
  expect(await shown(file, only)).toMatchObject({ NichtVermerkbar: null })
  expect((await tell(file, only)).status).toBe(200)
  expect((await untell(file, only)).status).toBe(200)
  const batch = await fixtures.inTenant((tx) =>
    tx
      .selectFrom('payout_batches')
      .select('untold_alone')
      .where('tenant', '=', 'standard')
      .where('batch_id', '=', file)
      .executeTakeFirst(),
  )
  expect(batch?.untold_alone).toBe('Es gibt nur eine Person.')
})

test('the database takes no note back from whoever made it', async () => {
  const { file } = await sent()
  await expect(
    fixtures.inTenant((tx) =>
      sql`update payout_batches set untold_from = 'a', untold_by = 'a', untold_at = now()
        where tenant = 'standard' and batch_id = ${file}`.execute(tx),
    ),
  ).rejects.toThrow('payout_batches_untold_by_another')
})
