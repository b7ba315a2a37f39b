import { abilitiesOf } from '../../domain/abilities.ts'
import { usePage } from '../runtime/page-context.tsx'

/** Whether the user may decide about orders. */
export function useMayRelease(): boolean {
  const { agencyUser } = usePage()
  return abilitiesOf(agencyUser?.role ?? null).can('release', 'order-report')
}
