import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportName } from '../../contract/agentur-berichte.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import type { MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { EventList, type EventItem } from '../ui/event-list.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Money } from '../ui/money.tsx'
import { RecordPanel, RecordPart, type Fact } from '../ui/record-panel.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { recordTarget, type AgencyRecord } from './load-record.ts'
import { Earned, nameOfRow, Status, type ReportRow } from './report-columns.tsx'

type Key = TextKey<'agencyReports'>
type Event = AgencyRecord['events'][number]

const dayColumns: Record<ReportName, Key> = {
  auftraege: 'column.contractOn',
  praemien: 'column.releasedOn',
  empfehler: 'column.since',
  empfehlungen: 'column.createdOn',
  leads: 'column.acceptedOn',
}

export const recordTitle = (
  { list, row }: Pick<AgencyRecord, 'list' | 'row'>,
  t: (key: Key, values: { name: string }) => string,
): string => t(`record.${list}` as Key, { name: nameOfRow(list, row) })

/** The title of a list's page, the open row first. */
export const titleWith = (
  record: AgencyRecord | null | undefined,
  title: string,
  texts: MetaArgs['texts'],
): string => (record ? `${recordTitle(record, texts('agencyReports'))} – ${title}` : title)

/** One row of a list, with its actions and history. */
export function Record({
  record,
  page,
  children,
}: {
  record: AgencyRecord
  page: PageTarget['page'] // of the list
  children?: ReactNode // actions
}) {
  const { list, row, related } = record
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const [search] = useSearchParams()
  return (
    <RecordPanel
      title={recordTitle(record, t)}
      state={<Status row={row} words={{ t, locale }} />}
      close={{ page, values: valuesIn(search) }}
      facts={useFacts(record)}
    >
      {children}
      <RecordPart title={t('record.story')}>
        <EventList label={t('record.story')} events={useEvents(record)} />
        {record.isCut ? <p className="dt-hint mt-2">{t('record.cut')}</p> : null}
      </RecordPart>
      {related
        .filter((one) => one.list !== list)
        .map((one) => (
          <RecordPart
            key={one.list}
            title={`${t(`title.${one.list}`)} (${formatCount(one.totalCount, locale)})`}
          >
            <ul className="record-rows">
              {one.rows.map((other) => (
                <Related key={other.id} list={one.list} row={other} />
              ))}
            </ul>
            {one.totalCount > one.rows.length ? (
              <p className="dt-hint">{t('record.newest', { count: one.rows.length })}</p>
            ) : null}
          </RecordPart>
        ))}
    </RecordPanel>
  )
}

function useFacts({ list, row, ...record }: AgencyRecord): Fact[] {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const day = (iso: string | null) => (iso === null ? null : formatDay(iso, locale))
  return [
    [t(dayColumns[list]), day(row.day)],
    [t('record.releasableOn'), day(record.releasableOn)],
    [t('record.validUntil'), day(record.validUntil)],
    [t('record.dueOn'), day(record.dueOn)],
    [t('record.expiresOn'), day(record.expiresOn)],
    ...(row.expectedCents === null
      ? [[t('column.reward'), row.cents ? <Earned key="a" row={row} /> : null] as Fact]
      : [
          [t('expectedReward'), <Money key="a" cents={row.expectedCents} />] as Fact,
          [t('expectedFee'), row.feeCents && <Money key="f" cents={row.feeCents} />] as Fact,
        ]),
    [t('column.referrer'), list === 'empfehler' ? null : (row.referrer ?? t('nobody'))],
    [t('record.for'), row.beneficiary === null ? null : t(`record.for.${row.beneficiary}`)],
    [t('column.product'), row.product],
    [t('column.employee'), row.employee],
    [t('record.clicks'), record.clicks === null ? null : formatCount(record.clicks, locale)],
  ]
}

function Related({ list, row }: { list: ReportName; row: ReportRow }) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  return (
    <li>
      <PageLink {...recordTarget(list, row.id)} className="dt-link wrap-anywhere">
        {list === 'praemien' ? (
          <>
            {t(`record.for.${row.beneficiary ?? 'Empfehler'}`)} · <Money cents={row.cents ?? 0} />
          </>
        ) : (
          nameOfRow(list, row)
        )}
      </PageLink>
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="text-muted">{formatDay(row.day, locale)}</span>
        <Status row={row} words={{ t, locale }} />
      </span>
    </li>
  )
}

function useEvents({ list, row, events }: AgencyRecord): EventItem[] {
  const t = useTexts('agencyReports')
  const whoOf = ({ by }: Event) => {
    if (!by) return null
    if (by.kind === 'Mitarbeiter') return by.name ?? t('by.formerEmployee')
    return t(`by.${by.kind}`)
  }
  return events.map((event) => {
    const words = t(`step.${event.list}.${event.step}` as Key)
    const isOwn = event.list === list && event.id === row.id
    return {
      at: event.at,
      who: whoOf(event),
      reason: event.reason,
      title: (
        <>
          {words}
          {isOwn || event.name === null ? null : (
            <>
              {' · '}
              <PageLink {...recordTarget(event.list, event.id)} className="dt-link">
                {event.name}
              </PageLink>
            </>
          )}
          {event.cents === null ? null : (
            <>
              {' · '}
              <Money cents={event.cents} />
            </>
          )}
          {event.beneficiary === 'Empfaenger' ? (
            <span className="text-muted"> · {t('record.for.Empfaenger')}</span>
          ) : null}
        </>
      ),
    }
  })
}
