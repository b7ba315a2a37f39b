import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export type ClawbackRow = AnswerOf<Endpoints['listClawbacks']>['rows'][number]
export type ClawbackFound = AnswerOf<Endpoints['showClawback']>

/** What a clawback is called. */
export const clawbackTitle = (
  { leftCents, cents, name }: Pick<ClawbackRow, 'leftCents' | 'cents' | 'name'>,
  t: Translate<'consoleClawbacks'>,
  locale: Locale,
) => t('row', { amount: formatCents(leftCents || cents, locale), name: name ?? t('erased') })

export function ClawbackState({ row }: { row: Pick<ClawbackRow, 'state' | 'outcome'> }) {
  const t = useTexts('consoleClawbacks')
  if (row.outcome !== null)
    return (
      <StateBadge
        tone={row.outcome === 'written-off' ? 'neutral' : 'ok'}
        text={t(`outcome.${row.outcome}`)}
      />
    )
  const tone = row.state === 'vorgeschlagen' ? 'held' : 'waits'
  return <StateBadge tone={tone} text={t(`state.${row.state}`)} />
}
