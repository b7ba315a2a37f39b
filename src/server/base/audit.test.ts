import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { followAuditChain } from './audit-chain-store.ts'
import { audit, type AuditEntry } from './audit-store.ts'
import { inRequest } from './current-request.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const entry = (subjectId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: Temporal.Instant.from('2026-11-18T09:00:00.123456Z'),
  actor: { kind: 'operator', id: 'Jo' },
  action: 'test' as 'log-in',
  subjectKind: 'test',
  subjectId,
  ...(more as object),
})
const write = (tenant: string, ...entries: AuditEntry[]) =>
  withTenant(server.db, tenant, async (tx) => {
    for (const one of entries) await audit(tx, tenant, one)
  })
const follow = (tenant: string) =>
  withTenant(server.db, tenant, (tx) => followAuditChain(tx, tenant))

test('a row says who, in which session and role, why, and in which request', async () => {
  await inRequest({ id: 'request-1' }, () =>
    write(
      'standard',
      entry('seen', {
        actor: { kind: 'agency-user', id: 'u', role: 'owner', session: 's' },
        reason: 'Größe „egal“',
        details: { before: 1, after: 2 },
      }),
    ),
  )
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql`select actor_role, session_id, reason, request_id, details from audit_log
      where tenant = 'standard' and subject_id = 'seen'`.execute(tx),
  )
  expect(rows).toEqual([
    {
      actor_role: 'owner',
      session_id: 's',
      reason: 'Größe „egal“',
      request_id: 'request-1',
      details: { before: 1, after: 2 },
    },
  ])
})

test('rows of parallel transactions are one chain; one that fails leaves no gap', async () => {
  const before = (await follow('standard')).rows
  const writers = Array.from({ length: 40 }, (_, i) =>
    withTenant(server.db, 'standard', async (tx) => {
      await audit(tx, 'standard', entry(`${i} first`))
      await audit(tx, 'standard', entry(`${i} second`))
      if (i % 4 === 0) throw new Error('on purpose')
    }).catch(() => null),
  )
  await Promise.all(writers)
  const { rows, problems } = await follow('standard')
  expect([rows - before, problems]).toEqual([60, []])
})

test('a transaction that is open lets others write theirs', async () => {
  const { rows } = await follow('standard')
  await withTenant(server.db, 'standard', async (tx) => {
    await audit(tx, 'standard', entry('slow'))
    await write('standard', entry('quick'))
    expect((await follow('standard')).rows).toBe(rows + 1)
  })
  expect(await follow('standard')).toMatchObject({ rows: rows + 2, problems: [] })
})

describe('neither changed nor forged', () => {
  const statements = [
    `insert into audit_log (tenant) values ('standard')`,
    `update audit_log set reason = 'x'`,
    'delete from audit_log',
    'truncate audit_log',
    'update audit_heads set number = 0',
    'delete from audit_heads',
  ]
  test.each(statements)('by the app’s login: %s', async (statement) => {
    const tried = withTenant(server.db, 'standard', (tx) => sql.raw(statement).execute(tx))
    await expect(tried).rejects.toThrow(/permission denied/)
  })

  test.each(statements.slice(1, 4))('by the owner’s: %s', async (statement) => {
    const tried = asOwner(server, 'standard', (tx) => sql.raw(statement).execute(tx))
    await expect(tried).rejects.toThrow(/only grows/)
  })
})

/** As somebody with the owner's login would, who takes the trigger away first. */
const tamper = (work: (tx: Tx) => Promise<unknown>) =>
  asOwner(server, 'bgv', async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx)
    await work(tx)
    await sql`alter table audit_log enable trigger user`.execute(tx)
  })

describe('what somebody changed all the same is found', () => {
  const fields = {
    at: `at + interval '1 microsecond'`,
    actor_kind: `'system'`,
    actor_id: `'Mo'`,
    actor_role: `'owner'`,
    session_id: `'x'`,
    support: 'not support',
    action: `'other'`,
    subject_kind: `'other'`,
    subject_id: `'other'`,
    details: `'{"a": 1}'`,
    reason: `'because'`,
    request_id: `'x'`,
    audit_id: 'uuidv7()',
    hash: `sha256('')`,
  }
  test.each(Object.entries(fields))('another %s', async (column, value) => {
    await write('bgv', entry('a'), entry('b'))
    const { rows } = await follow('bgv')
    const row = rows - 1
    await tamper(async (tx) => {
      await sql
        .raw(`update audit_log set ${column} = ${value} where tenant = 'bgv' and number = ${row}`)
        .execute(tx)
      const { problems } = await followAuditChain(tx, 'bgv')
      expect(problems[0]).toMatch(new RegExp(`^Row ${row} .* was changed`))
      throw new Error('and back')
    }).catch((error: Error) => expect(error.message).toBe('and back'))
    expect((await follow('bgv')).problems).toEqual([])
  })

  test.each([
    [
      'a missing row',
      `delete from audit_log where tenant = 'bgv' and number = 2`,
      'Row 2 is missing.',
    ],
    [
      'the first rows',
      `delete from audit_log where tenant = 'bgv' and number < 3`,
      'Rows 1 to 2 are missing.',
    ],
    [
      'the last row',
      `delete from audit_log where tenant = 'bgv' and number = (select max(number) from audit_log where tenant = 'bgv')`,
      'is missing.',
    ],
    ['all rows', `delete from audit_log where tenant = 'bgv'`, 'are missing.'],
    [
      'two rows in each other’s place',
      `update audit_log l set number = -o.number from audit_log o where l.tenant = 'bgv' and o.tenant = 'bgv' and l.number in (2, 3) and o.number = 5 - l.number; update audit_log set number = -number where tenant = 'bgv' and number < 0`,
      'Row 2 ',
    ],
    ['the head', `update audit_heads set number = number - 1 where tenant = 'bgv'`, 'head'],
  ])('%s', async (_what, statements, said) => {
    await write('bgv', entry('a'), entry('b'), entry('c'), entry('d'))
    await tamper(async (tx) => {
      for (const statement of statements.split('; ')) await sql.raw(statement).execute(tx)
      const { problems } = await followAuditChain(tx, 'bgv')
      expect(problems.join('\n')).toContain(said)
      throw new Error('and back')
    }).catch((error: Error) => expect(error.message).toBe('and back'))
    expect((await follow('bgv')).problems).toEqual([])
  })
})

test('a log of more rows than are read at once is followed to its end', async () => {
  await withTenant(server.db, 'telko', async (tx) => {
    for (let i = 0; i < 5_003; i++) await audit(tx, 'telko', entry(`${i}`))
  })
  const { rows, problems, head } = await follow('telko')
  expect([rows >= 5_003, problems, head.length]).toEqual([true, [], 64])
})
