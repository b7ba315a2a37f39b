import type { OperatorRole } from './operator-abilities.ts'

// Bulk decisions: what one person carries out alone. Above it a second one does.

export type BulkLimit = { most: number; cents: number }

/** Held rewards at once, by role; others have none. */
const limits: Partial<Record<OperatorRole, BulkLimit>> = {
  reviewer: { most: 100, cents: 500_000 },
}

/** The widest of the roles' limits. */
export function bulkLimit(roles: readonly OperatorRole[]): BulkLimit {
  const own = roles.flatMap((role) => limits[role] ?? [])
  return {
    most: Math.max(0, ...own.map(({ most }) => most)),
    cents: Math.max(0, ...own.map(({ cents }) => cents)),
  }
}

export const needsSecond = (
  selected: { count: number; cents: number },
  limit: BulkLimit,
): boolean => selected.count > limit.most || selected.cents > limit.cents

/** Items of one selection. */
export const mostSelected = 5_000

export const selectionStates = ['preview', 'proposed', 'running', 'stopped', 'done'] as const
export type SelectionState = (typeof selectionStates)[number]
