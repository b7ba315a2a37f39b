import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { Tone } from '../ui/state-badge.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
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
  abgewiesen: 'bad',
  zurueckgenommen: 'neutral',
}

/** With what failed beside it, as a payout stays carried out when money of it comes back. */
export function PayoutState({
  row: { state, outcome, failed, returned },
}: {
  row: Pick<PayoutRow, 'state' | 'outcome' | 'failed' | 'returned'>
}) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const rest = outcome === 'ausgefuehrt' || outcome === null ? failed - returned : 0
  const say = (count: number) => ({ count, shown: formatCount(count, locale) })
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StateBadge tone={tones[outcome ?? state]} text={t(`state.${outcome ?? state}`)} />
      {returned > 0 ? <StateBadge tone="bad" text={t('cameBack', say(returned))} /> : null}
      {rest > 0 ? <StateBadge tone="bad" text={t('didFail', say(rest))} /> : null}
    </span>
  )
}
