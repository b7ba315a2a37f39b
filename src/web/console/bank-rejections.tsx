import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { BankBooks } from './bank-line-words.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

export const rejectionRules: Rules = {
  rejection: [required],
  reason: [required, maxLength(500)],
}

type Props = { books: BankBooks; answer: FormAnswer | undefined }

/** Status files that somebody handed in, and what a second person decides about them. */
export function BankRejections({ books, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleBankLines')
  const { rejections } = books
  if (rejections.length === 0) return null
  return (
    <section aria-labelledby="rejections-title">
      <h2 id="rejections-title" className="record-h2">
        {t('rejections')}
      </h2>
      <p>{t('rejectionsText')}</p>
      <ul className="record-rows">
        {rejections.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            <span>{titleOf(one, t, locale)}</span>
            <span className="text-muted">{[one.reasons, one.by].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Decide books={books} answer={answer} />
    </section>
  )
}

const titleOf = (
  { cents, batch, at }: BankBooks['rejections'][number],
  t: ReturnType<typeof useTexts<'consoleBankLines'>>,
  locale: 'de' | 'en',
) => t('rejection', { amount: formatCents(cents, locale), batch, at: formatDateTime(at, locale) })

function Decide({ books, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleBankLines')
  const ability = useAbility()
  const titles = [t('confirmRejected'), t('refuseRejected')]
  const open = books.rejections.filter(({ isOwn }) => !isOwn)
  if (!ability.can('approve', 'payouts'))
    return <ForbiddenActs titles={titles} why={t('noRight')} />
  if (open.length === 0) return <ForbiddenActs titles={titles} why={t('ownProposal')} />
  const labels = { rejection: t('payments'), reason: t('reason') }
  const intent = answer?.values['intent']
  const fields = (
    <>
      <SelectField
        name="rejection"
        empty=""
        defaultValue={`${open[0]!.id}:${open[0]!.count}`}
        options={open.map((one) => ({
          value: `${one.id}:${one.count}`,
          title: `${titleOf(one, t, locale)}: ${t('rejectionCount', { count: one.count })}`,
        }))}
      />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
  return (
    <div className="grid gap-3">
      {intent === 'confirmRejected' || intent === 'refuseRejected' ? (
        <Proof answer={answer} form={intent} />
      ) : null}
      <Act
        id="confirmRejected"
        title={t('confirmRejected')}
        kind="primary"
        rules={rejectionRules}
        labels={labels}
        answer={answer}
      >
        <p>{t('confirmRejectedText')}</p>
        {fields}
      </Act>
      <Act
        id="refuseRejected"
        title={t('refuseRejected')}
        kind="danger"
        rules={rejectionRules}
        labels={labels}
        answer={answer}
      >
        <p>{t('refuseRejectedText')}</p>
        {fields}
      </Act>
    </div>
  )
}
