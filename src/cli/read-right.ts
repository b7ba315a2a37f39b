import { reason as reasonText } from '../contract/betrieb-zugang.ts'
import { isEmail, normaliseEmail } from '../domain/email.ts'
import { operatorRoles, type OperatorRole } from '../domain/operator-abilities.ts'
import { platformCode } from '../domain/platform.ts'
import type { Tenant } from '../domain/tenant.ts'
import type { Deps } from '../server/context.ts'
import { UsageError, type Values } from './command.ts'

export const rightOptions = {
  role: { value: 'ROLE', text: operatorRoles.join(', ') },
  reason: { value: 'TEXT', text: 'why, for the audit log' },
} as const

/** Whose right it is, where and why. The platform's operators belong to the platform, all others to a tenant. */
export async function readChange(
  deps: Pick<Deps, 'tenants'>,
  given: { args: string[]; values: Values<typeof rightOptions>; tenant: string },
): Promise<{ email: string; role: OperatorRole; reason: string; place: Tenant }> {
  const { role: asked, reason: why = '' } = given.values
  const email = normaliseEmail(given.args[0] ?? '')
  if (!isEmail(email)) throw new UsageError('ADDRESS is not an e-mail address')
  const role = operatorRoles.find((one) => one === asked)
  if (!role) throw new UsageError(`--role takes one of ${operatorRoles.join(', ')}`)
  const reason = reasonText.safeParse(why)
  if (!reason.success) throw new UsageError('--reason TEXT is missing, or not 3 to 500 characters')
  const isOfPlatform = role === 'platform-operator'
  const code = given.tenant || (isOfPlatform ? platformCode : '')
  if (code === '') throw new UsageError('--tenant CODE is missing')
  if (isOfPlatform !== (code === platformCode))
    throw new UsageError(
      `Only platform-operator is a right at ${platformCode}, and it is one there alone`,
    )
  return { email, role, reason: reason.data, place: await deps.tenants.get(code) }
}
