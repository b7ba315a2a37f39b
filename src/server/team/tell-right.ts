import { localDate } from '../../domain/dates.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { operatorNames } from './operator-names.ts'
import type { Operator } from './store.ts'

/**
 * Mails whoever manages the team that somebody got a right that moves money (decision 672), also who gave it: somebody else may sit at their
 * console. Where nobody else there would hear of it, the platform does.
 */
export async function tellRight(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  got: { operator: Operator; role: OperatorRole; until: string | null; by: Actor },
  listAdmins: (place: string) => Promise<Operator[]>,
): Promise<void> {
  const { operator, role, until, by } = got
  const others = (people: readonly Operator[]) =>
    people.filter(({ operator_id }) => operator_id !== operator.operator_id)
  const admins = others(await listAdmins(tenant))
  const hears = admins.some(
    ({ operator_id, joined_at }) => operator_id !== by.id && joined_at !== null,
  )
  const known = new Set(admins.map(({ operator_id }) => operator_id))
  const platform =
    hears || tenant === platformCode
      ? []
      : others(await onPlatform(tx, tenant, () => listAdmins(platformCode))).filter(
          ({ operator_id }) => !known.has(operator_id),
        )
  const giver = (await operatorNames(tx, tenant, [by.id])).get(by.id)
  const now = clock.now()
  for (const told of [...admins, ...platform]) {
    const isAlone = !known.has(told.operator_id)
    await queueMail(tx, tenant, {
      template: 'operatorRight',
      to: told.email,
      locale: told.language,
      data: {
        person: operator.name,
        email: operator.email,
        role,
        ...(until ? { until } : {}),
        ...(giver ? { by: giver } : {}), // else on the server
        on: localDate(now).toString(),
        ...(isAlone ? { alone: 'ja' } : {}),
        link: {
          link: isAlone
            ? { page: 'ConsoleTenant', params: { mandant: platformCode, code: tenant } }
            : { page: 'ConsoleTeam', params: { mandant: tenant } },
        },
      },
      dedupeKey: `operatorRight|${operator.operator_id}|${role}|${told.operator_id}|${clock.realNow().toString()}`,
      now,
    })
  }
}
