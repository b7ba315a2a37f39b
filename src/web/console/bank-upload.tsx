import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { bankUploadNotes } from '../../domain/bank-upload.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAbility } from './use-place.ts'

type Found = AnswerOf<Endpoints['showBankUpload']>
type Report = NonNullable<Found['report']>

const tones = {
  waiting: 'waits',
  running: 'waits',
  done: 'ok',
  refused: 'bad',
  stopped: 'neutral',
} as const

export function BankUploadState({
  state,
  report = null,
}: {
  state: Found['state']
  report?: Report | null
}) {
  const t = useTexts('consoleBankUploads')
  const isUseless = report !== null && report.unclear > 0 && !isNews(report)
  return <StateBadge tone={isUseless ? 'bad' : tones[state]} text={t(`state.${state}`)} />
}

/** A file of the bank: how far its job is, and what came of it. */
export function BankUpload({ found }: { found: Found }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankUploads')
  const { state, part, parts, done, payments, report } = found
  const isWorking = state === 'waiting' || state === 'running'
  const share = part === 0 || payments === 0 ? 0 : (part - 1 + done / payments) / parts
  return (
    <section aria-labelledby="file-title" className="grid gap-4">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="file-title" className="record-h2 wrap-anywhere">
            {found.name ?? t('unnamed')}
          </h2>
          <BankUploadState state={state} report={report} />
        </div>
        <p className="text-muted">
          {[formatDateTime(found.madeAt, locale), found.madeBy].filter(Boolean).join(' · ')}
        </p>
        {/* Said again, politely, as it goes on, and at its end. */}
        <output className="mt-2 block wrap-anywhere">{sentence(found, t, locale)}</output>
        {isWorking ? (
          <>
            <progress
              className="mt-2 h-3 w-full max-w-lg accent-primary"
              aria-label={t('howFar')}
              max={1}
              value={share}
            />
            <p className="mt-2">
              <PageLink
                page="ConsoleBankUploads"
                values={{ mandant, datei: found.id }}
                className={linkClass('alone')}
              >
                {t('reload')}
              </PageLink>
            </p>
          </>
        ) : null}
      </div>
      {found.isAnew && report ? (
        <Notice tone="info" title={t('anew')}>
          {t('anewText')}
        </Notice>
      ) : null}
      {report ? <Result report={report} /> : null}
    </section>
  )
}

function sentence(found: Found, t: Translate<'consoleBankUploads'>, locale: Locale): string {
  const { state, part, parts, payments, report } = found
  const day = found.endedAt ? formatDateTime(found.endedAt, locale) : ''
  const number = (value: number) => formatCount(value, locale)
  if (state === 'refused') return found.problem ?? ''
  if (state === 'stopped' && found.why === 'right-ended')
    return t(found.isAnew ? 'stopped.rest' : 'stopped.right-ended')
  if (state === 'stopped') return t('stopped.broken-off', { day })
  if (state === 'done')
    return `${t('now.done', { day })} ${isNews(report!) ? '' : t(nothing(report!))}`
  if (state === 'waiting') return t('now.waiting')
  if (part === 0) return t('now.reading')
  const which = parts > 1 ? `${t('now.part', { part: number(part), parts: number(parts) })} ` : ''
  const done = { done: number(found.done), shown: number(payments) }
  return which + (payments === 0 ? t('now.lines') : t('now.running', { ...done, count: payments }))
}

/** Why a file brought nothing. */
const nothing = ({ unclear, pending }: Report) =>
  unclear > 0 ? 'now.unclear' : pending > 0 ? 'now.pending' : 'now.none'

const isNews = ({
  newLines,
  settled,
  failed,
  waiting,
  invoicesPaid,
  invoicesReversed,
  payees,
}: Report) =>
  newLines + settled + failed + waiting + invoicesPaid + invoicesReversed > 0 ||
  Object.values(payees).some((count) => count > 0)

const facts = [
  'newLines',
  'openLines',
  'settled',
  'failed',
  'asked',
  'dueAgain',
  'held',
  'ended',
  'pending',
  'alreadyDone',
  'waiting',
  'unclear',
  'invoicesPaid',
  'invoicesReversed',
] as const
/** Also as nothing; the others where there is something. */
const always: readonly string[] = ['newLines', 'settled', 'failed']
const shownAs: Partial<Record<string, 'wartet' | 'offen'>> = {
  waiting: 'wartet',
  openLines: 'offen',
}
const payeeFacts = ['match', 'close', 'none', 'impossible'] as const
const isPayeeFact = (name: string) => payeeFacts.some((one) => one === name)

function Result({ report }: { report: Report }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankUploads')
  const { payees, notes } = report
  const isCheck = report.kind === 'vop'
  const rows = [
    ...facts.map((name) => ({
      name,
      title: t(`fact.${name}`),
      count: report[name],
      state: shownAs[name] ?? null,
    })),
    ...payeeFacts.map((name) => ({
      name,
      title: t(`payees.${name}`),
      count: payees[name],
      state: null,
    })),
  ].filter(({ name, count }) => count > 0 || (isCheck ? isPayeeFact(name) : always.includes(name)))
  return (
    <>
      <dl className="record-facts">
        <div className="contents">
          <dt className="text-muted">{t('kind')}</dt>
          <dd>{t(report.kind === 'vop' ? 'kind.vop' : 'kind.other', { kind: report.kind })}</dd>
        </div>
        {rows.map(({ name, title, count, state }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd className="tabular-nums">
              {formatCount(count, locale)}
              {state ? (
                <>
                  {' · '}
                  <TextLink page="ConsoleBankLines" values={{ mandant, stand: state }} inText>
                    {t(`show.${state}`)}
                  </TextLink>
                </>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {bankUploadNotes.map((kind) => {
        const some = notes.filter((note) => note.kind === kind)
        if (some.length === 0) return null
        return (
          <section key={kind} aria-labelledby={`note-${kind}`}>
            <h3 id={`note-${kind}`} className="record-h2">
              {t(`note.${kind}`)}
            </h3>
            <ul className="record-rows">
              {some.map((note, at) => (
                // Two entries of a file may be the same.
                <li key={`${at} ${note.id}`}>
                  <NoteView note={note} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

function NoteView({ note }: { note: Report['notes'][number] }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankUploads')
  const ability = useAbility()
  const { id, cents, reasons, why, detail, line, payout, reward } = note
  return (
    <>
      <span className="min-w-0 wrap-anywhere">
        {id}
        {cents === null ? null : <> · {formatCents(cents, locale)}</>}
      </span>
      <span className="flex flex-wrap gap-x-3">
        {line ? (
          <TextLink page="ConsoleBankLines" values={{ mandant, buchung: line }} inText>
            {t('to.line')}
          </TextLink>
        ) : null}
        {payout ? (
          <TextLink page="ConsolePayout" values={{ mandant, auszahlung: payout }} inText>
            {t('to.payout')}
          </TextLink>
        ) : null}
        {reward && ability.can('read', 'rewards') ? (
          <TextLink page="ConsoleRewards" values={{ mandant, praemie: reward }} inText>
            {t('to.reward')}
          </TextLink>
        ) : null}
      </span>
      {reasons ? <span className="w-full wrap-anywhere text-muted">{reasons}</span> : null}
      {why ? <span className="w-full wrap-anywhere text-muted">{why}</span> : null}
      {detail ? (
        <span className="w-full wrap-anywhere text-muted">
          {t('detail')} <span lang="en">{detail}</span>
        </span>
      ) : null}
    </>
  )
}
