import { errorCodes } from '../runtime/api-error.ts'
import { useOwnWords } from '../access/own-words.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { NextSteps } from './next-steps.tsx'

export function VoucherForm({
  amount,
  option,
  answer,
}: {
  amount: string
  option: { title: string; text: string; picture: string }
  answer: FormAnswer | undefined
}) {
  const t = useTexts('reward')
  const shown = useOwnWords(answer, { [errorCodes.noVoucherLeft]: t('details.noVoucher') })
  return (
    <PageForm id="reward-voucher" rules={{}} labels={{}} answer={shown} draft={false}>
      <input type="hidden" name="kind" value="voucher" />
      <div className="flex flex-col gap-4 md:flex-row md:items-center">
        <img
          src={option.picture}
          alt=""
          width={192}
          height={128}
          className="aspect-3/2 w-48 max-w-full shrink-0 rounded-field bg-tint object-cover"
        />
        <p>{option.text}</p>
      </div>
      <NextSteps
        facts={[
          [t('details.amount'), amount],
          [t('details.voucherHow'), t('details.voucherBy')],
        ]}
      />
      <SubmitButton>{t('details.voucherSubmit', { amount })}</SubmitButton>
    </PageForm>
  )
}
