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
import { Act } from './act.tsx'
import type { Books } from './books.ts'
import { pathHref } from './list-file.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

export const closeRules = { reason: [required, maxLength(500)] }

/** The months that are closed with their files, and the one that comes next. */
export function ClosedMonths({ books, answer }: { books: Books; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
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
              {one.files.map(({ format, part, hash }) => (
                <a
                  key={hash}
                  href={pathHref(mandant, 'showBooksMonthFile', {
                    monat: one.month,
                    format,
                    teil: String(part),
                  })}
                  download
                  title={`SHA-256 ${hash}`}
                  className={controlClass()}
                >
                  {t(`format.${format}`, { part })}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
