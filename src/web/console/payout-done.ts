import type { Payout } from './payout-state.tsx'

/** What a form of a payout's page says once it is sent; its address keeps it. */
export const payoutsDone = [
  'released',
  'waits',
  'changed',
  'expired',
  'stopped',
  'out',
  'proposedCancel',
  'cancelled',
  'told',
  'untold',
] as const
export type PayoutDone = (typeof payoutsDone)[number]

/** What is still true of it, as the page goes on by itself and is opened again; null: it is over. */
export function stillTrue(
  done: PayoutDone,
  { state, files, inTransit }: Pick<Payout, 'state' | 'files' | 'inTransit'>,
): PayoutDone | 'ready' | null {
  const some = (is: (file: Payout['files'][number]) => boolean) => files.some(is)
  if (done === 'released' && state === 'erteilt')
    return some(({ isCancelled, atBank }) => !isCancelled && atBank === null) ? 'ready' : null
  if (done === 'released') return state === 'freigegeben' ? done : null
  if (done === 'waits' || done === 'out') return state === 'offen' ? done : null
  if (done === 'proposedCancel')
    return some(({ cancelBy, isCancelled }) => cancelBy !== null && !isCancelled) ? done : null
  if (done === 'told') return some(({ toldBy }) => toldBy !== null) && inTransit > 0 ? done : null
  if (done === 'untold')
    return some(({ toldBy, atBank }) => toldBy === null && atBank === null) ? done : null
  return done
}
