import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { fullName } from '../../domain/person.ts'
import { ibanRule } from '../ui/iban/watch-iban.ts'
import { draftOf } from '../ui/form/draft.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { latinName, maxLength, personName, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { BankFields } from '../ui/iban/bank-fields.tsx'
import { NextSteps } from './next-steps.tsx'

const formId = 'reward-cash'
/** What is typed for one reward is in no other's form. */
export const cashDraft = (whose: string) => draftOf(formId, whose)

export const cashRules = (germanOnly: boolean) => ({
  holder: [required, personName, maxLength(70), latinName],
  iban: [required, ibanRule(germanOnly)],
})

/** Bank account, and one confirmation with amount and date. */
export function CashForm({
  whose,
  amount,
  expectedOn,
  stored,
  mayTypeOther = true,
  answer,
}: {
  whose: string // reward or contact
  amount: string
  expectedOn: string | null
  stored: { holder: string; iban: string } | null
  mayTypeOther?: boolean // beside the stored one
  answer: FormAnswer | undefined
}) {
  const { tenant, locale, user } = usePage()
  const t = useTexts('reward')
  const [account, setAccount] = useState(stored ? (answer?.values.account ?? 'stored') : 'other')
  // Without script fields are not checked, so only the labels matter: both are required.
  const checks = useHasScript() && account === 'stored' ? {} : cashRules(tenant.germanIbansOnly)
  const follow = (event: FormEvent) => {
    const { name, value } = event.target as HTMLInputElement
    if (name === 'account') setAccount(value)
  }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chosen before the script loaded, or restored by the browser.
    const checked = box.current?.querySelector<HTMLInputElement>('[name=account]:checked')
    if (checked) setAccount(checked.value)
  }, [])
  const name = user?.lastName ? fullName(user) : ''
  return (
    <div ref={box} onChange={follow}>
      <PageForm
        id={formId}
        draft={cashDraft(whose)}
        rules={checks}
        labels={{
          account: t('details.account'),
          holder: t('details.holder'),
          iban: t('details.iban'),
          bic: t('details.bic'),
        }}
        answer={answer}
      >
        <input type="hidden" name="kind" value="cash" />
        <div className="group flex flex-col gap-6">
          {stored ? (
            <RadioCards
              name="account"
              columns={2}
              defaultValue="stored"
              cards={[
                {
                  value: 'stored',
                  title: t('details.stored'),
                  content: (
                    <span className="block text-base tabular-nums">
                      {stored.holder}
                      <br />
                      {shortMask(stored.iban)}
                    </span>
                  ),
                },
                ...(mayTypeOther ? [{ value: 'other', title: t('details.other') }] : []),
              ]}
            />
          ) : null}
          {stored && !mayTypeOther ? null : (
            <div
              className={`flex flex-col gap-6 ${stored ? 'group-not-has-[[value=other]:checked]:hidden' : ''}`}
            >
              <BankFields
                holder={name}
                texts={{
                  hint: t('details.ibanHint'),
                  hintGerman: t('details.ibanHintGerman'),
                  ok: t('details.ibanOk'),
                  bicHint: t('details.bicHint'),
                }}
              />
            </div>
          )}
        </div>
        <NextSteps
          facts={[
            [t('details.amount'), amount],
            [t('details.expectedOn'), expectedOn ? formatDate(expectedOn, locale) : '–'],
          ]}
        />
        <SubmitButton>{t('details.cashSubmit', { amount })}</SubmitButton>
      </PageForm>
    </div>
  )
}

// DE89 **** **** **** **** 00 does not fit one line of a card.
const shortMask = (maskedIban: string) => maskedIban.replace(/( \*+)+/, ' ****')

function useHasScript(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
