import { Download } from 'lucide-react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { invoiceWords } from '../../contract/state-words.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { KeepTogether } from '../ui/keep-together.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { formatMonth } from './format-month.ts'

const statuses = ['offen', 'ueberfaellig', 'bezahlt'] as const
const tones = { offen: 'waits', ueberfaellig: 'bad', bezahlt: 'ok' } as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('seite') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1
  const status = statuses.find((one) => one === searchParams.get('status'))
  const list = await callApi(pageOf(context), 'listInvoices', {
    query: { page, ...(status ? { status } : {}) },
  })
  return { ...list, status: status ?? null }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.invoices'), robots: 'noindex' }
}

type Invoice = Awaited<ReturnType<typeof loader>>['invoices'][number]

export function Component() {
  const { invoices, addressMissing, totalCount, status } = useLoaderData<typeof loader>()
  const t = useTexts('agencyMoney')
  const title = useTexts('agency')('nav.invoices')
  return (
    <AgencyFrame title={title} intro={t('invoices.intro')}>
      {addressMissing ? (
        <Notice tone="danger" title={t('invoices.addressTitle')}>
          <p>{t('invoices.addressText')}</p>
          <PageLink
            page="AgencyMasterData"
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {t('invoices.addressLink')}
          </PageLink>
        </Notice>
      ) : null}
      {totalCount > 0 || status ? <Standing /> : null}
      {totalCount === 0 && status ? (
        <p className="font-bold">{t(`invoices.none.${status}`)}</p>
      ) : totalCount === 0 ? (
        <div className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          <p className="text-lg font-bold">{t('invoices.noneTitle')}</p>
          <p className="mt-1 mb-4">{t('invoices.noneText')}</p>
          <PageLink page="AgencyCosts" className={buttonClass('secondary')}>
            {t('invoices.noneLink')}
          </PageLink>
        </div>
      ) : (
        <ul className="overflow-hidden rounded-card border border-hairline bg-surface">
          {invoices.map((invoice) => (
            <Line key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      <Pages />
      <p className="max-w-[44em] text-base text-muted">{t('invoices.note')}</p>
    </AgencyFrame>
  )
}

/** What is owed and what is late of it, which of them are shown, and all of those as a file. */
function Standing() {
  const { openCents, overdueCents, overdueCount, cents, status, totalCount } =
    useLoaderData<typeof loader>()
  const { locale, tenant } = usePage()
  const t = useTexts('agencyMoney')
  const figure = 'font-heading text-2xl font-bold tabular-nums'
  return (
    <section aria-label={t('invoices.standing')} className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <div>
          <dt className="text-muted">{t('invoices.open')}</dt>
          <dd className={figure}>
            <Money cents={openCents} />
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('invoices.overdue', { count: overdueCount })}</dt>
          <dd className={`${figure} ${overdueCount > 0 ? 'text-danger' : ''}`}>
            <Money cents={overdueCents} />
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label={t('invoices.which')} className="desk-switch">
          {[null, ...statuses].map((one) => (
            <PageLink
              key={one}
              page="AgencyInvoices"
              values={one ? { status: one } : {}}
              aria-current={one === status ? 'page' : undefined}
            >
              {one ? invoiceWords[one][locale] : t('invoices.all')}
            </PageLink>
          ))}
        </nav>
        <a
          href={`/api/v1/${tenant.code}/agentur-konto/rechnungen/csv${status ? `?status=${status}` : ''}`}
          download
          aria-label={t('invoices.file')}
          className={controlClass()}
        >
          <Download aria-hidden="true" className="size-4" />
          CSV
        </a>
        <p className="md:ml-auto">
          {t('invoices.sum', { count: totalCount })}{' '}
          <Money cents={cents} className="font-semibold" />
        </p>
      </div>
    </section>
  )
}

function Line({ invoice }: { invoice: Invoice }) {
  const { locale, tenant } = usePage()
  const t = useTexts('agencyMoney')
  const isCredit = invoice.kind === 'credit'
  // The parts of a credit are less than nothing, as their sum is; and nothing stays without a sign.
  const signed = (cents: number) => (isCredit ? 0 - cents : cents)
  const file = (ending: string) =>
    `/api/v1/${tenant.code}/agentur-konto/rechnungen/${invoice.id}/${ending}`
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-hairline p-4 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto] md:p-5">
      <div className="min-w-0">
        <h2 className="text-lg font-bold wrap-anywhere">
          <KeepTogether
            text={t(`invoices.kind.${invoice.kind}`, { number: invoice.number })}
            part={invoice.number}
          />
        </h2>
        <p className="text-base text-muted">
          {formatMonth(invoice.month, locale)} ·{' '}
          {t(isCredit ? 'invoices.written' : 'invoices.dueOn', {
            date: formatDate(invoice.issuedOn, locale),
            due: formatDate(invoice.dueOn, locale),
          })}
        </p>
        {invoice.paidOn ? (
          <p className="text-base text-muted">
            {t('invoices.paidOn', { date: formatDate(invoice.paidOn, locale) })}
          </p>
        ) : null}
        {invoice.corrects.length > 0 ? (
          <p className="text-base text-muted wrap-anywhere">
            {t('invoices.corrects', { numbers: invoice.corrects.join(', ') })}
          </p>
        ) : null}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 self-start font-heading text-2xl font-bold tabular-nums md:justify-end">
        <StateBadge tone={tones[invoice.status]} text={invoiceWords[invoice.status][locale]} />
        <Money cents={signed(invoice.totalCents)} />
      </p>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-base min-[26rem]:grid-cols-3 md:max-w-[34rem]">
        <Sum name={t('sum.rewards')} cents={signed(invoice.rewardCents)} />
        <Sum name={t('sum.fees')} cents={signed(invoice.feeCents)} />
        <Sum name={t('sum.vat')} cents={signed(invoice.vatCents)} />
      </dl>
      <div className="flex flex-wrap gap-x-5 md:justify-end md:self-end">
        {(['pdf', 'xml'] as const).map((ending) => (
          <a
            key={ending}
            href={file(ending)}
            download
            aria-label={t(`invoices.${ending}Full`, { number: invoice.number })}
            className="inline-flex min-h-11 items-center gap-1.5 text-link underline underline-offset-4 hover:no-underline"
          >
            <Download aria-hidden="true" className="size-4.5" />
            {t(`invoices.${ending}`)}
          </a>
        ))}
      </div>
    </li>
  )
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex justify-between gap-3 min-[26rem]:block">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">
        <Money cents={cents} />
      </dd>
    </div>
  )
}

function Pages() {
  const { hasNext, pageCount, status } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const t = useTexts('agencyMoney')
  const page = Number(search.get('seite')) || 1
  if (pageCount < 2) return null
  const to = (seite: number, label: string) => (
    <PageLink
      page="AgencyInvoices"
      values={{ ...(status ? { status } : {}), seite: String(seite) }}
      className={buttonClass('secondary')}
    >
      {label}
    </PageLink>
  )
  return (
    <nav aria-label={t('pages.title')} className="flex flex-wrap items-center gap-4">
      {page > 1 ? to(page - 1, t('pages.newer')) : null}
      <span>{t('pages.here', { page, of: pageCount })}</span>
      {hasNext ? to(page + 1, t('pages.older')) : null}
    </nav>
  )
}
