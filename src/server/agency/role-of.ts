import type { Role } from '../../domain/abilities.ts'

/**
 * The role in which somebody works for their agency now; null: in none, they are not let in. An owner whose agency waits for its
 * activation, or was switched off, has the rights of an inactive one (spec section 6); its employees have none meanwhile.
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
