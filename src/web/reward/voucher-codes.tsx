import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'

export type Codes = AnswerOf<Endpoints['showVoucherCodes']>
export type CodesAnswer = FormAnswer | Codes | undefined

/** Codes come by a press alone: mail scanners open links. */
export function VoucherCodes({ answer }: { answer: CodesAnswer }) {
  const { locale } = usePage()
  const t = useTexts('reward')
  if (answer === undefined || !('codes' in answer))
    return (
      <PageForm id="codes" rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="codes" value="1" />
        <SubmitButton>{t('codes.show')}</SubmitButton>
      </PageForm>
    )
  const { codes } = answer
  return (
    <section aria-labelledby="codes-shown" className="flex flex-col gap-3">
      <h2 id="codes-shown" tabIndex={-1} className="text-xl font-bold">
        {t('codes.title', { count: codes.length })}
      </h2>
      <ul className="flex flex-col gap-3">
        {codes.map(({ code, amount, expiresOn }) => (
          <li key={code}>
            <code className="text-xl font-bold wrap-anywhere">{code}</code>
            <p className="text-base text-muted">
              {amount}
              {expiresOn ? ` · ${t('codes.until', { date: formatDate(expiresOn, locale) })}` : ''}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-base text-muted">{t('codes.private')}</p>
    </section>
  )
}
