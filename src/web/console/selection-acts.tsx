import { formatCents } from '../../domain/money.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import { mostNoteLetters, refusalText } from '../../domain/refusal.ts'
import { approvalTexts, decisionReasons } from '../../domain/review.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Proof } from './proof.tsx'
import { StopAct } from './stop-act.tsx'
import { ofVerb, type Selection } from './selection.ts'
import { useAbility } from './use-place.ts'

const why: Rules = { reason: [required], note: [maxLength(mostNoteLetters)] }
const ownWords: Rules = { note: [required, maxLength(mostNoteLetters)] }

/** What can be done with a selection: carried out or proposed by its maker, carried out by a second person, stopped. */
export function SelectionActs({
  found,
  answer,
}: {
  found: Selection
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleSelections')
  const ability = useAbility()
  const { state, verb, isMine, needsTwo, count, cents, madeBy } = found
  const { kind, needs } = ofVerb[verb]
  if (state === 'done' || state === 'stopped') return null
  if (!ability.can(needs[0], needs[1])) return <Notice title={t(`noRight.${kind}`)} />
  const form = { rules: {}, labels: {}, answer: undefined, draft: false } as const
  const version = <input type="hidden" name="version" value={found.version} />
  if (state === 'running') return <StopAct title={t('stop')} answer={answer} />
  if (state === 'proposed')
    return isMine ? (
      <Notice title={t(`waits.${kind}`)} />
    ) : (
      <PageForm id="start" {...form}>
        <Proof answer={answer} form="start" />
        <p className="mb-3 font-semibold">
          {t(`second.${verb}`, {
            number: formatCount(count, locale),
            by: madeBy ?? t('somebody'),
            amount: formatCents(cents, locale),
          })}
        </p>
        {version}
        <SubmitButton kind={verb === 'ablehnen' ? 'danger' : 'primary'}>
          {t(`start.${verb}`)}
        </SubmitButton>
      </PageForm>
    )
  if (!isMine) return null
  // Those of other kinds are no reasons of a review.
  const held =
    kind === 'reviews' ? found.groups.map(({ reasons }) => reasons as ReviewReason[]) : []
  const fitting = decisionReasons(held)
  const cards: { value: string; title: string }[] =
    verb === 'anerkennen'
      ? fitting.approve.map((value) => ({ value, title: approvalTexts[value][locale] }))
      : fitting.refuse.map((reason) => ({
          value: reason,
          title: refusalText({ reason, note: null }, locale),
        }))
  return (
    <PageForm
      id="decide"
      rules={kind === 'reviews' ? why : ownWords}
      labels={
        kind === 'reviews'
          ? { reason: t('reason'), note: t(verb === 'anerkennen' ? 'note' : 'noteToPerson') }
          : { note: t('reason') }
      }
      answer={answer}
      draft={false}
    >
      <div className="grid gap-4">
        {version}
        {needsTwo ? (
          <Notice
            title={t(`above.${kind}`, {
              number: formatCount(found.mostCount, locale),
              amount: formatCents(found.mostCents, locale),
            })}
          />
        ) : null}
        <Proof answer={answer} form="decide" />
        {kind === 'reviews' ? <RadioCards name="reason" columns={2} cards={cards} /> : null}
        <TextField
          name="note"
          autoComplete="off"
          {...(kind === 'reviews' ? {} : { hint: t('reasonHint') })}
        />
        <SubmitButton kind={verb === 'ablehnen' ? 'danger' : 'primary'}>
          {t(needsTwo ? 'propose' : `start.${verb}`)}
        </SubmitButton>
      </div>
    </PageForm>
  )
}
