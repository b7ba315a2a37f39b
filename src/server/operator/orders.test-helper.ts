import { expect } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { useRewards, type Bench, type Desk } from '../reward/reward.test-helper.ts'

export type Operator = Awaited<ReturnType<typeof makeOperator>>

/** As useRewards, for tests about the list of orders. */
export function useOrders(take: (made: { server: TestServer; bench: Bench; desk: Desk }) => void) {
  let server: TestServer
  let bench: Bench
  useRewards((made) => {
    ;({ server, bench } = made)
    take(made)
  })

  let made = 0
  const operator = (roles: readonly OperatorRole[] = ['reviewer'], tenant = 'standard') =>
    makeOperator(server, `auftrag${++made}@betrieb.example`, roles, tenant)

  const call = (
    method: string,
    path: string,
    { token }: { token: string },
    body?: unknown,
    tenant = 'standard',
  ) =>
    server.call(method, `/${tenant}/betrieb/auftraege${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    })
  const list = async (by: Operator, Filter: object = {}, more: object = {}) => {
    const { status, body } = await call('PUT', '', by, { Filter, ...more })
    expect(status).toBe(200)
    return body
  }
  const show = async (by: Operator, id: string) => (await call('GET', `/${id}`, by)).body

  async function makeOrder(more: { email?: string } = {}) {
    const referral = await bench.makeReferral({ share: 100 })
    const recipient = await bench.makeRecipient(referral, more)
    return { number: await bench.makeOrder(referral, recipient), referral, recipient }
  }

  const auditOf = (number: string) =>
    bench.run((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'reason', 'details', 'actor_kind', 'actor_id'])
        .where('tenant', '=', 'standard')
        .where('subject_id', '=', number)
        .orderBy('number')
        .execute(),
    )

  return { operator, call, list, show, makeOrder, auditOf }
}
