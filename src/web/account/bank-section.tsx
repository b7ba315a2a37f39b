import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { latinName, personName, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IbanField } from '../ui/iban/iban-field.tsx'
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
  useFocusWhenOpened('bank', edit)
  const deleting = bank !== null && (edit === 'delete-bank' || deleteAnswer !== undefined)
  return (
    <Card id="bank" className="scroll-mt-4">
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
      <div className="min-w-0">
        <dt className="text-base text-muted">{t('bank.holder')}</dt>
        <dd className="font-semibold">{bank.holder}</dd>
      </div>
      <div className="min-w-0">
        <dt className="text-base text-muted">{t('bank.iban')}</dt>
        <dd className="font-semibold tabular-nums">{bank.iban}</dd>
      </div>
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
        place="bank"
        className={link}
        preventScrollReset
      >
        {known ? t('settings.bankChangeFull') : t('settings.bankAdd')}
      </PageLink>
      {known ? (
        <PageLink
          page="Settings"
          values={{ edit: 'delete-bank' }}
          place="bank"
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
  return (
    <div className="mt-4">
      <PageForm
        id="bank"
        rules={bankRules(tenant.germanIbansOnly)}
        labels={{ holder: t('bank.holder'), iban: t('bank.iban') }}
        answer={answer}
      >
        <input type="hidden" name="intent" value="bank" />
        <TextField
          name="holder"
          autoComplete="name"
          maxLength={70}
          defaultValue={answer?.values.holder ?? holder}
        />
        <IbanField
          texts={{
            hint: t('bank.ibanHint'),
            hintGerman: t('bank.ibanHintGerman'),
            ok: t('bank.ibanOk'),
          }}
        />
        <p className="text-base text-muted">{t('settings.bankHint')}</p>
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('settings.bankSubmit')}</SubmitButton>
          <Cancel />
        </div>
      </PageForm>
    </div>
  )
}

function DeleteForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('account')
  return (
    <div className="mt-5 rounded-field border-2 border-danger bg-danger-tint p-4">
      <p className="font-bold">{t('settings.bankDeleteTitle')}</p>
      <p className="mt-1 mb-4">{t('settings.bankDeleteText')}</p>
      <PageForm id="delete-bank" rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value="delete-bank" />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('settings.bankDeleteFull')}</SubmitButton>
          <Cancel />
        </div>
      </PageForm>
    </div>
  )
}

function Cancel() {
  const t = useTexts('account')
  return (
    <PageLink page="Settings" className={buttonClass('secondary')} preventScrollReset>
      {t('cancel')}
    </PageLink>
  )
}
