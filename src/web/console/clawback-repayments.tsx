import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { writeEuros } from '../ui/form/read-euros.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { ClawbackFound } from './clawback-state.tsx'
import { LeftAlone } from './left-alone.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
export const repaymentRules = {
  repay: { amount: [required], paidOn: [required], reference: [required, maxLength(140)], reason },
  'take-back': { repayment: [required], reason },
} satisfies Record<string, Rules>

type Props = { found: ClawbackFound; answer: FormAnswer | undefined }

/** What was paid back by transfer: booked by hand, and taken back by hand. */
export function ClawbackRepayments({ found, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleClawbacks')
  const { repayments } = found
  if (repayments.length === 0 && found.state === 'erledigt') return null
  return (
    <RecordPart title={t('repayments')}>
      {repayments.length === 0 ? <p className="text-muted">{t('repaymentsNone')}</p> : null}
      <ul className="grid gap-3">
        {repayments.map(({ id, cents, paidOn, reference, by, undoneAt }) => (
          <li key={id} className="wrap-anywhere">
            <p>
              {undoneAt ? (
                <s>{formatCents(cents, locale)}</s>
              ) : (
                <strong>{formatCents(cents, locale)}</strong>
              )}{' '}
              {t('repaidOn', { day: formatDate(paidOn, locale) })}
              {undoneAt ? ` · ${t('undoneOn', { day: formatDateTime(undoneAt, locale) })}` : ''}
            </p>
            <p className="text-muted">{[reference, by].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Acts key={found.version} found={found} answer={answer} />
      </div>
    </RecordPart>
  )
}

function Acts({ found, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleClawbacks')
  const ability = useAbility()
  const alive = found.repayments.filter(({ undoneAt }) => undoneAt === null)
  const isOpen = found.state !== 'erledigt'
  const titles = [...(isOpen ? [t('repay')] : []), ...(alive.length > 0 ? [t('takeBack')] : [])]
  if (titles.length === 0) return null
  if (!ability.can('approve', 'payouts'))
    return <ForbiddenActs titles={titles} why={t('noBooking')} />
  if (found.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  const labels = {
    amount: t('repayAmount'),
    paidOn: t('repayDay'),
    reference: t('repayReference'),
    repayment: t('repayment'),
    reason: t('reason'),
  }
  const kept = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
  return (
    <div className="grid gap-3">
      {isOpen && found.state === 'vorgeschlagen' ? (
        <ForbiddenActs titles={[t('repay')]} why={t('repayProposed')} />
      ) : isOpen ? (
        <Act
          id="repay"
          title={t('repay')}
          rules={repaymentRules.repay}
          labels={labels}
          answer={answer}
        >
          <p>{t('repayText')}</p>
          <LeftAlone cents={found.aloneCents} />
          <TextField
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={writeEuros(found.leftCents, locale)}
          />
          <TextField name="paidOn" type="date" autoComplete="off" />
          <TextField
            name="reference"
            autoComplete="off"
            maxLength={140}
            hint={t('repayReferenceHint')}
          />
          {kept}
        </Act>
      ) : null}
      {alive.length > 0 ? (
        <Act
          id="take-back"
          title={t('takeBack')}
          kind="danger"
          rules={repaymentRules['take-back']}
          labels={labels}
          answer={answer}
        >
          <p>{t('takeBackText')}</p>
          <SelectField
            name="repayment"
            empty=""
            defaultValue={alive[0]?.id}
            options={alive.map(({ id, cents, paidOn }) => ({
              value: id,
              title: `${formatCents(cents, locale)} (${formatDate(paidOn, locale)})`,
            }))}
          />
          {kept}
        </Act>
      ) : null}
    </div>
  )
}
