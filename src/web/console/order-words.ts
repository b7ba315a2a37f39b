import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import type { Tone } from '../ui/state-badge.tsx'

export type OrderRecord = AnswerOf<Endpoints['showTenantOrder']>
export type OrderListRow = AnswerOf<Endpoints['listTenantOrders']>['rows'][number]
type Reward = OrderRecord['rewards'][number]
type Say = Translate<'consoleOrders'>

export const orderTones = {
  'ohne-person': 'held',
  gemeldet: 'waits',
  pruefzeit: 'waits',
  freigegeben: 'ok',
  storniert: 'neutral',
  'nach-zahlung': 'bad',
  abgelehnt: 'bad',
} as const satisfies Record<OrderListRow['state'], Tone>

/** What it waits for and until when, in one sentence. */
export function orderSentence(found: OrderRecord, t: Say, locale: Locale, now: string): string {
  const { state, releasableOn, keptUntil, decision, rewards, commission } = found
  if (decision)
    return t(`now.decided.${decision.action}`, { day: formatDateTime(decision.at, locale) })
  if (state === 'ohne-person')
    return t('now.ohne-person', { day: keptUntil ? formatDate(keptUntil, locale) : '' })
  if (state === 'pruefzeit')
    return releasableOn === null || releasableOn <= localDayOf(now)
      ? t('now.due')
      : t('now.pruefzeit', { day: formatDate(releasableOn, locale) })
  if (commission && state !== 'abgelehnt' && state !== 'gemeldet')
    return t(`now.commission.${state}`)
  if (state === 'freigegeben' && rewards.length === 0) return t('now.freigegebenNone')
  return t(`now.${state}`)
}

export function rewardWord(reward: Reward, t: Say, locale: Locale): string {
  const { state, isHeld, isClaimedBack, dueOn, expiresOn } = reward
  if (isClaimedBack && state !== 'cancelled') return t('reward.back')
  if (isHeld) return t('reward.held')
  if (state === 'provided' && expiresOn)
    return t('reward.providedUntil', { day: formatDate(expiresOn, locale) })
  if (state === 'collected' && dueOn)
    return t('reward.collectedDue', { day: formatDate(dueOn, locale) })
  return t(`reward.${state}`)
}

export const rewardTone = ({ state, isHeld, isClaimedBack }: Reward): Tone =>
  isClaimedBack && state !== 'cancelled'
    ? 'bad'
    : isHeld
      ? 'held'
      : state === 'paid'
        ? 'ok'
        : state === 'cancelled' || state === 'expired'
          ? 'neutral'
          : 'waits'
