import { daysOf, type Month } from '../../domain/invoice.ts'
import {
  closesFrom,
  missingOf,
  monthCloser,
  monthWord,
  sayMissing,
} from '../../domain/month-closing.ts'
import type { Missing } from '../../domain/month-closing.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { findLastCheck } from '../books/books-store.ts'
import { closeMonth, nextToClose } from '../books/close-month.ts'
import {
  claimClosing,
  forgetMissing,
  isCheckedInNight,
  keepMissing,
  readBankOfMonth,
} from '../books/month-wait-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { lockClosedTo } from '../payout/bank-line-store.ts'
import { listToTell } from './list-to-tell.ts'

/**
 * Closes a tenant's last month from its day on, once a night after the night's check. What keeps it open is a task, and whoever reads the
 * books is told it once for each month. Safe in parallel.
 */
export async function closeMonthByItself(deps: Deps, code: string): Promise<void> {
  // As the night's check, it is no due work.
  if (deps.db.within) return
  const tenant = await deps.tenants.get(code)
  if (tenant.isDraft) return
  await withTenant(deps.db, code, (tx) => tryToClose(tx, deps, tenant))
}

async function tryToClose(tx: Tx, deps: Deps, tenant: Tenant): Promise<void> {
  const { code, monthCloseDay } = tenant
  if (monthCloseDay === null) return forgetMissing(tx, code)
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  const month = await nextToClose(tx, code, now)
  if (Temporal.PlainDate.compare(today, closesFrom(month, monthCloseDay)) < 0) return
  const day = today.toString()
  if (!(await isCheckedInNight(tx, code, day))) return
  const claimed = await claimClosing(tx, code, { month, day })
  if (!claimed) return
  const missing = await findMissing(tx, tenant, month)
  await keepMissing(tx, code, month, { missing, now })
  if (missing.length === 0) {
    const reason = `Von selbst: Bücher und Banktage stimmen (ab dem ${monthCloseDay}. des Folgemonats)`
    const actor = { kind: 'system', id: monthCloser } as const
    await closeMonth(tx, tenant, month, { actor, reason, now, keys: deps.keys })
  } else if (!claimed.isTold) await tell(tx, deps, tenant, { month, missing })
}

async function findMissing(tx: Tx, tenant: Tenant, month: Month): Promise<Missing[]> {
  const { code } = tenant
  // What the bank booked in the month may be written at this moment.
  await lockClosedTo(tx, code, 'update')
  const { first, last } = daysOf(month)
  const check = await findLastCheck(tx, code)
  return missingOf(month, {
    ...(await readBankOfMonth(tx, code, { first: first.toString(), last: last.toString() })),
    hasAccounting: tenant.accounting !== null,
    differences: check?.difference_count ?? 0,
  })
}

async function tell(
  tx: Tx,
  deps: Deps,
  { code }: Tenant,
  { month, missing }: { month: Month; missing: readonly Missing[] },
): Promise<void> {
  for (const { operator, ability } of await listToTell(tx, deps, code)) {
    if (!ability.can('read', 'payouts')) continue
    const locale = operator.language
    await queueMail(tx, code, {
      template: 'operatorMonthWaits',
      to: operator.email,
      locale,
      data: {
        month: monthWord(month, locale),
        missing: missing.map((one) => sayMissing(one, locale)).join('\n'),
        link: { link: { page: 'ConsoleBooks', params: { mandant: code } } },
      },
      dedupeKey: `operatorMonthWaits|${month}|${operator.operator_id}`,
      now: deps.clock.now(),
    })
  }
}
