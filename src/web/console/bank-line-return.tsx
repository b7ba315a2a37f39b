import { formatCents } from '../../domain/money.ts'
import { largestReturnFeeCents } from '../../domain/bank-line.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import type { Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Act } from './act.tsx'
import type { BankLineFound } from './bank-line-words.tsx'

/** That can be the return of a payment. */
export const isReturnLine = ({ isReturn, isCredit, currency }: BankLineFound) =>
  isReturn && isCredit && currency === 'EUR'

/** That an open line is a payment's return, less a fee that the bank did not name; a second person confirms it. */
export function LessFee({
  found,
  rules,
  answer,
}: {
  found: BankLineFound
  rules: Rules
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleBankLines')
  const { lessFee } = found
  return (
    <Act
      id="less"
      title={t('less')}
      kind="primary"
      rules={rules}
      labels={{ payment: t('less.payment'), reason: t('reason') }}
      answer={answer}
    >
      <p>{t('less.text', { most: formatCents(largestReturnFeeCents, locale) })}</p>
      {lessFee ? (
        <p>
          {t('less.likely', {
            amount: formatCents(lessFee.cents, locale),
            fee: formatCents(lessFee.feeCents, locale),
          })}
        </p>
      ) : null}
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField
        name="payment"
        autoComplete="off"
        maxLength={60}
        hint={t('less.hint')}
        defaultValue={lessFee?.endToEndId ?? ''}
      />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}
