import { aloneCents } from '../../domain/goodwill.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { insertDead } from '../jobs/store.ts'
import { keepFile } from '../operator/order-files.ts'
import { startImport } from '../operator/order-import-store.ts'
import { runOrderImport } from '../operator/run-order-import.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { provideReward } from '../reward/provide-rewards.ts'
import { findCaller } from './demo-caller.ts'
import { listKnownContracts, listPaidOrders } from './history-store.ts'
import {
  askForFile,
  leavePayout,
  orderFileHeader,
  proposeWriteOff,
  reportVoucher,
} from './leave-proposals.ts'
import { pastDeps } from './past-deps.ts'

/** What is left for the console once the year is paid: clawbacks, an imported file with faulty lines, what a second person decides, a dead job. */
export async function leaveWork(deps: Deps, tenant: Tenant, actor: Actor): Promise<void> {
  const owed = await leaveClawbacks(deps, tenant, actor)
  if (owed) await proposeWriteOff(deps, tenant, owed)
  await reportVoucher(deps, tenant)
  await leaveFile(deps, tenant)
  await askForFile(deps, tenant)
  await leavePayout(deps, tenant)
  await leaveDeadJob(deps, tenant)
}

/**
 * Of three paid rewards the orders are cancelled; the owner of the first one has goodwill that could be set off.
 * @returns the last one, which is more than one person writes off alone
 */
const leaveClawbacks = (deps: Deps, tenant: Tenant, actor: Actor): Promise<string | undefined> =>
  withTenant(deps.db, tenant.code, async (tx) => {
    const paid = await listPaidOrders(tx, tenant.code, 12)
    const proposed = paid.slice(2).find(({ cents }) => cents > aloneCents)
    for (const { number } of [...paid.slice(0, 2), ...(proposed ? [proposed] : [])])
      await cancelOrder(tx, deps, tenant, number, actor)
    const [first] = paid
    if (!first) return undefined
    const grant = { email: first.email, cents: 2_000, reason: 'Lange auf die Auszahlung gewartet' }
    const { rewardId } = await grantGoodwill(tx, deps, tenant, grant, actor)
    await provideReward(tx, deps, tenant, rewardId, actor)
    return proposed?.rewardId
  })

async function leaveFile(deps: Deps, tenant: Tenant): Promise<void> {
  const { code } = tenant
  const preparer = await findCaller(deps, 'payout-preparer')
  if (!preparer) return
  const at = deps.clock.now().subtract({ hours: 3 })
  const then = pastDeps(deps, at)
  const id = uuidv7(at.epochMilliseconds)
  const actor = actorOf(preparer)
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
    const content = Buffer.from([orderFileHeader, ...rows].join('\r\n'))
    const file = { id, name: 'bestand.csv', content, lines: rows.length, locale: 'de' as const }
    await keepFile(tx, code, file, { actor, at })
  })
  const { signal } = new AbortController()
  await runOrderImport(then, tenant, id, signal)
  await withTenant(deps.db, code, async (tx) => {
    const { operatorId, tokenId: session } = preparer
    const reason = 'Auszug des Bestands vom Anbieter'
    await startImport(tx, code, id, { operatorId, role: 'payout-preparer', session, reason }, at)
    await audit(tx, code, {
      at,
      actor: { ...actor, reason },
      action: 'order-file-started',
      subjectKind: 'order-file',
      subjectId: id,
      change: { before: { state: 'checked' }, after: { state: 'running' } },
    })
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
