import { useParams } from 'react-router'
import type { PageOperator } from '../../contract/page-operator.ts'
import { operatorAbilities, type OperatorAbility } from '../../domain/operator-abilities.ts'
import { usePage } from '../runtime/page-context.tsx'

type Place = PageOperator['places'][number]

/** Where the operator works now: the tenant of the address, if they may do something there. */
export function usePlace(): Place | null {
  const { operator } = usePage()
  const { mandant } = useParams()
  return operator?.places.find(({ tenant }) => tenant === mandant) ?? null
}

/** What they may do there. */
export const useAbility = (): OperatorAbility => operatorAbilities(usePlace()?.roles ?? [])
