import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice } from '../ui/notice.tsx'

/** Why payments stop until a new IBAN is given; nothing if all is well. `onData`: the field is on this page. */
export function AccountNotice({
  problem,
  onData = false,
}: {
  problem: string | null
  onData?: boolean
}) {
  const t = useTexts('salesPartner')
  if (problem === null) return null
  return (
    <Notice tone="danger" title={t('account.title')}>
      <p>
        {problem} {t(onData ? 'account.textHere' : 'account.text')}
      </p>
      {onData ? null : (
        <PageLink page="SalesPartnerData" className={`${buttonClass('secondary')} mt-3`}>
          {t('account.button')}
        </PageLink>
      )}
    </Notice>
  )
}

/** The name that the bank has, to be confirmed by whose account it is. */
export function SpellingNotice({
  bankSpells,
  holder,
  maskedIban,
  answer,
}: {
  bankSpells: string
  holder: string
  maskedIban: string
  answer: FormAnswer | undefined
}) {
  const t = useTexts('salesPartner')
  return (
    <div className="max-w-3xl">
      <Notice tone="info" title={t('spelling.title')}>
        <p>{t('spelling.text', { iban: maskedIban })}</p>
        <dl className="my-3 grid gap-3 md:grid-cols-2">
          <Fact name={t('spelling.bank')} value={bankSpells} />
          <Fact name={t('spelling.given')} value={holder} />
        </dl>
        <PageForm id="partner-spelling" rules={{}} labels={{}} answer={answer} draft={false}>
          <input type="hidden" name="bankSpells" value={bankSpells} />
          <SubmitButton>{t('spelling.confirm')}</SubmitButton>
        </PageForm>
      </Notice>
    </div>
  )
}
