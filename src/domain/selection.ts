import type { OperatorRole } from './operator-abilities.ts'

// Bulk decisions: what one person carries out alone on one day. Above it a second one does.

export type BulkLimit = { most: number; cents: number }

export const selectionKinds = ['reviews', 'orders', 'jobs'] as const
export type SelectionKind = (typeof selectionKinds)[number]

/** Items of one selection. */
export const mostSelected = 5_000
export const itemsPerPage = 50

/** By role; others have none. Jobs pay nothing and may run twice, so a tenant's one admin needs nobody. */
const limits: Record<SelectionKind, Partial<Record<OperatorRole, BulkLimit>>> = {
  reviews: { reviewer: { most: 100, cents: 500_000 } },
  orders: { reviewer: { most: 100, cents: 500_000 } },
  jobs: {
    'tenant-admin': { most: mostSelected, cents: 0 },
    'platform-operator': { most: mostSelected, cents: 0 },
  },
}

/** The widest of the roles' limits. */
export function bulkLimit(kind: SelectionKind, roles: readonly OperatorRole[]): BulkLimit {
  const own = roles.flatMap((role) => limits[kind][role] ?? [])
  return {
    most: Math.max(0, ...own.map(({ most }) => most)),
    cents: Math.max(0, ...own.map(({ cents }) => cents)),
  }
}

/** What of it is left after what the same person carried out today. Jobs pay nothing: each selection is for itself. */
export const leftToday = (
  kind: SelectionKind,
  limit: BulkLimit,
  today: { count: number; cents: number },
): BulkLimit =>
  kind === 'jobs'
    ? limit
    : {
        most: Math.max(0, limit.most - today.count),
        cents: Math.max(0, limit.cents - today.cents),
      }

export const needsSecond = (
  selected: { count: number; cents: number },
  limit: BulkLimit,
): boolean => selected.count > limit.most || selected.cents > limit.cents

export const selectionStates = ['preview', 'proposed', 'running', 'stopped', 'done'] as const
export type SelectionState = (typeof selectionStates)[number]
