import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { wholeEuros } from '../../domain/money.ts'

type Teaser = { teaserCents: number; teaserUpTo: boolean; highestCents: number }

/** What recommending from a category earns: "bis zu 110 €", or "ab 50 €" where something there earns more. */
export function teaserAmount(
  { teaserCents, teaserUpTo, highestCents }: Teaser,
  t: Translate<'offers'>,
  locale: Locale,
): string {
  const amount = wholeEuros(teaserCents, locale)
  if (teaserUpTo) return t('teaser.upTo', { amount })
  return teaserCents < highestCents ? t('teaser.from', { amount }) : amount
}

/** "bis zu 110 € Bonus" as a standalone text; empty without a reward. */
export const teaserWords = (teaser: Teaser, t: Translate<'offers'>, locale: Locale): string =>
  teaser.teaserCents === 0 ? '' : t('teaser.bonus', { amount: teaserAmount(teaser, t, locale) })
