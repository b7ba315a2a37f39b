import { aloneCents } from '../../domain/goodwill.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { uuidv7 } from '../base/uuid.ts'
import { waive } from '../operator/act-on-clawback.ts'
import { isAboveOwn } from '../operator/order-file-view.ts'
import { findImport } from '../operator/order-import-store.ts'
import { keepFile } from '../operator/order-files.ts'
import { proposePayoutAs } from '../operator/pay-as.ts'
import { runOrderImport } from '../operator/run-order-import.ts'
import { startOrAsk } from '../operator/start-order-file.ts'
import { reportCode } from '../operator/voucher-codes.ts'
import { listCodes } from '../reward/voucher-store.ts'
import { callOf, findCaller } from './demo-caller.ts'
import { listContacts, listVoucherRewards } from './history-store.ts'
import { pastDeps } from './past-deps.ts'

// What one person brought and a second one has to decide.

/** What is due, proposed: whoever approves payouts has one to decide. */
export async function leavePayout(deps: Deps, tenant: Tenant): Promise<void> {
  const preparer = await findCaller(deps, 'payout-preparer')
  if (preparer) await proposePayoutAs(deps, tenant.code, actorOf(preparer))
}

/** @param rewardId of a clawback above what one person writes off alone */
export async function proposeWriteOff(deps: Deps, tenant: Tenant, rewardId: string): Promise<void> {
  const support = await findCaller(deps, 'support')
  if (!support) return
  const body = { reason: 'Der Anbieter hat den Vertrag von sich aus beendet' }
  await withTenant(deps.db, tenant.code, (tx) =>
    waive(tx, callOf(deps, tenant, support, rewardId, body)),
  )
}

export async function reportVoucher(deps: Deps, tenant: Tenant): Promise<void> {
  const support = await findCaller(deps, 'support')
  if (!support) return
  await withTenant(deps.db, tenant.code, async (tx) => {
    const [rewardId] = await listVoucherRewards(tx, tenant.code, { above: aloneCents, limit: 1 })
    if (!rewardId) return
    const [code] = await listCodes(tx, tenant.code, rewardId)
    const body = { code: code!.voucher_id, reason: 'Der Laden nimmt den Code nicht an' }
    await reportCode(tx, callOf(deps, tenant, support, rewardId, body))
  })
}

const lines = 8

export const orderFileHeader =
  'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'

/** A file of new contracts that earn more than who brought it starts alone. */
export async function askForFile(deps: Deps, tenant: Tenant): Promise<void> {
  const { code } = tenant
  const preparer = await findCaller(deps, 'payout-preparer')
  if (!preparer) return
  const then = pastDeps(deps, deps.clock.now().subtract({ hours: 2 }))
  const at = then.clock.now()
  const id = uuidv7(at.epochMilliseconds)
  await withTenant(deps.db, code, async (tx) => {
    const rows = (await listContacts(tx, code, lines)).map(
      ({ recipient, product, acceptedOn }, index) =>
        [`BV-${20_417 + index}`, recipient, product, acceptedOn, 'abgeschlossen'].join(';'),
    )
    const content = Buffer.from([orderFileHeader, ...rows].join('\r\n'))
    const file = {
      id,
      name: 'neue-vertraege.csv',
      content,
      lines: rows.length,
      locale: 'de' as const,
    }
    await keepFile(tx, code, file, { actor: actorOf(preparer), at })
  })
  await runOrderImport(then, tenant, id, new AbortController().signal)
  await withTenant(deps.db, code, async (tx) => {
    const found = await findImport(tx, code, id)
    if (!found || !(await isAboveOwn(tx, code, found, preparer.roles, at))) return
    const body = { version: found.version, reason: 'Abschlüsse vom Anbieter' }
    await startOrAsk(tx, callOf(then, tenant, preparer, id, body))
  })
}
