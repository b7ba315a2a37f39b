import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { listAdmins } from '../team/invite.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listToTell } from './tell-operators.ts'
import type { OrderImport } from './order-import-store.ts'

/** Mails whoever may start a file that needs a second person, and whoever manages the tenant (606), also its bringer if they do. */
export async function tellOrderFile(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  found: OrderImport,
  reason: string,
): Promise<void> {
  const now = deps.clock.now()
  const { import_id: id, made_by: maker } = found
  const person = (await operatorNames(tx, tenant, [maker])).get(maker) ?? maker
  const others = (await listToTell(tx, deps, tenant))
    .filter(({ ability }) => ability.can('approve', 'orders'))
    .map(({ operator }) => operator)
    .filter(({ operator_id }) => operator_id !== maker)
  const admins = await listAdmins(tx, deps, tenant)
  const told = new Map([...admins, ...others].map((one) => [one.operator_id, one]))
  for (const { operator_id: operatorId, email, language: locale } of told.values())
    await queueMail(tx, tenant, {
      template: 'operatorOrderFile',
      to: email,
      locale,
      data: {
        person,
        on: localDate(now).toString(),
        count: found.would_create,
        ...(found.would_wait > 0 ? { waits: found.would_wait } : {}),
        amount: formatCents(found.would_cents, locale),
        ...(found.would_lose_cents > 0
          ? { cancels: found.would_cancel, lost: formatCents(found.would_lose_cents, locale) }
          : {}),
        reason,
        link: {
          link: { page: 'ConsoleOrderFiles', params: { mandant: tenant }, query: { datei: id } },
        },
      },
      dedupeKey: `operatorOrderFile|${id}|${operatorId}`,
      now,
    })
}
