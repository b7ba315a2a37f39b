import { useParams } from 'react-router'
import { accountWord, eventWord } from '../../contract/ledger-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { isTakenBack } from '../../domain/money-way.ts'
import { formatCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { WayStep } from './money-way-step.tsx'

type Way = AnswerOf<Endpoints['showMoneyWay']>
type Line = Way['payments'][number]['lines'][number]
type Props = { way: Way }

/** Every move in the ledger, with the closed month that took it. */
export function WayPostings({ way }: Props) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleMoneyWay')
  return (
    <WayStep title={t('postings')}>
      <ul className="grid gap-1">
        {way.postings.map((one, at) => (
          <li key={at} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {formatDateTime(one.at, locale)} ·{' '}
              {one.answer && isTakenBack(one.answer)
                ? t(`tookBack.${one.answer}`)
                : eventWord(one.event, locale)}
              : {accountWord(one.from, locale)} → {accountWord(one.to, locale)}
              {one.month ? ` · ${t('inMonth', { month: formatMonth(one.month, locale) })}` : ''}
              {one.other ? (
                <>
                  {' · '}
                  <TextLink page="ConsoleMoneyWay" values={{ mandant, praemie: one.other }} inText>
                    {t('other')}
                  </TextLink>
                </>
              ) : null}
            </span>
            <Money cents={one.cents} />
          </li>
        ))}
      </ul>
    </WayStep>
  )
}

type Payment = Way['payments'][number]

const stateOf = ({ answer, state }: Payment) => {
  if (isTakenBack(answer)) return 'taken-back'
  return answer === 'returned' ? answer : state
}

// A code of a statement's line, or one of ours, says nothing more.
const codeOf = ({ answer, bankStatus: code }: Payment) =>
  code && !['returned', 'confirmed', 'not-sent'].includes(answer) && code !== 'not-sent'
    ? ` (${code})`
    : ''

/** Each transfer: who proposed and approved it, its file, the bank's answer and its lines of the statement. */
export function WayPayments({ way }: Props) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleMoneyWay')
  const time = (at: string | null) => (at ? formatDateTime(at, locale) : '')
  const takenBackBy = ({ by, at, reason, alone }: NonNullable<Payment['takenBack']>) =>
    [
      `${by.map((name) => name ?? t('somebody')).join(', ')}, ${time(at)}`,
      reason,
      alone && t('alone', { reason: alone }),
    ]
      .filter(Boolean)
      .join(' · ')
  return way.payments.map((one) => (
    <WayStep
      key={one.endToEndId}
      title={t('payment')}
      cents={one.cents}
      facts={[
        [t('state'), t(`payment.${stateOf(one)}`)],
        ['EndToEndId', one.endToEndId],
        [t('iban'), `••${one.ibanEnd}`],
        [
          t('proposed'),
          one.proposal === null
            ? t('before')
            : `${one.isScheduled ? t('schedule') : (one.proposedBy ?? t('somebody'))}, ${time(one.proposedAt)}`,
        ],
        ...one.approvals.map(
          (approval, at) =>
            [
              t('approved', { number: at + 1 }),
              `${approval.by ?? t('somebody')}, ${time(approval.at)} · ${t('hash', { hash: approval.hash })}${
                approval.alone ? ` · ${t('alone', { reason: approval.alone })}` : ''
              }`,
            ] as const,
        ),
        [
          t('run'),
          one.proposal ? (
            <TextLink
              key="run"
              page="ConsolePayout"
              values={{ mandant, auszahlung: one.proposal }}
              inText
            >
              {one.proposal}
            </TextLink>
          ) : (
            one.batch
          ),
        ],
        [
          t('bankFile'),
          `MsgId ${one.messageId} · ${formatDate(one.executionOn, locale)} · ${t('hash', { hash: one.fileHash })}`,
        ],
        [
          t('answer'),
          [`${t(`answer.${one.answer}`)}${codeOf(one)}`, one.bankReason].filter(Boolean).join(': '),
        ],
        [t('check'), one.check && t(`check.${one.check}`)],
        [t('takenBack'), one.takenBack && takenBackBy(one.takenBack)],
      ]}
    >
      <Lines lines={one.lines} none={t('noLine')} />
    </WayStep>
  ))
}

/** Lines of the statement, both ways. */
function Lines({
  lines,
  none,
  into = 'lineIn',
}: {
  lines: readonly Line[]
  none: string
  into?: 'lineIn' | 'linePaid' // what comes in came back, or is a document's payment
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleMoneyWay')
  if (lines.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ul className="mt-1 grid gap-1">
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <TextLink page="ConsoleBankLines" values={{ mandant, buchung: line.id }} inText>
              {t(line.isReversal ? 'lineReversed' : line.isCredit ? into : 'lineOut', {
                day: formatDate(line.bookedOn, locale),
                account: line.account,
              })}
            </TextLink>{' '}
            <span className="text-muted">
              {[
                line.source,
                line.reference,
                line.lineCents === line.cents
                  ? null
                  : t('ofLine', { amount: formatCents(line.lineCents, locale) }),
                line.reasons,
                line.feeCents > 0 ? t('fee', { amount: formatCents(line.feeCents, locale) }) : null,
                line.waits ? t('waits') : null,
                t(line.isClosed ? 'closed' : 'notClosed'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <Money cents={line.isCredit ? line.cents : -line.cents} />
        </li>
      ))}
    </ul>
  )
}

/** What is claimed back, and what of it came. */
export function WayClawback({ way }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleMoneyWay')
  const { clawback } = way
  if (!clawback) return null
  const { repayments, leftCents, openedAt, closedAt } = clawback
  return (
    <WayStep
      title={t('clawback')}
      cents={clawback.cents}
      facts={[
        [t('since'), formatDateTime(openedAt, locale)],
        [t('left'), formatCents(leftCents, locale)],
        [t('over'), closedAt && formatDateTime(closedAt, locale)],
        ...repayments.map(
          (one) =>
            [
              t(one.isUndone ? 'repaymentUndone' : 'repayment'),
              `${formatCents(one.cents, locale)}, ${formatDate(one.paidOn, locale)}${one.by ? `, ${one.by}` : ''}`,
            ] as const,
        ),
      ]}
    >
      {repayments.length > 0 ? <Lines lines={clawback.lines} none={t('noLine')} /> : null}
    </WayStep>
  )
}

/** Documents that bill it to the agency, and their payment. */
export function WayDocuments({ way }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleMoneyWay')
  return way.documents.map((one) => (
    <WayStep
      key={one.number}
      title={t(`document.${one.kind}`, { number: one.number })}
      cents={one.rewardCents + one.feeCents}
      facts={[
        [t('issued'), formatDate(one.issuedOn, locale)],
        [t('billed'), formatCents(one.rewardCents, locale)],
        [t('charged'), one.feeCents > 0 ? formatCents(one.feeCents, locale) : null],
        [t('documentTotal'), formatCents(one.totalCents, locale)],
        [
          t('paid'),
          one.paidOn
            ? formatDate(one.paidOn, locale)
            : t('unpaid', { day: formatDate(one.dueOn, locale) }),
        ],
      ]}
    >
      {one.paidOn || one.lines.length > 0 ? (
        <Lines lines={one.lines} none={t('noLine')} into="linePaid" />
      ) : null}
    </WayStep>
  ))
}

/** Its lines in the files for the accountant. */
export function WayBooks({ way }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleMoneyWay')
  const open = way.postings.filter(({ month }) => month === null)
  return (
    <WayStep title={t('books')}>
      <ul className="grid gap-1">
        {way.booked.map((one) => (
          <li
            key={`${one.month} ${one.part} ${one.line}`}
            className="flex flex-wrap justify-between gap-x-4"
          >
            <span>
              {t('booked', {
                month: formatMonth(one.month, locale),
                part: one.part,
                line: one.line,
                debit: one.debit,
                credit: one.credit,
              })}{' '}
              <span className="text-muted">{one.text}</span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{one.amount}</span>
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <p className="text-muted">
          {t('notBooked', {
            count: open.length,
            number: formatCount(open.length, locale),
          })}
        </p>
      ) : null}
    </WayStep>
  )
}
