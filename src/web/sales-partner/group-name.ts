import type { Translate } from '../runtime/texts.ts'

/** Display name of a product group; a tenant's own group has its own. */
export function groupName(t: Translate<'salesPartner'>, group: string): string {
  return group === 'DP' || group === 'TP' ? t(`group.${group}`) : group
}
