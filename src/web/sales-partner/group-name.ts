import type { Translate } from '../runtime/texts.ts'

/** What people call a group of products; a group of the tenant's own has its own name. */
export function groupName(t: Translate<'salesPartner'>, group: string): string {
  return group === 'DP' || group === 'TP' ? t(`group.${group}`) : group
}
