import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { wholeEuros } from '../../domain/money.ts'
import { Card } from '../ui/card.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { AgencyFrame } from './agency-frame.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const products = await callApi(pageOf(context), 'listAgencyProducts', {})
  return {
    products: products.map(({ id, title, rewardCents, rewardOptions, further }) => {
      return {
        id,
        title,
        rewardCents,
        further,
        options: rewardOptions.map((one) => one.title),
      }
    }),
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.rewardOverview'), robots: 'noindex' }
}

export function Component() {
  const { products } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('nav.rewardOverview')} intro={t('overview.intro')}>
      {products.length === 0 ? (
        <EmptyList title={t('overview.none')} />
      ) : (
        <ul className="@container grid gap-3">
          {products.map(({ id, title, rewardCents, further, options }) => (
            <Card
              as="li"
              key={id}
              pad="compact"
              className="grid gap-x-6 gap-y-1 @min-[40rem]:grid-cols-[1fr_8rem_2fr] @min-[40rem]:items-baseline"
            >
              <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
              <p className="font-heading text-2xl font-bold whitespace-nowrap text-primary-text @min-[40rem]:text-right">
                {wholeEuros(rewardCents, locale)}
              </p>
              <div className="grid gap-1 text-base">
                {further?.stages.map(({ from, cents }) => (
                  <p key={from}>
                    {t('overview.further', {
                      amount: wholeEuros(cents, locale),
                      from,
                      months: further.periodMonths,
                    })}
                  </p>
                ))}
                <p className="text-muted">
                  {t('overview.options', { options: options.join(', ') })}
                </p>
              </div>
            </Card>
          ))}
        </ul>
      )}
      <p className="max-w-[44em] text-base text-muted">{t('overview.note')}</p>
    </AgencyFrame>
  )
}
