import { Info } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { TablePopover } from '../ui/table/table-popover.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { InvoicePanel } from './invoice-record.tsx'
import { InvoiceList, readInvoices, statusIn, type InvoiceSort } from './invoice-list.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const query = readInvoices(request)
  const { sort, descending, page, pageSize, search } = query
  const status = statusIn(query)
  const id = params['nummer']
  const call = pageOf(context)
  const record = id ? await callApi(call, 'showInvoiceRecord', { params: { id } }) : null
  const list = await callApi(call, 'listInvoices', {
    query: {
      page,
      pageSize,
      orderBy: sort as InvoiceSort,
      descending: descending ? 'true' : 'false',
      ...(status?.length ? { status } : {}),
      ...(search ? { search } : {}),
    },
  })
  // The amount due shows in any case.
  const none = { invoices: [], hasNext: false, pageCount: 0, totalCount: 0, cents: 0 }
  return { query, list: status === null ? { ...list, ...none } : list, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('agency')('nav.invoices')
  const open = loaded?.record?.invoice
  const named = open && texts('agencyMoney')(`invoices.kind.${open.kind}`, { number: open.number })
  return { title: named ? `${named} – ${title}` : title, robots: 'noindex' }
}

export function Component() {
  const { query, list, record } = useLoaderData<typeof loader>()
  const { openCents, overdueCents, overdueCount } = list
  const t = useTexts('agencyMoney')
  const title = useTexts('agency')('nav.invoices')
  return (
    <AgencyFrame
      title={title}
      isList
      {...(record ? { record: <InvoicePanel key={record.invoice.id} record={record} /> } : {})}
      actions={
        <>
          <TablePopover id="list-help" icon={Info} label={t('invoices.about')} isIcon>
            <p>{t('invoices.intro')}</p>
            <p className="mt-2">{t('invoices.note')}</p>
          </TablePopover>
          <dl
            aria-label={t('invoices.standing')}
            className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem] leading-[1.25rem] md:ml-auto"
          >
            <Sum name={t('invoices.open')} cents={openCents} />
            {overdueCount > 0 ? (
              <Sum
                name={t('invoices.overdue', { count: overdueCount })}
                cents={overdueCents}
                className="text-danger"
              />
            ) : null}
          </dl>
        </>
      }
    >
      {list.addressMissing ? (
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
      <InvoiceList query={query} list={list} open={record?.invoice.id} />
    </AgencyFrame>
  )
}

function Sum({ name, cents, className = '' }: { name: string; cents: number; className?: string }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className={`font-semibold ${className}`}>
        <Money cents={cents} />
      </dd>
    </div>
  )
}
