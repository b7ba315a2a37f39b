import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { useTexts } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

type Row = AnswerOf<Endpoints['listReviews']>['rows'][number]

/** Why a reward is held, or how its review ended. */
export function ReviewState({ row }: { row: Row }) {
  const t = useTexts('consoleReviews')
  if (row.outcome !== null) {
    const tone = { approved: 'ok', refused: 'bad', moot: 'neutral' } as const
    return <StateBadge tone={tone[row.outcome]} text={t(`outcome.${row.outcome}`)} />
  }
  if (row.isAppeal) return <StateBadge tone="waits" text={t('appeal')} />
  return (
    <StateBadge tone="held" text={row.reasons.map((reason) => t(`reason.${reason}`)).join(', ')} />
  )
}
