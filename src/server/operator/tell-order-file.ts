import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { listAdmins } from '../team/invite.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listToTell } from './list-to-tell.ts'
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
        link: linkTo(tenant, id),
      },
      dedupeKey: `operatorOrderFile|${id}|${operatorId}`,
      now,
    })
}

/** Mails who brought and who started a file that somebody else has refused or ended, if they still work here. */
export async function tellFileEnded(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { import_id: id, name, made_by, started_by }: OrderImport,
  { by, reason, isRefused }: { by: string; reason: string; isRefused: boolean },
): Promise<void> {
  const now = deps.clock.now()
  const told = [made_by, started_by].filter((one) => one !== null && one !== by)
  if (told.length === 0) return
  const person = (await operatorNames(tx, tenant, [by])).get(by) ?? by
  for (const { operator } of await listToTell(tx, deps, tenant)) {
    const { operator_id: operatorId, email, language: locale } = operator
    if (!told.includes(operatorId)) continue
    await queueMail(tx, tenant, {
      template: 'operatorOrderFileEnded',
      to: email,
      locale,
      data: {
        person,
        on: localDate(now).toString(),
        name,
        ...(isRefused ? { refused: 1 } : {}),
        reason,
        link: linkTo(tenant, id),
      },
      dedupeKey: `operatorOrderFileEnded|${id}|${operatorId}`,
      now,
    })
  }
}

const linkTo = (tenant: string, id: string) =>
  ({
    link: { page: 'ConsoleOrderFiles', params: { mandant: tenant }, query: { datei: id } },
  }) as const
