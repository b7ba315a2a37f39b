import { CircleCheck, Download, Hourglass, Landmark } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { KeepTogether } from '../ui/keep-together.tsx'
import { Money } from '../ui/money.tsx'
import type { TableSpec } from '../ui/table/table-address.ts'
import { TableFooter } from '../ui/table/table-footer.tsx'
import { useTablePlace } from '../ui/table/use-table-place.ts'
import { AccountNotice } from './account-notice.tsx'
import { readList } from './partner-list.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const spec: TableSpec = { sorts: ['Datum'], fallsFirst: ['Datum'], filters: [] }

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readList(request, spec)
  const [list, { nextNoteOn, accountProblem }] = await Promise.all([
    callApi(page, 'listPartnerNotes', { body: { page: query.page, pageSize: query.pageSize } }),
    callApi(page, 'showSalesPartnerSums', {}),
  ])
  return { ...list, query, nextNoteOn, accountProblem }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.billing'), robots: 'noindex' }
}

type Note = Awaited<ReturnType<typeof loader>>['rows'][number]

export function Component() {
  const { rows, query, totalCount, pageCount, sums, nextNoteOn, accountProblem } =
    useLoaderData<typeof loader>()
  const { tenant, locale } = usePage()
  const t = useTexts('salesPartner')
  const place = useTablePlace('SalesPartnerBilling', {}, spec, query)
  return (
    <SalesPartnerFrame title={t('nav.billing')} intro={t('billing.intro')}>
      <AccountNotice problem={accountProblem} />
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
            <StillOpen cents={sums.openCents} isHeld={accountProblem !== null} />
          </section>
          <ul className="overflow-hidden rounded-card border border-hairline bg-surface">
            {rows.map((note) => (
              <Line
                key={note.id}
                note={note}
                waits={accountProblem === null ? sums.openCents <= 0 && 'carried' : 'held'}
              />
            ))}
          </ul>
          <div className="dt">
            <TableFooter
              place={place}
              total={totalCount}
              rows={rows.length}
              pageCount={pageCount}
              sum={null}
            />
          </div>
        </>
      )}
      <p className="max-w-[44em] text-base text-muted">
        {t('billing.note', { email: tenant.contact.email })}
      </p>
    </SalesPartnerFrame>
  )
}

/** What is still to be paid, or carried forward; nothing where all is paid. */
function StillOpen({ cents, isHeld }: { cents: number; isHeld: boolean }) {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  if (cents === 0) return null
  const kind = cents > 0 ? 'open' : 'carried'
  return (
    <p className="mt-3">
      <strong>{t(`billing.${kind}`, { amount: formatCents(Math.abs(cents), locale) })}</strong>{' '}
      {kind === 'open' && isHeld ? null : t(`billing.${kind}Text`)}
    </p>
  )
}

/** Why an open document is not in the next payment. */
type Waits = 'held' | 'carried' | false

function Line({ note, waits }: { note: Note; waits: Waits }) {
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
          {t('billing.written', { date: formatDate(note.issuedOn, locale) })}
        </p>
        <p className="mt-1">
          <Payment note={note} waits={waits} />
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

const paymentLook = {
  open: { Icon: Hourglass, className: 'text-muted' },
  'in-transit': { Icon: Landmark, className: '' },
  paid: { Icon: CircleCheck, className: 'font-semibold text-success' },
} as const

/** Where the money of a document is, and since when. */
function Payment({ note, waits }: { note: Note; waits: Waits }) {
  const { locale, now } = usePage()
  const t = useTexts('salesPartner')
  const { Icon, className } = paymentLook[note.payment]
  const kind = note.kind === 'self-billed' ? 'payment' : 'setOff'
  const isOpen = note.kind === 'self-billed' && note.payment === 'open'
  // A day that has passed is promised to nobody.
  const isLate = note.dueOn < localDayOf(now)
  const state = isOpen && (waits || (isLate && 'late'))
  return (
    <span className={`inline-flex items-center gap-1.5 ${className}`}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {t(state ? `billing.payment.${state}` : `billing.${kind}.${note.payment}`, {
        date: note.paymentOn ? formatDate(note.paymentOn, locale) : '',
        due: formatDate(note.dueOn, locale),
      })}
    </span>
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
