import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { ShortTable } from '../ui/table/short-table.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { formatMonth } from './format-month.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showCosts', {})
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.costs'), robots: 'noindex' }
}

export function Component() {
  const costs = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  const title = useTexts('agency')('nav.costs')
  if (!costs.isBilled)
    return (
      <AgencyFrame title={title}>
        <EmptyList title={t('costs.notBilled')} />
      </AgencyFrame>
    )
  const values = {
    fee: formatCents(costs.feeCents, locale),
    percent: costs.vatPercent,
    date: formatDate(costs.invoiceOn, locale),
    month: formatMonth(costs.month, locale),
  }
  return (
    <AgencyFrame title={title} intro={t('costs.intro', values)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <Card className="flex flex-col">
          <h2 className="text-xl font-bold">{t('costs.soFar', values)}</h2>
          <p className="desk-figure mt-2 font-heading font-bold text-primary-text tabular-nums">
            <Money cents={costs.invoice.totalCents} />
          </p>
          <p className="mt-1 text-base text-muted">{t('costs.invoiceOn', values)}</p>
          <Sums sums={costs.invoice} rewards={t('costs.rewards', { count: costs.rewards })} />
        </Card>
        {costs.olderRewards > 0 ? (
          <Card className="flex flex-col">
            <h2 className="text-xl font-bold">{t('costs.olderTitle')}</h2>
            <p className="desk-figure mt-2 font-heading font-bold text-primary-text tabular-nums">
              <Money cents={costs.older.totalCents} />
            </p>
            <p className="mt-1 text-base text-muted">{t('costs.olderText', values)}</p>
            <Sums sums={costs.older} rewards={t('costs.rewards', { count: costs.olderRewards })} />
          </Card>
        ) : null}
        {costs.credits > 0 ? (
          <Card className="flex flex-col">
            <h2 className="text-xl font-bold">{t('costs.creditTitle')}</h2>
            <p className="desk-figure mt-2 font-heading font-bold text-success tabular-nums">
              <Money cents={costs.credit.totalCents} />
            </p>
            <p className="mt-1 text-base text-muted">{t('costs.creditText', values)}</p>
            <Sums sums={costs.credit} rewards={t('costs.rewards', { count: costs.credits })} />
          </Card>
        ) : null}
      </div>
      <Referrers />
      <div>
        <PageLink page="AgencyInvoices" className={buttonClass('secondary')}>
          {t('costs.toInvoices')}
        </PageLink>
      </div>
    </AgencyFrame>
  )
}

type Costs = Awaited<ReturnType<typeof loader>>

function Sums({ sums, rewards }: { sums: Costs['invoice']; rewards: string }) {
  const t = useTexts('agencyMoney')
  const lines = [
    [rewards, sums.rewardCents],
    [t('sum.fees'), sums.feeCents],
    [t('sum.vatOnFees'), sums.vatCents],
  ] as const
  return (
    <div className="mt-auto pt-5">
      <dl className="border-t border-hairline">
        {lines.map(([name, cents]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-4 border-b border-hairline py-2.5"
          >
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd className="font-semibold">
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type Referrer = Costs['referrers'][number]

function Referrers() {
  const { referrers } = useLoaderData<typeof loader>()
  const t = useTexts('agencyMoney')
  const nameOf = ({ name }: Referrer) => name ?? t('costs.deleted')
  return (
    <div>
      <h2 className="mb-3 text-xl font-bold">{t('costs.byReferrer')}</h2>
      {referrers.length > 0 ? (
        <p className="-mt-2 mb-3 text-base text-muted">{t('costs.withFee')}</p>
      ) : null}
      <ShortTable
        title={t('costs.byReferrer')}
        page="AgencyCosts"
        columns={useReferrerColumns(referrers)}
        rows={referrers}
        // Names repeat, and deleted accounts have none.
        idOf={(row) => String(referrers.indexOf(row))}
        nameOf={nameOf}
        none={{ title: t('costs.noneTitle'), text: t('costs.noneText') }}
      />
    </div>
  )
}

function useReferrerColumns(referrers: Referrer[]): TableColumn<Referrer>[] {
  const t = useTexts('agencyMoney')
  return useMemo(() => {
    const sumOf = ({ rewardCents, feeCents }: Referrer) => rewardCents + feeCents
    const most = Math.max(1, ...referrers.map(sumOf))
    return [
      {
        id: 'name',
        title: t('costs.referrer'),
        kind: 'person',
        cell: ({ name }) => name ?? t('costs.deleted'),
      },
      {
        id: 'rewards',
        title: t('costs.released'),
        card: 'state',
        cell: ({ rewards }) => t('costs.rewards', { count: rewards }),
      },
      {
        id: 'share',
        title: t('costs.share'),
        priority: 2,
        cell: (row) => (
          <span aria-hidden="true" className="block h-1.5 min-w-24 rounded-full bg-tint">
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${Math.max(2, (100 * sumOf(row)) / most)}%` }}
            />
          </span>
        ),
      },
      {
        id: 'sum',
        title: t('costs.sum'),
        kind: 'money',
        card: 'amount',
        cell: (row) => <Money cents={sumOf(row)} />,
      },
    ]
  }, [t, referrers])
}
