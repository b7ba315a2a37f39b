import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { Question } from '../ui/question.tsx'
import { latinName, personName, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { BankFields } from '../ui/iban/bank-fields.tsx'
import { useTitleBegins } from '../runtime/title-parts.ts'
import { useFocusWhenOpened } from './use-focus-when-opened.ts'
import { ibanRule } from '../ui/iban/watch-iban.ts'

export const bankRules = (germanOnly: boolean) => ({
  holder: [required, personName, latinName],
  iban: [required, ibanRule(germanOnly)],
})

/** Edit and delete are states of the address, to work without script. */
export function BankSection({
  bank,
  saveAnswer,
  deleteAnswer,
}: {
  bank: { holder: string; iban: string } | null
  saveAnswer: FormAnswer | undefined
  deleteAnswer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('account')
  const edit = search.get('edit')
  const saving = edit === 'bank' || saveAnswer !== undefined
  // The question about deleting takes the focus itself.
  useFocusWhenOpened('bank-account', edit === 'bank' ? edit : null)
  const deleting = bank !== null && (edit === 'delete-bank' || deleteAnswer !== undefined)
  return (
    <Card id="bank-account" className="scroll-mt-4">
      <h2 className="text-xl font-bold">{t('settings.bank')}</h2>
      {bank && !saving ? <Account bank={bank} /> : null}
      {!bank && !saving ? <p className="mt-2">{t('settings.bankNone')}</p> : null}
      {saving ? <SaveForm holder={bank?.holder ?? ''} answer={saveAnswer} /> : null}
      {deleting ? <DeleteForm answer={deleteAnswer} /> : null}
      {saving || deleting ? null : <Buttons known={bank !== null} />}
    </Card>
  )
}

function Account({ bank }: { bank: { holder: string; iban: string } }) {
  const t = useTexts('account')
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2">
      <Fact name={t('bank.holder')} value={bank.holder} />
      <Fact name={t('bank.iban')} value={<span className="tabular-nums">{bank.iban}</span>} />
    </dl>
  )
}

function Buttons({ known }: { known: boolean }) {
  const t = useTexts('account')
  const link = `${buttonClass('secondary')} w-full md:w-auto`
  return (
    <p className="mt-5 flex flex-col gap-3 md:flex-row">
      <PageLink
        page="Settings"
        values={{ edit: 'bank' }}
        place="bank-account"
        className={link}
        preventScrollReset
      >
        {known ? t('settings.bankChangeFull') : t('settings.bankAdd')}
      </PageLink>
      {known ? (
        <PageLink
          page="Settings"
          values={{ edit: 'delete-bank' }}
          place="bank-account"
          className={`${buttonClass('quiet')} w-full md:w-auto`}
          preventScrollReset
        >
          {t('settings.bankDeleteFull')}
        </PageLink>
      ) : null}
    </p>
  )
}

function SaveForm({ holder, answer }: { holder: string; answer: FormAnswer | undefined }) {
  const { tenant } = usePage()
  const t = useTexts('account')
  useTitleBegins(`${t(holder ? 'settings.bankChangeFull' : 'settings.bankAdd')} – `, 'bank')
  return (
    <div className="mt-4">
      <PageForm
        id="bank"
        rules={bankRules(tenant.germanIbansOnly)}
        labels={{ holder: t('bank.holderField'), iban: t('bank.iban'), bic: t('bank.bic') }}
        answer={answer}
      >
        <input type="hidden" name="intent" value="bank" />
        <BankFields
          holder={holder}
          texts={{
            hint: t('bank.ibanHint'),
            hintGerman: t('bank.ibanHintGerman'),
            ok: t('bank.ibanOk'),
            bicHint: t('bank.bicHint'),
          }}
        />
        <p className="text-base text-muted">{t('settings.bankHint')}</p>
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('settings.bankSubmit')}</SubmitButton>
          <PageLink page="Settings" className={buttonClass('secondary')} preventScrollReset>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </div>
  )
}

function DeleteForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('account')
  return (
    <Question
      id="delete-bank"
      title={t('settings.bankDeleteTitle')}
      text={t('settings.bankDeleteText')}
      values={{ intent: 'delete-bank' }}
      submit={t('settings.bankDeleteFull')}
      cancel={{ page: 'Settings', label: t('cancel') }}
      answer={answer}
      className="mt-5"
    />
  )
}
