import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/format-date.ts'
import { KeepTogether } from '../ui/keep-together.tsx'
import { Money } from '../ui/money.tsx'
import { ShortTable } from '../ui/table/short-table.tsx'
import { AccountNotice } from './account-notice.tsx'
import { orderColumns } from './order-columns.tsx'
import { OwnLink } from './own-link.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'
import { StateNotice } from './state-notice.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [sums, latest] = await Promise.all([
    callApi(page, 'showSalesPartnerSums', {}),
    callApi(page, 'listPartnerOrders', { body: { pageSize: 5 } }),
  ])
  return { ...sums, latest: latest.rows }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.area'), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { salesPartner, locale } = usePage()
  const t = useTexts('salesPartner')
  const { promisedCents, releasedCents, billedCents, nextNoteOn, accountProblem, link, latest } =
    loaded
  const columns = useMemo(() => orderColumns(t, locale, false), [t, locale])
  const sums = [
    [t('area.promised'), promisedCents, t('area.promisedText')],
    [
      t('area.released'),
      releasedCents,
      t('area.releasedText', { date: formatDate(nextNoteOn, locale) }),
    ],
    [t('area.billed'), billedCents, t('area.billedText')],
  ] as const
  return (
    <SalesPartnerFrame
      title={t('area.greeting', { name: salesPartner?.firstName ?? '' })}
      intro={t('area.intro')}
    >
      <StateNotice />
      <AccountNotice problem={accountProblem} />
      <dl className="grid gap-4 md:grid-cols-3">
        {sums.map(([name, cents, text]) => (
          <Card key={name} pad="small">
            <dt className="font-semibold">{name}</dt>
            <dd className="my-1 font-heading text-3xl font-bold">
              <Money cents={cents} />
            </dd>
            <dd className="text-base text-muted">{text}</dd>
          </Card>
        ))}
      </dl>
      {link ? (
        <Card>
          <h2 className="text-xl font-bold">{t('area.linkTitle')}</h2>
          <p className="mt-1">
            <KeepTogether
              text={t('area.linkText', { number: salesPartner?.number ?? '' })}
              part={salesPartner?.number ?? ''}
            />
          </p>
          <OwnLink link={link} />
        </Card>
      ) : null}
      <div>
        <h2 className="mb-4 text-2xl font-bold">{t('area.latest')}</h2>
        <ShortTable
          title={t('area.latest')}
          page="SalesPartnerOrders"
          columns={columns}
          rows={latest}
          idOf={(row) => row.number}
          nameOf={(row) => row.externalNumber}
          link={(row) => ({ page: 'SalesPartnerOrder', values: { nummer: row.number } })}
          none={{ title: t('area.none'), text: t('filter.noneText') }}
        />
        {latest.length > 0 ? (
          <PageLink page="SalesPartnerOrders" className={`${buttonClass('secondary')} mt-4`}>
            {t('area.allOrders')}
          </PageLink>
        ) : null}
      </div>
    </SalesPartnerFrame>
  )
}
