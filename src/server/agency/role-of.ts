import type { Role } from '../../domain/abilities.ts'

/**
 * A user's current role; null: no access. The owner of a waiting or stopped agency is inactive (spec section 6); its employees
 * have no access.
 */
export function roleOf(user: {
  role: string
  left_at: Temporal.Instant | null
  state: string // of the agency
}): Role | null {
  if (user.left_at || user.state === 'closed') return null
  if (user.role === 'owner') return user.state === 'active' ? 'owner' : 'inactive-owner'
  return user.state === 'active' ? 'employee' : null
}
