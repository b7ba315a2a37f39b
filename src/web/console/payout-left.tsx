import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'

/** What a proposal left out, and why, a sentence for each reason. */
export function PayoutLeft(left: {
  own: number
  fresh: number
  sentBack: number
  above?: number
  isFull?: boolean
}) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const say = (count: number) => ({ count, shown: formatCount(count, locale) })
  return (
    <>
      {left.own > 0 ? <p>{t('left.own', say(left.own))}</p> : null}
      {left.fresh > 0 ? <p>{t('left.fresh', say(left.fresh))}</p> : null}
      {left.above ? <p>{t('left.above', say(left.above))}</p> : null}
      {left.sentBack > 0 ? <p>{t('left.back', say(left.sentBack))}</p> : null}
      {left.isFull ? <p>{t('left.full')}</p> : null}
    </>
  )
}
