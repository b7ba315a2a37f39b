import type { ShouldRevalidateFunctionArgs } from 'react-router'

const conflict = 409

/** Whoever was too late sees what the first one did: the page is read anew after a conflict, which the router does not do by itself. */
export const reloadOnConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => defaultShouldRevalidate || actionStatus === conflict
