import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import type { Review } from './review.ts'

const Words = ({ children }: { children: string }) => (
  <blockquote className="my-2 border-l-4 border-line pl-3 whitespace-pre-line wrap-anywhere">
    {children}
  </blockquote>
)

/** Why the person objects, and what was decided first. */
export function AppealPart({ found: { appeal } }: { found: Review }) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  if (!appeal) return null
  return (
    <RecordPart title={t('appeal')}>
      <p className="text-muted">
        {appeal.enteredBy === null
          ? t('appeal.at', { day: formatDateTime(appeal.at, locale) })
          : t('appeal.told', { day: formatDateTime(appeal.at, locale), by: appeal.enteredBy })}
      </p>
      <Words>{appeal.message ?? t('appeal.forgotten')}</Words>
      <p>
        {t('appeal.first', {
          by: appeal.firstBy ?? t('programme'),
          day: formatDateTime(appeal.firstAt, locale),
        })}{' '}
        <span lang="de">{appeal.firstReason}</span>
      </p>
    </RecordPart>
  )
}

/** What the person was asked, and answered. */
export function QuestionsPart({ found: { questions, language } }: { found: Review }) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  if (questions.length === 0) return null
  return (
    <RecordPart title={t('questions')}>
      <ul className="grid gap-4">
        {questions.map(({ question, by, at, until, answer, answeredAt }) => (
          <li key={at}>
            <p className="text-muted">
              {t('asked', { by: by ?? t('programme'), day: formatDateTime(at, locale) })}
            </p>
            <p lang={language}>{question}</p>
            {answer !== null && answeredAt !== null ? (
              <>
                <Words>{answer}</Words>
                <p className="text-muted">
                  {t('answered', { day: formatDateTime(answeredAt, locale) })}
                </p>
              </>
            ) : (
              <p className="font-semibold">{t('unanswered', { day: formatDate(until, locale) })}</p>
            )}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
