import { CircleCheck, Download, Hourglass, Landmark } from 'lucide-react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { listPartnerNotes } from '../../contract/verkaufspartner-listen.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { controlClass } from '../ui/table/control-class.ts'

export type Note = AnswerOf<typeof listPartnerNotes>['rows'][number]

/** Why an open document is not in the next payment. */
export type Waits = 'held' | 'carried' | false

export const waitsOf = (problem: string | null, openCents: number): Waits =>
  problem === null ? openCents <= 0 && 'carried' : 'held'

/** Corrections are negative. */
export const signed = ({ kind }: Pick<Note, 'kind'>, cents: number) =>
  kind === 'self-billed' ? cents : 0 - cents

const looks = {
  open: { Icon: Hourglass, className: 'text-muted' },
  'in-transit': { Icon: Landmark, className: '' },
  paid: { Icon: CircleCheck, className: 'font-semibold text-success' },
} as const

/** Where a document's money is, and since when. */
export function Payment({ note, waits }: { note: Note; waits: Waits }) {
  const { locale, now } = usePage()
  const t = useTexts('salesPartner')
  const { Icon, className } = looks[note.payment]
  const kind = note.kind === 'self-billed' ? 'payment' : 'setOff'
  const isOpen = note.kind === 'self-billed' && note.payment === 'open'
  // Never promise a day that has passed.
  const isLate = note.dueOn < localDayOf(now)
  const state = isOpen && (waits || (isLate && 'late'))
  return (
    <span
      className={`inline-grid grid-cols-[auto_minmax(0,1fr)] items-center align-middle gap-1.5 ${className}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {t(state ? `billing.payment.${state}` : `billing.${kind}.${note.payment}`, {
          date: note.paymentOn ? formatDate(note.paymentOn, locale) : '',
          due: formatDate(note.dueOn, locale),
        })}
      </span>
    </span>
  )
}

export function NoteFiles({ note: { id, number } }: { note: Pick<Note, 'id' | 'number'> }) {
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  return (
    <span className="flex flex-wrap gap-2">
      {(['pdf', 'xml'] as const).map((ending) => (
        <a
          key={ending}
          href={`/api/v1/${tenant.code}/verkaufspartner/abrechnungen/${id}/${ending}`}
          download
          aria-label={t(`billing.${ending}Full`, { number })}
          className={controlClass()}
        >
          {ending === 'pdf' ? <Download aria-hidden="true" className="size-4" /> : null}
          {t(`billing.${ending}Short`)}
        </a>
      ))}
    </span>
  )
}

export function NoteLinks({ notes }: { notes: readonly Pick<Note, 'id' | 'number'>[] }) {
  return notes.map(({ id, number }, index) => (
    <span key={id}>
      {index > 0 ? ', ' : null}
      <PageLink page="SalesPartnerNote" values={{ nummer: id }} className="dt-link wrap-anywhere">
        {number}
      </PageLink>
    </span>
  ))
}
