import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showAgencyFigures } from '../../contract/einladung.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { formatMonth } from './format-month.ts'

export type Figures = AnswerOf<typeof showAgencyFigures>
const names = ['invited', 'registered', 'referrals', 'orders'] as const

/** This month in large, the total beside it. */
export function FigureRow({ figures }: { figures: Figures }) {
  const { locale } = usePage()
  const t = useTexts('agencyInvite')
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="text-2xl font-bold">
        {formatMonth(figures.month, locale)}
      </h2>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {names.map((name) => (
          <Card key={name} pad="compact" className="flex flex-col">
            <dt className="leading-tight text-muted">{t(`figure.${name}`)}</dt>
            <dd className="mt-auto pt-2 font-heading text-4xl font-bold tabular-nums">
              {figures.inMonth[name].toLocaleString(locale)}
            </dd>
            <dd className="text-base text-muted">
              {t('figure.inAll', { many: figures.inAll[name].toLocaleString(locale) })}
            </dd>
          </Card>
        ))}
      </dl>
    </section>
  )
}
