import { localDate } from '../../domain/dates.ts'
import {
  keyNeeds,
  mayAt,
  mayMakeKeys,
  operatorAbilities,
  type OperatorRole,
} from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Deps } from '../context.ts'
import { onPlatform, withTenant, type Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { listAdmins } from './invite.ts'
import { listLivingKeys, listRightEnds, type LivingKey } from './key-store.ts'
import { listGrantsAt, listOperators, type Grant } from './store.ts'

// API keys whose maker may make none any more (decision 673): they work on, since the provider's imports may hang on them.

const rolesOf = (id: string, grants: readonly Grant[]): OperatorRole[] =>
  grants.filter(({ operator_id }) => operator_id === id).map(({ role }) => role)

/** Whether a key's maker may make none at its tenant now. @param grants the live ones there */
export const hasLeft = (
  { maker }: Pick<LivingKey, 'maker'>,
  tenant: string,
  grants: readonly Grant[],
): boolean => maker !== null && !mayMakeKeys(rolesOf(maker, grants), tenant)

/** Mails it of everybody who lost a right without anybody ending it, such as a visit that is over. In real time, like rights. */
export async function tellLeftKeys(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> {
  if (tenant === platformCode) return
  await withTenant(deps.db, tenant, async (tx) => {
    const keys = await listLivingKeys(tx, tenant, deps.clock.realNow())
    if (keys.length === 0) return
    const grants = await listGrantsAt(tx, tenant, deps.clock.realNow())
    const left = keys.filter((key) => hasLeft(key, tenant, grants))
    for (const maker of new Set(left.map((key) => key.maker!)))
      await tellOfKeys(tx, deps, tenant, {
        maker,
        keys: left.filter((key) => key.maker === maker),
        isEnded: false,
      })
  })
}

/** Mails whoever manages the tenant which keys somebody leaves, once for each time they leave; where nobody manages it, the platform. */
export async function tellOfKeys(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  { maker, keys, isEnded }: { maker: string; keys: readonly LivingKey[]; isEnded: boolean },
): Promise<void> {
  const since = await leftSince(tx, tenant, maker, clock.realNow())
  const admins = await listAdmins(tx, { clock }, tenant)
  const [person] = await onPlatform(tx, tenant, () => listOperators(tx, [maker]))
  const told =
    admins.length > 0
      ? admins
      : await onPlatform(tx, tenant, () => listAdmins(tx, { clock }, platformCode))
  const now = clock.now()
  for (const one of told)
    await queueMail(tx, tenant, {
      template: 'operatorKeysLeft',
      to: one.email,
      locale: one.language,
      data: {
        person: person?.name ?? maker,
        keys: keys.map(({ subject }) => subject).join('\n'),
        on: localDate(now).toString(),
        ...(isEnded ? { ended: 'ja' } : {}),
        link: {
          link:
            admins.length > 0
              ? { page: 'ConsoleSettings', params: { mandant: tenant } }
              : { page: 'ConsoleTenant', params: { mandant: platformCode, code: tenant } },
        },
      },
      dedupeKey: `operatorKeysLeft|${maker}|${since}|${isEnded}|${one.operator_id}`,
      now,
    })
}

/** Since when somebody lacks a right that keys need. */
async function leftSince(
  tx: Tx,
  tenant: string,
  maker: string,
  now: Temporal.Instant,
): Promise<string> {
  const roles = rolesOf(maker, await listGrantsAt(tx, tenant, now))
  const ends = await listRightEnds(tx, tenant, maker)
  const lost = Object.values(keyNeeds)
    .filter((need) => !mayAt(roles, tenant, need))
    .flatMap(([action, subject]) =>
      ends
        .filter(({ role }) => operatorAbilities([role]).can(action, subject))
        .map(({ at }) => at)
        .toSorted(Temporal.Instant.compare)
        .slice(-1),
    )
  return lost.toSorted(Temporal.Instant.compare)[0]?.toString() ?? ''
}
