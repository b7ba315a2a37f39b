import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Act } from './act.tsx'
import { Seen } from './review-seen.tsx'
import type { Review } from './review.ts'

const rules: Rules = { day: [required], reason: [required, maxLength(500)] }

/** Puts a case off until a proposed day, or another one. Whatever is later than the promise says so. */
export function Snooze({ found, answer }: { found: Review; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const { snoozable } = found
  const promised = formatDate(found.answerBy, locale)
  return (
    <Act
      id="snooze"
      title={t('snooze')}
      rules={rules}
      labels={{ day: t('until'), until: t('otherDay'), reason: t('why') }}
      answer={answer}
    >
      <Seen found={found} />
      <div className="group/days grid gap-4">
        <RadioCards
          name="day"
          columns={2}
          cards={[
            ...snoozable.map(({ choice, day, isLate }, at) => ({
              value: day,
              title: `${at + 1} ${t(`snooze.${choice}`, { day: formatDate(day, locale) })}`,
              ...(isLate ? { content: <Late text={t('snooze.late', { day: promised })} /> } : {}),
            })),
            { value: 'other', title: `${snoozable.length + 1} ${t('otherDay')}` },
          ]}
        />
        <div className="hidden group-has-[[value=other]:checked]/days:block">
          <TextField
            name="until"
            type="date"
            autoComplete="off"
            hint={t('snooze.hint', { day: promised })}
          />
        </div>
      </div>
      <TextField name="reason" autoComplete="off" />
    </Act>
  )
}

const Late = ({ text }: { text: string }) => <span className="block text-muted">{text}</span>
