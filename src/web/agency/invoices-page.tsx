import { Info } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { HeadSums } from '../ui/head-sums.tsx'
import { Notice } from '../ui/notice.tsx'
import { TablePopover } from '../ui/table/table-popover.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { InvoicePanel } from './invoice-record.tsx'
import { InvoiceList, readInvoices, statusIn, type InvoiceSort } from './invoice-list.tsx'
import { TextLink } from '../ui/text-link.tsx'

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
            <p className="mt-2">
              {t('invoices.note')} {t(list.taxesRewards ? 'invoices.taxed' : 'invoices.passedOn')}
            </p>
          </TablePopover>
          <HeadSums
            label={t('invoices.standing')}
            sums={[
              [t('invoices.open'), openCents],
              ...(overdueCount > 0
                ? [
                    [
                      t('invoices.overdue', { count: overdueCount }),
                      overdueCents,
                      'text-danger',
                    ] as const,
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      {list.addressMissing ? (
        <Notice tone="danger" title={t('invoices.addressTitle')}>
          <p>{t('invoices.addressText')}</p>
          <TextLink page="AgencyMasterData" className="font-semibold">
            {t('invoices.addressLink')}
          </TextLink>
        </Notice>
      ) : null}
      <InvoiceList query={query} list={list} open={record?.invoice.id} />
    </AgencyFrame>
  )
}
