import { localDate } from '../../domain/dates.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { listAdmins } from '../team/invite.ts'
import { operatorNames } from '../team/operator-names.ts'
import { lockTenantRow } from '../tenant/store.ts'
import { apiKeyDays, listLivingKeys } from '../team/key-store.ts'

type New = { name: string; login: boolean; days?: number }

/**
 * Makes an API key, by default for a year, and mails whoever manages the tenant. Its text is known once. 'taken': a living one has this name; 'draft': the tenant
 * is not public yet (decision 606).
 */
export async function createApiKey(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  { name, login, days = apiKeyDays }: New,
  actor: Actor,
): Promise<{ id: string; text: string; validUntil: Temporal.Instant } | 'taken' | 'draft'> {
  if ((await lockTenantRow(tx, tenant))?.published_at === null) return 'draft'
  const known = await listLivingKeys(tx, tenant, deps.clock.realNow())
  if (known.some(({ subject }) => subject === name)) return 'taken'
  const expiresAt = deps.clock.realNow().add({ hours: 24 * days })
  const issued = await issueToken(tx, deps.keys, tenant, {
    kind: 'api-key',
    subject: name,
    now: deps.clock.realNow(),
    expiresAt,
    uses: null,
    ...(login ? { details: { login: true } } : {}),
  })
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'api-key-created',
    subjectKind: 'api-key',
    subjectId: issued.id,
    change: { before: null, after: { name, login, until: expiresAt.toString() } },
  })
  await tellAdmins(tx, deps, tenant, { name, login, expiresAt }, { id: issued.id, actor })
  return { ...issued, validUntil: expiresAt }
}

/** All of them, also who made it: somebody else may sit at their console. */
async function tellAdmins(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { name, login, expiresAt }: { name: string; login: boolean; expiresAt: Temporal.Instant },
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const now = deps.clock.now()
  const maker = (await operatorNames(tx, tenant, [actor.id])).get(actor.id)
  for (const admin of await listAdmins(tx, deps, tenant))
    await queueMail(tx, tenant, {
      template: 'operatorKey',
      to: admin.email,
      locale: admin.language,
      data: {
        name,
        on: localDate(now).toString(),
        until: localDate(expiresAt).toString(),
        ...(maker ? { person: maker } : {}), // else on the server
        ...(login ? { login: 'ja' } : {}),
        link: { link: { page: 'ConsoleSettings', params: { mandant: tenant } } },
      },
      dedupeKey: `operatorKey|${id}|${admin.operator_id}`,
      now,
    })
}
