import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { deleteUnconfirmedAccounts } from '../referral/jobs.ts'
import { erasePerson } from './erase-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('somebody whom an agency invited is erased without a trace, and keeps nobody else from being forgotten', async () => {
  const { deps, db, clock } = server
  const email = 'walburga.hochrainer@post.example'
  const tenant = await deps.tenants.get('bgv')
  const accounts = () =>
    withTenant(db, 'bgv', (tx) =>
      sql<{ id: string }>`
        select account_id as id from invitations
        where tenant = 'bgv' and state = 'accepted' and account_id is not null`.execute(tx),
    )
  const before = (await accounts()).rows.length
  const { id } = await makeOperator(server, 'briefe@post.example', ['support'], 'bgv')
  const actor = { kind: 'operator', id } as const
  const erased = await withTenant(db, 'bgv', (tx) =>
    erasePerson(tx, deps, tenant, { email, waive: true, actor }),
  )
  expect(erased.account).toBe('removed')
  clock.advance('P60D')
  expect(await deleteUnconfirmedAccounts(deps, 'bgv')).toBeGreaterThan(0)
  expect((await accounts()).rows.length).toBe(before - 1)
})
