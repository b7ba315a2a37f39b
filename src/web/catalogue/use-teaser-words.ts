import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../page-context.tsx'
import { useTexts, type Translate } from '../texts.ts'
import { wholeEuros } from '../ui/money.tsx'

type Teaser = { teaserCents: number; teaserUpTo: boolean }

/** "bis zu 110 € Bonus": what recommending from a category is worth; empty where nothing is promised. */
export function teaserWords(
  { teaserCents, teaserUpTo }: Teaser,
  t: Translate<'offers'>,
  locale: Locale,
): string {
  if (teaserCents === 0) return ''
  const amount = wholeEuros(teaserCents, locale)
  return t(teaserUpTo ? 'teaser.upTo' : 'teaser.exactly', { amount })
}

export function useTeaserWords(): (teaser: Teaser) => string {
  const t = useTexts('offers')
  const { locale } = usePage()
  return (teaser) => teaserWords(teaser, t, locale)
}
