import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { TextLink } from '../ui/text-link.tsx'
import type { Review } from './review.ts'

/**
 * What was just decided about the case before, in one line. It stays while cases come and go, so that it is read out without moving the focus
 * away from the next one. What can be taken back has its button at the bottom of the page.
 */
export function LastDecided({
  last,
  isAlone,
  toOther,
}: {
  last: Review | null
  isAlone?: boolean // without a next case
  toOther: (id: string) => PageTarget
}) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const title =
    last && t('row', { amount: formatCents(last.cents, locale), name: last.name ?? t('erased') })
  return (
    <output
      className={last ? `block pt-3 text-muted ${isAlone ? 'mb-3' : 'record-said'}` : undefined}
    >
      {last && title ? (
        <>
          {t('last')}{' '}
          <TextLink {...toOther(last.id)} inText>
            {title}
          </TextLink>
          {' – '}
          {whatOf(last)}
        </>
      ) : null}
    </output>
  )

  function whatOf({ outcome, snoozedUntil, answerBy }: Review): string {
    if (outcome !== null) return t(`outcome.${outcome}`)
    if (snoozedUntil === null) return t('last.open')
    const [day, promised] = [snoozedUntil, answerBy].map((one) => formatDate(one, locale))
    return snoozedUntil > answerBy
      ? t('last.late', { day: day!, promised: promised! })
      : t('last.waits', { day: day! })
  }
}
