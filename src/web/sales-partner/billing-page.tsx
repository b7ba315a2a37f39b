import { Download } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formatMonth } from '../agency/format-month.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { KeepTogether } from '../ui/keep-together.tsx'
import { Money } from '../ui/money.tsx'
import { ListPages } from './list-filter.tsx'
import { readListQuery } from './list-query.ts'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readListQuery(request, ['neu'], [])
  const [list, { nextNoteOn }] = await Promise.all([
    callApi(page, 'listPartnerNotes', { body: { page: query.page } }),
    callApi(page, 'showSalesPartnerSums', {}),
  ])
  return { ...list, query, nextNoteOn }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.billing'), robots: 'noindex' }
}

type Note = Awaited<ReturnType<typeof loader>>['rows'][number]

export function Component() {
  const { rows, query, totalCount, pageCount, sums, nextNoteOn } = useLoaderData<typeof loader>()
  const { tenant, locale } = usePage()
  const t = useTexts('salesPartner')
  return (
    <SalesPartnerFrame title={t('nav.billing')} intro={t('billing.intro')}>
      {totalCount === 0 ? (
        <div className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          <p className="text-lg font-bold">{t('billing.none')}</p>
          <p className="mt-1 mb-4">
            {t('billing.noneText', { date: formatDate(nextNoteOn, locale) })}
          </p>
          <PageLink page="SalesPartnerCommissions" className={buttonClass('secondary')}>
            {t('billing.toCommissions')}
          </PageLink>
        </div>
      ) : (
        <>
          <section aria-labelledby="sums" className="rounded-card bg-tint p-5">
            <h2 id="sums" className="text-lg font-bold">
              {t('billing.sums')}
            </h2>
            <Sums {...sums} />
          </section>
          <ul className="overflow-hidden rounded-card border border-hairline bg-surface">
            {rows.map((note) => (
              <Line key={note.id} note={note} />
            ))}
          </ul>
          <ListPages page="SalesPartnerBilling" query={query} pageCount={pageCount} />
        </>
      )}
      <p className="max-w-[44em] text-base text-muted">
        {t('billing.note', { email: tenant.contact.email })}
      </p>
    </SalesPartnerFrame>
  )
}

function Line({ note }: { note: Note }) {
  const { locale, tenant } = usePage()
  const t = useTexts('salesPartner')
  const isNote = note.kind === 'self-billed'
  const sign = isNote ? 1 : -1
  const file = (ending: string) =>
    `/api/v1/${tenant.code}/verkaufspartner/abrechnungen/${note.id}/${ending}`
  return (
    <li className="grid gap-3 border-b border-hairline p-4 last:border-b-0 md:p-5">
      <div className="min-w-0">
        <h2 className="text-lg font-bold wrap-anywhere">
          <KeepTogether
            text={t(`billing.kind.${note.kind}`, { number: note.number })}
            part={note.number}
          />
        </h2>
        <p className="text-base text-muted">
          {formatMonth(note.month, locale)} ·{' '}
          {t(isNote ? 'billing.due' : 'billing.written', {
            date: formatDate(note.issuedOn, locale),
            due: formatDate(note.dueOn, locale),
          })}
        </p>
        {note.corrects.length > 0 ? (
          <p className="text-base text-muted wrap-anywhere">
            {t('billing.corrects', { numbers: note.corrects.join(', ') })}
          </p>
        ) : null}
      </div>
      <Sums
        netCents={sign * note.netCents}
        vatCents={sign * note.vatCents}
        totalCents={sign * note.totalCents}
      />
      <div className="flex flex-wrap gap-x-5">
        {(['pdf', 'xml'] as const).map((ending) => (
          <a
            key={ending}
            href={file(ending)}
            download
            aria-label={t(`billing.${ending}Full`, { number: note.number })}
            className="inline-flex min-h-11 items-center gap-1.5 text-link underline underline-offset-4 hover:no-underline"
          >
            <Download aria-hidden="true" className="size-4.5" />
            {t(`billing.${ending}`)}
          </a>
        ))}
      </div>
    </li>
  )
}

function Sums({
  netCents,
  vatCents,
  totalCents,
}: {
  netCents: number
  vatCents: number
  totalCents: number
}) {
  const t = useTexts('salesPartner')
  const sums = [
    [t('billing.net'), netCents],
    [t('billing.vat'), vatCents],
    [t('billing.total'), totalCents],
  ] as const
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-base min-[26rem]:grid-cols-3 md:max-w-[34rem]">
      {sums.map(([name, cents]) => (
        <div key={name} className="flex justify-between gap-3 min-[26rem]:block">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
