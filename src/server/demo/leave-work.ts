import { platformCode } from '../../domain/platform.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor, type LoggedChange } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { insertDead } from '../jobs/store.ts'
import { insertImport, startImport } from '../operator/order-import-store.ts'
import { runOrderImport } from '../operator/run-order-import.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { provideReward } from '../reward/provide-rewards.ts'
import { findOperatorByEmail } from '../team/store.ts'
import { demoOperators } from './demo-operators.ts'
import { listKnownContracts, listPaidOrders } from './history-store.ts'
import { pastDeps } from './past-deps.ts'

/** What is left for the console once the year is paid: clawbacks, an imported file with faulty lines, and a job that gave up. */
export async function leaveWork(deps: Deps, tenant: Tenant, actor: Actor): Promise<void> {
  await leaveClawbacks(deps, tenant, actor)
  await leaveFile(deps, tenant)
  await leaveDeadJob(deps, tenant)
}

/** Of two paid rewards the orders are cancelled; the owner of the first one has goodwill that could be set off. */
const leaveClawbacks = (deps: Deps, tenant: Tenant, actor: Actor): Promise<void> =>
  withTenant(deps.db, tenant.code, async (tx) => {
    const paid = await listPaidOrders(tx, tenant.code, 2)
    for (const { number } of paid) await cancelOrder(tx, deps, tenant, number, actor)
    const [first] = paid
    if (!first) return
    const grant = { email: first.email, cents: 2_000, reason: 'Lange auf die Auszahlung gewartet' }
    const { rewardId } = await grantGoodwill(tx, deps, tenant, grant, actor)
    await provideReward(tx, deps, tenant, rewardId, actor)
  })

const header = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'

async function leaveFile(deps: Deps, tenant: Tenant): Promise<void> {
  const { code } = tenant
  const { email } = demoOperators['payout-preparer']
  const preparer = await withTenant(deps.db, platformCode, (tx) => findOperatorByEmail(tx, email))
  if (!preparer) return
  const { operator_id: operatorId } = preparer
  const at = deps.clock.now().subtract({ hours: 3 })
  const then = pastDeps(deps, at)
  const id = uuidv7(at.epochMilliseconds)
  const by = { kind: 'operator', id: operatorId, role: 'payout-preparer' } as const
  const reason = 'Auszug des Bestands vom Anbieter'
  const note = (action: 'order-file-checked' | 'order-file-started', change: LoggedChange) => ({
    at,
    actor: action === 'order-file-started' ? { ...by, reason } : by,
    action,
    subjectKind: 'order-file',
    subjectId: id,
    change,
  })
  await withTenant(deps.db, code, async (tx) => {
    const known = await listKnownContracts(tx, code, 4)
    const [first] = known
    if (!first) return
    const rows = [
      ...known,
      { ...first, externalNumber: 'BV-0815', product: 'BV-HAUSRAT-PLUS' },
      { ...first, externalNumber: 'BV-0816', contractOn: '31.02.2026' },
    ].map((one) =>
      [one.externalNumber, one.recipient, one.product, one.contractOn, 'abgeschlossen'].join(';'),
    )
    const content = Buffer.from([header, ...rows].join('\r\n'))
    const file = { id, name: 'bestand.csv', content, lines: rows.length, locale: 'de' as const }
    await insertImport(tx, code, { ...file, by: operatorId }, at)
    await audit(
      tx,
      code,
      note('order-file-checked', {
        before: null,
        after: { state: 'checking', lines: rows.length },
      }),
    )
  })
  const { signal } = new AbortController()
  await runOrderImport(then, tenant, id, signal)
  await withTenant(deps.db, code, async (tx) => {
    await startImport(tx, code, id, { operatorId, role: by.role, session: 'demo', reason }, at)
    await audit(
      tx,
      code,
      note('order-file-started', { before: { state: 'checked' }, after: { state: 'running' } }),
    )
  })
  await runOrderImport(then, tenant, id, signal)
}

/** Trying again does it: whatever it was about is done. */
const leaveDeadJob = (deps: Deps, { code }: Tenant): Promise<void> =>
  withTenant(deps.db, code, (tx) =>
    insertDead(tx, {
      tenant: code,
      id: uuidv7(),
      kind: 'provide-rewards',
      payload: {},
      error: 'Error: Connection terminated unexpectedly',
    }),
  )
