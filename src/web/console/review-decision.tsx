import { mostNoteLetters, refusalText } from '../../domain/refusal.ts'
import { approvalTexts, decisionReasons } from '../../domain/review.ts'
import { mostQuestionLetters } from '../../domain/review-question.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { Act } from './act.tsx'
import { Seen } from './review-seen.tsx'
import { Snooze } from './review-snooze.tsx'
import type { Review } from './review.ts'

const why: Rules = { reason: [required], note: [maxLength(mostNoteLetters)] }

/** What can be done about an open case. */
export function ReviewDecision({
  found,
  answer,
}: {
  found: Review
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const other = locale === 'de' ? 'en' : 'de'
  const fitting = decisionReasons([found.reasons])
  const form = (rules: Rules, note: 'note' | 'noteToPerson') => ({
    rules,
    labels: { reason: t('why'), note: t(note) },
    answer,
  })
  return (
    <div className="grid gap-3">
      <p className="text-muted max-md:hidden">{t('keys')}</p>
      {found.appeal ? <p>{t('appeal.final')}</p> : null}
      <Act
        id="approve"
        title={t(found.appeal ? 'accept' : 'approve')}
        kind="primary"
        {...form(why, 'note')}
      >
        <Seen found={found} />
        <RadioCards
          name="reason"
          columns={2}
          cards={fitting.approve.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${approvalTexts[reason][locale]}`,
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
      <Act
        id="refuse"
        title={t(found.appeal ? 'reject' : 'refuse')}
        kind="danger"
        {...form(why, 'noteToPerson')}
      >
        <Seen found={found} />
        <p>{t('reads', { language: t(`language.${found.language}`) })}</p>
        <RadioCards
          name="reason"
          columns={2}
          cards={fitting.refuse.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${refusalText({ reason, note: null }, locale)}`,
            content: (
              <span lang={other} className="block text-muted">
                {refusalText({ reason, note: null }, other)}
              </span>
            ),
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
      <Snooze found={found} answer={answer} />
      {found.appeal ? null : <Ask found={found} answer={answer} />}
      <PageForm id="take" rules={{}} labels={{}} answer={undefined} draft={false}>
        <Seen found={found} />
        <input type="hidden" name="intent" value={found.isMine ? 'give' : 'take'} />
        <button type="submit" data-take className={`${controlClass('plain')} self-start`}>
          {found.isMine ? t('giveBack') : t('take')}
        </button>
      </PageForm>
    </div>
  )
}

const asking: Rules = {
  question: [required],
  text: [maxLength(mostQuestionLetters)],
  until: [required],
}

/** A question to the person: chosen, in both languages, or written in theirs. */
function Ask({ found, answer }: { found: Review; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const other = locale === 'de' ? 'en' : 'de'
  const language = t(`language.${found.language}`)
  return (
    <Act
      id="ask"
      title={t('ask')}
      rules={asking}
      labels={{
        question: t('question'),
        text: t('ownQuestion', { language }),
        until: t('askUntil'),
      }}
      answer={answer}
    >
      <Seen found={found} />
      <p>{t('reads', { language })}</p>
      <RadioCards
        name="question"
        columns={2}
        cards={[
          ...found.askable.map((one, at) => ({
            value: one.question as string,
            title: `${at + 1} ${one[locale]}`,
            content: (
              <span lang={other} className="block text-muted">
                {one[other]}
              </span>
            ),
          })),
          { value: 'own', title: `${found.askable.length + 1} ${t('own.question')}` },
        ]}
      />
      <TextField name="text" autoComplete="off" hint={t('noOthers')} />
      <TextField name="until" type="date" defaultValue={found.askUntil} autoComplete="off" />
    </Act>
  )
}
