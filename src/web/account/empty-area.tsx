import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { wholeEuros } from '../../domain/money.ts'
import { cardClass } from '../ui/card.tsx'
import { PageColumn } from '../ui/page-column.tsx'

export type Earning = { id: string; title: string; rewardCents: number }

/** The personal area before the first referral: what recommending earns today. */
export function EmptyArea({ earnings, said }: { earnings: Earning[]; said: ReactNode }) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const pageHref = usePageHref()
  return (
    <PageColumn>
      {said}
      <div>
        <h1 className="page-title">{t('dash.emptyTitle')}</h1>
        <p className="mt-3 text-lg">{t('dash.emptyText')}</p>
      </div>
      {earnings.length > 0 ? (
        <section aria-labelledby="earn">
          <h2 id="earn" className="section-title mb-4">
            {t('dash.emptyEarn')}
          </h2>
          <ul className="grid gap-3">
            {earnings.map(({ id, title, rewardCents }) => (
              <li key={id}>
                <PageLink
                  page="Recommendation"
                  values={{ produktId: id }}
                  className={`${cardClass('none')} flex min-h-14 items-center gap-4 px-5 py-4 hover:bg-tint`}
                >
                  <span className="min-w-0 grow font-bold">{title}</span>
                  <strong className="shrink-0 text-xl tabular-nums">
                    {wholeEuros(rewardCents, locale)}
                  </strong>
                  <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
                </PageLink>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-base text-muted">{t('dash.emptyShared')}</p>
        </section>
      ) : null}
      <p>
        <a
          href={`${pageHref('Homepage')}#products`}
          className={`${buttonClass(earnings.length > 0 ? 'secondary' : 'primary')} w-full md:w-auto`}
        >
          {t(earnings.length > 0 ? 'dash.emptyAll' : 'toRecommend')}
        </a>
      </p>
    </PageColumn>
  )
}
