import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Act } from './act.tsx'
import type { Books } from './books.ts'
import { pathHref } from './list-file.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

export const closeRules = { reason: [required, maxLength(500)] }

/** The months that are closed with their files, and the one that comes next. */
export function ClosedMonths({ books, answer }: { books: Books; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleBooks')
  const ability = useAbility()
  const { next, closed, waits } = books
  const month = formatMonth(next.month, locale)
  return (
    <RecordPart title={t('closed')}>
      <p>{t('closed.intro')}</p>
      <Proof answer={answer} form="close" />
      {waits ? (
        <div className="my-3">
          <Notice
            tone="info"
            title={t('waits', {
              month: formatMonth(waits.month, locale),
              day: formatDate(waits.day, locale),
            })}
          >
            <ul>
              {waits.missing.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : next.byItself ? (
        <p className="mt-2">
          {t('byItselfFrom', { month, day: formatDate(next.byItself, locale) })}
        </p>
      ) : null}
      {next.cannot !== null ? (
        <p className="mt-2 text-muted">{t(`cannot.${next.cannot}`, { month })}</p>
      ) : ability.can('approve', 'payouts') ? (
        <Act
          id="close"
          title={t('close', { month })}
          rules={closeRules}
          labels={{ reason: t('reason') }}
          answer={answer}
        >
          <input type="hidden" name="month" value={next.month} />
          <TextField name="reason" />
        </Act>
      ) : (
        <p className="mt-2 text-muted">{t('closesApprover', { month })}</p>
      )}
      <ul className="record-rows mt-3">
        {closed.map((one) => (
          <li key={one.month}>
            <span className="font-semibold">{formatMonth(one.month, locale)}</span>
            <span className="text-muted">
              {t('closedOn', {
                time: formatDateTime(one.at, locale),
                who: one.by ?? t('byItself'),
                lines: one.lines,
                amount: formatCents(one.cents, locale),
              })}
            </span>
            <span className="flex flex-wrap gap-x-3">
              <MonthFiles month={one.month} files={one.files} />
            </span>
          </li>
        ))}
      </ul>
      <Before books={books} />
    </RecordPart>
  )
}

type MonthFile = Omit<Books['closed'][number]['files'][number], 'hash'> & { hash?: string }

function MonthFiles({ month, files }: { month: string; files: readonly MonthFile[] }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBooks')
  return files.map(({ format, part, hash }) => (
    <a
      key={`${format} ${part}`}
      href={pathHref(mandant, 'showBooksMonthFile', { monat: month, format, teil: String(part) })}
      download
      {...(hash && { title: `SHA-256 ${hash}` })}
      className={controlClass()}
    >
      {t(`format.${format}`, { part })}
    </a>
  ))
}

/** Months before the first closed one: of the one that is shown the files, of the others where they are. */
function Before({ books }: { books: Books }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBooks')
  const { before, drafts, month: shown } = books
  if (before.length === 0) return null
  return (
    <div className="mt-4">
      <h3 className="record-h2">{t('before')}</h3>
      <p>{t('before.intro')}</p>
      <ul className="record-rows mt-2">
        {before.map((month) => (
          <li key={month}>
            <span className="font-semibold">{formatMonth(month, locale)}</span>
            <span className="flex flex-wrap gap-x-3">
              {month === shown ? (
                <MonthFiles month={month} files={drafts} />
              ) : (
                <TextLink page="ConsoleBooks" values={{ mandant, monat: month }} inText>
                  {t('before.open', { month: formatMonth(month, locale) })}
                </TextLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
