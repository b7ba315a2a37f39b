import type { Said } from '../../domain/say.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { noteCounted } from '../order/unmatched-store.ts'
import type { LineCheck } from '../reward/import-lines.ts'
import type { ImportedOrder } from '../reward/import-order.ts'
import { highestCentsOf, highestPrice } from '../reward/price-reward.ts'
import { doubtBrought } from './doubts.ts'
import type { OrderImport } from './order-import-store.ts'
import { readKeptPrice, readPartnerOrder } from './order-record-store.ts'
import { ownCaseCheck } from './own-line.ts'

/**
 * What is checked of each line of a file: it concerns neither who brought the file nor who started it, what speaks against it is kept (711), and
 * the file brings no more than was checked, whatever has come to be possible since: a second person agreed to that sum (677, 710).
 */
export function fileCheck(deps: Deps, tenant: Tenant, found: OrderImport): LineCheck {
  const { code } = tenant
  const { made_by: maker, started_by: starter } = found
  const people = [...new Set([maker, starter ?? maker])]
  const checks = people.map((one) => ownCaseCheck(deps, code, one))
  const file = { id: found.import_id, broughtBy: maker }
  let left = found.would_cents - found.cents
  let leftToLose = found.would_lose_cents - found.lost_cents
  return {
    of: async (tx, imported, line) => {
      for (const check of checks) await check(tx, imported, line)
      const cents = await centsOf(tx, tenant, imported, line.externalNumber)
      if (imported.kind === 'new') await doubtBrought(tx, deps, code, imported, line, file)
      return { cents, lostCents: lostCentsOf(imported) }
    },
    within: async (_tx, { cents, lostCents }) => {
      if (starter === null) return
      if (cents > left) throw fail('second-person', { said: above })
      if (lostCents > leftToLose) throw fail('changed-meanwhile', { said: moreLost })
    },
    counted: ({ cents, lostCents }) => {
      left -= cents
      leftToLose -= lostCents
    },
  }
}

const above: Said = {
  de: 'Damit brächte die Datei mehr, als bei ihrer Prüfung gezählt war. Bitte in einer neuen Datei prüfen.',
  en: 'With this the file would bring more than was counted when it was checked. Please check it in a new file.',
}

/** What a cancelled contract had earned when it was released. */
export const lostCentsOf = (imported: ImportedOrder): number =>
  imported.kind === 'cancelled' ? imported.lostCents : 0

const moreLost: Said = {
  de: 'Dieses Storno nähme mehr zurück, als die Prüfung der Datei gezählt hat. Bitte mit einer neuen Datei einlesen.',
  en: 'This cancellation would take back more than the check of the file counted. Please import it with a new file.',
}

/** What a new contract earns at most (692). Of one that is kept until its person is known what is known of it counts, and is noted with it (693). */
export async function centsOf(
  tx: Tx,
  tenant: Tenant,
  imported: ImportedOrder,
  externalNumber: string,
): Promise<number> {
  const { code } = tenant
  if (imported.kind === 'failed') {
    const kept = await readKeptPrice(tx, code, externalNumber)
    if (!kept) return 0
    const cents = highestPrice(tenant, kept)
    await noteCounted(tx, code, { external: externalNumber, cents })
    return cents
  }
  if (imported.kind !== 'new') return 0
  const { number } = imported
  const ofPartner = await readPartnerOrder(tx, code, number)
  return ofPartner ? ofPartner.commission_cents : highestCentsOf(tx, tenant, number)
}
