import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { FormPlace } from '../ui/form/form-context.ts'

// Somebody may open several rewards in one browser: a page's address names its own, for its calls and forms.

const param = 'praemierung'

/** The reward in the address, for calls; without it, the one opened last in this browser. */
export function rewardIn({ url }: Pick<Request, 'url'>): { rewardId?: string } {
  const id = new URL(url, 'http://page').searchParams.get(param)?.toLowerCase()
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { rewardId: id } : {}
}

/** The same for links. */
export const ofReward = (rewardId: string | undefined) => ({ [param]: rewardId })

export function useNamedReward() {
  const { search } = useLocation()
  return ofReward(rewardIn({ url: search }).rewardId)
}

/** Its forms are about this reward, even where the address did not name it. */
export function OfReward({ id, children }: { id: string; children: ReactNode }) {
  const query = new URLSearchParams(useLocation().search)
  query.set(param, id)
  return <FormPlace value={`?${query}`}>{children}</FormPlace>
}
