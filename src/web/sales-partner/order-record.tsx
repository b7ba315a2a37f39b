import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { commissionWords, partnerOrderWords } from '../../contract/state-words.ts'
import type { showPartnerOrderRecord } from '../../contract/verkaufspartner-akten.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { localDayOf } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { RecordPanel } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { groupName } from './group-name.ts'
import { NoteLinks, Payment, waitsOf } from './note-words.tsx'
import { commissionTones, orderTones } from './order-columns.tsx'
import { PartnerStory } from './partner-story.tsx'

type Order = AnswerOf<typeof showPartnerOrderRecord>
type OrderRecord = { order: Order; accountProblem: string | null; openCents: number }

/** The order named by the address, if any, with what decides its payment. */
export async function loadOrder(
  page: PageContext,
  { nummer: id }: LoaderFunctionArgs['params'],
): Promise<OrderRecord | null> {
  if (!id) return null
  const [order, { accountProblem }, { sums }] = await Promise.all([
    callApi(page, 'showPartnerOrderRecord', { params: { id } }),
    callApi(page, 'showSalesPartnerSums', {}),
    callApi(page, 'listPartnerNotes', { body: { pageSize: 1 } }),
  ])
  return { order, accountProblem, openCents: sums.openCents }
}

/** The title of a list's page, the open order first. */
export const titleWith = (
  record: OrderRecord | null | undefined,
  title: string,
  texts: MetaArgs['texts'],
): string =>
  record
    ? `${texts('salesPartner')('record.order', { name: record.order.externalNumber })} – ${title}`
    : title

export function OrderPanel({
  record: { order, accountProblem, openCents },
  page,
}: {
  record: OrderRecord
  page: 'SalesPartnerOrders' | 'SalesPartnerCommissions'
}) {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const [search] = useSearchParams()
  const { state, commissionState, plan, cents } = order
  const waits = waitsOf(accountProblem, openCents)
  return (
    <RecordPanel
      title={t('record.order', { name: order.externalNumber })}
      state={<StateBadge tone={orderTones[state]} text={partnerOrderWords[state][locale]} />}
      close={{ page, values: valuesIn(search) }}
      facts={[
        [t('column.product'), order.product],
        [t('column.contractOn'), formatDay(order.contractOn, locale)],
        [
          t('column.releasableOn'),
          state === 'confirmed' && cents > 0 ? formatDay(order.releasableOn, locale) : null,
        ],
        [
          t('column.commission'),
          <span key="commission" className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money
              cents={cents}
              className={commissionState === 'cancelled' ? 'line-through' : ''}
            />
            {cents > 0 ? (
              <StateBadge
                tone={commissionTones[commissionState]}
                text={commissionWords[commissionState][locale]}
              />
            ) : null}
          </span>,
        ],
        [
          t('record.rate'),
          plan === null || cents === 0
            ? null
            : t('record.plan', {
                group: groupName(t, plan.group),
                date: formatDay(plan.validFrom, locale),
              }),
        ],
        ...order.notes.flatMap((note) => [
          [t(`billing.name.${note.kind}`), <NoteLinks key={note.id} notes={[note]} />] as const,
          [t('billing.payment'), <Payment key={note.id} note={note} waits={waits} />] as const,
        ]),
        [t('record.id'), order.number],
      ]}
    >
      <Outlook order={order} />
      <PartnerStory events={order.events} />
    </RecordPanel>
  )
}

/** What comes next for the commission, or why nothing does. */
function Outlook({ order: { cents, commissionState, releasableOn, notes } }: { order: Order }) {
  const { now } = usePage()
  const t = useTexts('salesPartner')
  const words = () => {
    if (cents === 0) return t('record.money.nothing')
    switch (commissionState) {
      case 'promised':
        return t(releasableOn > localDayOf(now) ? 'record.money.promised' : 'record.money.due')
      case 'released':
        return t('record.money.released')
      case 'cancelled':
        return t('record.money.cancelled')
      case 'taken-back':
        return t(notes.length > 1 ? 'record.money.corrected' : 'record.money.taken-back')
      case 'billed':
        return null // shown by its document
    }
  }
  const text = words()
  return text === null ? null : (
    <p className="text-[0.9375rem] leading-[1.25rem] text-muted">{text}</p>
  )
}
