import { Download } from 'lucide-react'
import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { signedCents } from '../../domain/money.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { formatDate } from '../ui/format-date.ts'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'listEarnings', {})
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('mydata')('earnings.title'), robots: 'noindex' }
}

export function Component() {
  const { years } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('mydata')
  return (
    <PageColumn narrow>
      <div>
        <TextLink page="Dashboard">{t('earnings.back')}</TextLink>
        <h1 className="page-title mt-2">{t('earnings.title')}</h1>
        <p className="mt-3 text-lg">{t('earnings.intro')}</p>
      </div>
      {years.length === 0 ? <EmptyList title={t('earnings.none')} /> : null}
      {years.map((year) => (
        <Year key={year.year} year={year} />
      ))}
      {years.length > 0 ? (
        <p className="flex flex-wrap gap-3">
          <a
            href={`/api/v1/${tenant.code}/empfehler/einnahmen/pdf`}
            download
            className={`${buttonClass('secondary')} w-full md:w-auto`}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('earnings.pdf')}
          </a>
          <a
            href={`/api/v1/${tenant.code}/empfehler/einnahmen/csv`}
            download
            className={`${buttonClass('secondary')} w-full md:w-auto`}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('earnings.file')}
          </a>
        </p>
      ) : null}
    </PageColumn>
  )
}

type Years = Awaited<ReturnType<typeof loader>>['years']

function Year({ year }: { year: Years[number] }) {
  const { locale } = usePage()
  const t = useTexts('mydata')
  return (
    <Card>
      <h2 className="text-xl font-bold">
        {t('earnings.year', { year: year.year, amount: signedCents(year.cents, locale) })}
      </h2>
      <ul className="mt-4">
        {year.entries.map((entry, index) => (
          <li key={index} className="flex flex-wrap gap-x-4">
            <span className="tabular-nums">{formatDate(entry.on, locale)}</span>
            <span>{t(`earnings.kind.${entry.kind}`)}</span>
            <span className="font-semibold tabular-nums">{signedCents(entry.cents, locale)}</span>
          </li>
        ))}
      </ul>
      {year.isNearLimit ? <p className="mt-4">{t('earnings.limit')}</p> : null}
    </Card>
  )
}
