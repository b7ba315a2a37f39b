import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AccountNotice } from './account-notice.tsx'
import { BillingList, loadNotes } from './billing-list.tsx'
import { NotePanel } from './note-record.tsx'
import { waitsOf } from './note-words.tsx'
import { PartnerListHelp } from './partner-list.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const id = params['nummer']
  const [loaded, { nextNoteOn, accountProblem, flatTax }, record] = await Promise.all([
    loadNotes(page, request),
    callApi(page, 'showSalesPartnerSums', {}),
    id ? callApi(page, 'showPartnerNoteRecord', { params: { id } }) : null,
  ])
  return { loaded, nextNoteOn, accountProblem, flatTax, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('salesPartner')
  const note = loaded?.record?.note
  const title = t('nav.billing')
  return {
    title: note ? `${t(`billing.kind.${note.kind}`, { number: note.number })} – ${title}` : title,
    robots: 'noindex',
  }
}

export function Component() {
  const { loaded, nextNoteOn, accountProblem, flatTax, record } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  const { openCents } = loaded.list.sums
  const waits = waitsOf(accountProblem, openCents)
  return (
    <SalesPartnerFrame
      title={t('nav.billing')}
      isList
      actions={
        <PartnerListHelp
          text={`${t('billing.intro')} ${t('billing.note', { email: tenant.contact.email })}`}
        />
      }
      {...(record
        ? { record: <NotePanel key={record.note.id} record={record} waits={waits} /> }
        : {})}
    >
      <AccountNotice problem={accountProblem} />
      <StillOpen cents={openCents} isHeld={accountProblem !== null} />
      {flatTax ? <p className="text-muted md:pb-2">{t('billing.flatTax')}</p> : null}
      <BillingList loaded={loaded} nextNoteOn={nextNoteOn} waits={waits} open={record?.note.id} />
    </SalesPartnerFrame>
  )
}

/** Open or carried-forward amount; nothing if all is paid. */
function StillOpen({ cents, isHeld }: { cents: number; isHeld: boolean }) {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  if (cents === 0) return null
  const kind = cents > 0 ? 'open' : 'carried'
  return (
    <p className="text-[0.9375rem] leading-[1.25rem] md:pb-2">
      <strong>{t(`billing.${kind}`, { amount: formatCents(Math.abs(cents), locale) })}</strong>{' '}
      {kind === 'open' && isHeld ? null : t(`billing.${kind}Text`)}
    </p>
  )
}
