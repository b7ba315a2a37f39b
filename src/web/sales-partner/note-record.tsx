import { useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showPartnerNoteRecord } from '../../contract/verkaufspartner-akten.ts'
import { formatMonth } from '../agency/format-month.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { Money } from '../ui/money.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { NoteFiles, NoteLinks, Payment, signed, type Waits } from './note-words.tsx'
import { PartnerStory } from './partner-story.tsx'

type NoteRecord = AnswerOf<typeof showPartnerNoteRecord>

const tones = { open: 'waits', 'in-transit': 'held', paid: 'ok' } as const

export function NotePanel({ record, waits }: { record: NoteRecord; waits: Waits }) {
  const { locale, tenant } = usePage()
  const t = useTexts('salesPartner')
  const [search] = useSearchParams()
  const { note, lines, lineCount, corrects, correctedBy } = record
  const kind = note.kind === 'self-billed' ? 'state' : 'setOffState'
  const amount = (cents: number) => <Money cents={signed(note, cents)} />
  return (
    <RecordPanel
      title={t(`billing.kind.${note.kind}`, { number: note.number })}
      state={<StateBadge tone={tones[note.payment]} text={t(`billing.${kind}.${note.payment}`)} />}
      close={{ page: 'SalesPartnerBilling', values: valuesIn(search) }}
      facts={[
        [t('billing.month'), formatMonth(note.month, locale)],
        [t('billing.date'), formatDay(note.issuedOn, locale)],
        [t('billing.payment'), <Payment key="payment" note={note} waits={waits} />],
        [t('billing.net'), amount(note.netCents)],
        [t('billing.vat'), amount(note.vatCents)],
        [t('billing.total'), <strong key="total">{amount(note.totalCents)}</strong>],
        [
          t('record.corrects'),
          corrects.length > 0 ? <NoteLinks key="corrects" notes={corrects} /> : null,
        ],
        [
          t('record.correctedBy'),
          correctedBy.length > 0 ? <NoteLinks key="by" notes={correctedBy} /> : null,
        ],
      ]}
    >
      <div className="mt-2">
        <NoteFiles note={note} />
      </div>
      <PartnerStory events={record.events} ownId={note.id} />
      <RecordPart title={`${t('nav.orders')} (${formatCount(lineCount, locale)})`}>
        <ul className="record-rows">
          {lines.map((line) => (
            <li key={line.number}>
              <span className="min-w-0 flex-1 basis-32">
                <PageLink
                  page="SalesPartnerOrder"
                  values={{ nummer: line.number }}
                  className="dt-link wrap-anywhere"
                >
                  {line.externalNumber}
                </PageLink>
                <span className="dt-hint block">
                  {line.product} · {t(`record.happened.${note.kind}`)}{' '}
                  {formatDay(line.happenedOn, locale)}
                </span>
              </span>
              {amount(line.cents)}
            </li>
          ))}
        </ul>
        {lineCount > lines.length ? (
          <p className="dt-hint mt-2">{t('record.firstLines', { count: lines.length })}</p>
        ) : null}
      </RecordPart>
      <p className="dt-hint mt-6">{t('billing.note', { email: tenant.contact.email })}</p>
    </RecordPanel>
  )
}
