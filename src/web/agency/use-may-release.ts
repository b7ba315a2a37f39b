import { abilitiesOf } from '../../domain/abilities.ts'
import { usePage } from '../runtime/page-context.tsx'

export function useMayRelease(): boolean {
  const { agencyUser } = usePage()
  return abilitiesOf(agencyUser?.role ?? null).can('release', 'order-report')
}
