import { mostAnswerLetters } from '../../domain/review-question.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act } from './act.tsx'
import { Seen } from './review-seen.tsx'
import type { Review } from './review.ts'

const rules: Rules = {
  message: [required, maxLength(mostAnswerLetters)],
  reason: [required, maxLength(500)],
}

/** An appeal that came by phone or letter, entered for the person. */
export function EnterAppeal({
  found,
  until,
  answer,
}: {
  found: Review
  until: string
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const labels = { message: t('enterMessage'), reason: t('enterReason') }
  return (
    <Act id="enter" title={t('enter')} rules={rules} labels={labels} answer={answer}>
      <Seen found={found} />
      <p>{t('enterText', { day: formatDate(until, locale) })}</p>
      <TextArea name="message" rows={4} />
      <TextField name="reason" autoComplete="off" hint={t('enterReasonHint')} />
    </Act>
  )
}
