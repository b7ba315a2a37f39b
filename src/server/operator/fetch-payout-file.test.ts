import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { consoleHost, makeOperator } from '../../../test/helpers/operator.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { platformCode } from '../../domain/platform.ts'
import { system } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { openBatchFile } from '../payout/batch-file.ts'
import { makeFixtures } from '../payout/payout.test-helper.ts'
import { batchFilePlace } from '../payout/places.ts'
import { payDue } from '../payout/play-both.ts'
import { readOperator } from '../team/session.ts'

// Files larger than sockets hold, so that what a client does not read stays where it is stored.

let server: TestServer
let port = 0
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
startEachAfresh(() => server)
afterAll(() => server.stop())

// A kilobyte, of letters that take two bytes.
const line = `${'Zahlung an Jürgen Größenwahn; '.repeat(31)}\n`
const bytesOf = (lines: number) => Buffer.byteLength(line) * lines
const large = 21_000
const small = 3_000

const change = (what: ReturnType<typeof sql>) =>
  asOwner(server, 'standard', (tx) => what.execute(tx))
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const seal = (batchId: string, text: string) =>
  Buffer.from(server.deps.keys.encrypt(text, batchFilePlace('standard', batchId)))

/** A batch whose file has so many lines. */
async function plant(lines: number): Promise<string> {
  await makeFixtures(server).collected(5_000)
  const { batchId } = (await payDue(server.deps, 'standard', system))!
  const text = line.repeat(lines)
  await change(sql`update payout_batches set file_encrypted = ${seal(batchId, text)}, file_hash = ${hashOf(text)}
    where tenant = 'standard' and batch_id = ${batchId}`)
  return batchId
}

let made = 0
const approver = () => makeOperator(server, `holt${++made}@betrieb.example`, ['payout-approver'])

async function ask(batchId: string, token: string): Promise<IncomingMessage> {
  const sent = get({
    port,
    path: `/api/v1/standard/betrieb/auszahlungen/dateien/${batchId}`,
    headers: { host: `${consoleHost}:3000`, authorization: `Bearer ${token}` },
  })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

const fetched = async () =>
  (
    await withTenant(server.db, 'standard', (tx) =>
      tx
        .selectFrom('audit_log')
        .select('actor_id')
        .where('tenant', '=', 'standard')
        .where('action', '=', 'payout-file-fetched')
        .execute(),
    )
  ).length

/** How many parts were opened since. */
function countOpened(): () => number {
  const { keys } = server.deps
  const real = keys.opener
  let opened = 0
  keys.opener = (...of) => {
    const { open, end } = real(...of)
    return { open: (part) => (opened++, open(part)), end }
  }
  return () => {
    keys.opener = real
    return opened
  }
}

test('a file of 20 MB comes in small parts, byte for byte, with its length, kept by nobody, and is in the log', async () => {
  const batchId = await plant(large)
  const { token } = await approver()
  const answer = await ask(batchId, token)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-length': String(bytesOf(large)),
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename="${batchId}.xml"`,
    'cache-control': 'no-store',
  })
  expect(await fetched()).toBe(1)
  const hash = createHash('sha256')
  for await (const part of answer) hash.update(part as Buffer)
  expect(hash.digest('hex')).toBe(hashOf(line.repeat(large)))
})

test('each part is small, and read once the one before is taken', async () => {
  const batchId = await plant(small)
  const file = await openBatchFile(server.deps, 'standard', batchId)
  expect(file.bytes).toBe(bytesOf(small))
  const count = countOpened()
  const parts = file.parts()
  for (const _ of [1, 2]) expect((await parts.next()).value!.length).toBeLessThanOrEqual(800_000)
  await parts.return(undefined)
  expect(count()).toBe(2)
})

test('a download that is broken off stops the reading, gives its place back, and stands in the log', async () => {
  const batchId = await plant(large)
  const { token } = await approver()
  const all = Math.ceil(bytesOf(large) / (3 * 256 * 1024))
  for (let turn = 1; turn <= 4; turn++) {
    const count = countOpened()
    const closed = once(server.app.server, 'request').then(([, reply]) => once(reply, 'close'))
    const answer = await ask(batchId, token)
    expect(answer.statusCode).toBe(200)
    answer.destroy()
    await closed
    // Once through before anything leaves.
    expect(count()).toBeLessThan(2 * all)
    expect(await fetched()).toBe(turn)
  }
})

test('what differs from its fingerprint, or was changed where it is stored, does not leave and is not in the log', async () => {
  const batchId = await plant(small)
  const { token } = await approver()
  const at = `/standard/betrieb/auszahlungen/dateien/${batchId}`
  const tamper = (what: ReturnType<typeof sql>) =>
    change(
      sql`update payout_batches set ${what} where tenant = 'standard' and batch_id = ${batchId}`,
    )
  await tamper(sql`file_hash = 'another'`)
  expect((await server.call('GET', at, { token })).status).toBe(500)
  await tamper(
    sql`file_hash = ${hashOf(line.repeat(small))}, file_encrypted = substring(file_encrypted from 1 for 1000000)`,
  )
  expect((await server.call('GET', at, { token })).status).toBe(500)
  await tamper(
    sql`file_encrypted = ${Buffer.from(server.deps.keys.encrypt('x', batchFilePlace('standard', 'another')))}`,
  )
  expect((await server.call('GET', at, { token })).status).toBe(500)
  expect(await fetched()).toBe(0)
})

test.each([
  [
    'taken back',
    sql`cancel_by = 'a', cancel_at = now(), cancel_reason = 'x', cancelled_by = 'b', cancelled_at = now()`,
  ],
  ['sealed anew', null],
])('what is %s while it is read breaks off', async (_, what) => {
  const batchId = await plant(small)
  const parts = (await openBatchFile(server.deps, 'standard', batchId)).parts()
  await parts.next()
  await change(sql`update payout_batches set ${what ?? sql`file_encrypted = ${seal(batchId, 'x')}`}
    where tenant = 'standard' and batch_id = ${batchId}`)
  await expect(parts.next()).rejects.toThrow('changed-meanwhile')
})

test('a file being read breaks off with its person’s session', async () => {
  const batchId = await plant(large)
  const { token } = await approver()
  const answer = await ask(batchId, token)
  const caller = await readOperator(server.deps, 'standard', { bearer: token, cookie: undefined })
  await withTenant(server.db, platformCode, (tx) =>
    revokeToken(tx, platformCode, caller!.tokenId, server.clock.realNow()),
  )
  await expect(answer.resume().toArray()).rejects.toThrow('aborted')
})
