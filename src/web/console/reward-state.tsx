import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { stateWord } from '../../contract/state-words.ts'
import type { WaitReason } from '../../domain/wait.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export type RewardRow = AnswerOf<Endpoints['listRewards']>['rows'][number]
export type RewardFound = AnswerOf<Endpoints['showRewardRecord']>

const tones = {
  Offen: 'waits',
  Bereitgestellt: 'waits',
  Abgeholt: 'waits',
  Ausgezahlt: 'ok',
  Storniert: 'bad',
  Abgelaufen: 'neutral',
} as const

/** One word: what holds it up comes before how far it has come. */
export function RewardState({
  row,
}: {
  row: Pick<RewardRow, 'state' | 'isHeld' | 'isClaimedBack' | 'wait'>
}) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  if (row.isClaimedBack) return <StateBadge tone="bad" text={t('claimedBack')} />
  if (row.isHeld) return <StateBadge tone="held" text={t('held')} />
  if (row.wait.why === 'payment-held' || row.wait.why === 'bank-data')
    return <StateBadge tone="bad" text={t('filter.fehlgeschlagen')} />
  return <StateBadge tone={tones[row.state]} text={stateWord(row.state, locale)} />
}

/** In a word or two; null: it waits for nothing any more. */
export function waitWord({ why, reportedOn }: RewardRow['wait'], t: Translate<'consoleRewards'>) {
  if (reportedOn !== null) return t('wait.code')
  const found = rewardWaits.find((one) => one === why)
  return found ? t(`wait.${found}`) : null
}

// Of all reasons those that a reward can have; the others are about what has earned nothing yet.
const rewardWaits = [
  'payment-held',
  'blocked',
  'review-late',
  'review',
  'appeal-late',
  'appeal',
  'question',
  'due-late',
  'bank-data',
  'collect',
  'claim',
  'claimed-back',
  'bank-back',
  'bank-late',
  'at-bank',
  'due',
  'unclaimed',
  'providing',
] as const satisfies readonly WaitReason[]
