import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { Tone } from '../ui/state-badge.tsx'
import { useTexts } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export type PayoutRow = AnswerOf<Endpoints['listPayouts']>['rows'][number]
export type Payout = AnswerOf<Endpoints['showPayout']>
export type Payment = AnswerOf<Endpoints['listPayments']>['rows'][number]

/** As domain and wire name them, in the order of what needs somebody. */
export const payoutStates = [
  'offen',
  'freigegeben',
  'erteilt',
  'abgelehnt',
  'zurueckgezogen',
  'abgelaufen',
  'geaendert',
] as const satisfies readonly PayoutRow['state'][]

const tones: Record<PayoutRow['state'] | NonNullable<PayoutRow['outcome']>, Tone> = {
  offen: 'waits',
  freigegeben: 'held',
  erteilt: 'ok',
  abgelehnt: 'bad',
  zurueckgezogen: 'neutral',
  abgelaufen: 'neutral',
  geaendert: 'neutral',
  ausgefuehrt: 'ok',
  zurueckgenommen: 'neutral',
}

export function PayoutState({
  row: { state, outcome },
}: {
  row: Pick<PayoutRow, 'state' | 'outcome'>
}) {
  const t = useTexts('consolePayouts')
  return <StateBadge tone={tones[outcome ?? state]} text={t(`state.${outcome ?? state}`)} />
}
