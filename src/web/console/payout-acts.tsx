import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { formatCount } from '../ui/format-count.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { Payout } from './payout-state.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

type Props = { payout: Payout; answer: FormAnswer | undefined }

/** Approving, refusing and taking back, while a proposal is open. */
export function PayoutActs({ payout, answer }: Props) {
  return (
    <div key={payout.version} className="grid gap-3">
      <Approve payout={payout} answer={answer} />
      <Stop payout={payout} answer={answer} />
    </div>
  )
}

function Approve({ payout, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const { payments, cents, cannotApprove, approvals, approvalsNeeded } = payout
  const title = t('approve', {
    count: payments,
    shown: formatCount(payments, locale),
    amount: formatCents(cents, locale),
  })
  if (cannotApprove !== null) {
    const why =
      cannotApprove === 'not-authorised' && payout.isOwnProposal ? 'own-proposal' : cannotApprove
    const from =
      why === 'own-proposal' && payout.aloneFrom !== null
        ? t('aloneFrom', { time: formatDateTime(payout.aloneFrom, locale) })
        : ''
    return <ForbiddenActs titles={[title]} why={`${t(`cannot.${why}`)} ${from}`.trim()} />
  }
  const { aloneReason, ownLimit, others } = payout
  const isAbove = aloneReason === null && ownLimit !== null && approvals === 0
  const isFirst = isAbove || (aloneReason === null && approvals + 1 < approvalsNeeded)
  return (
    <Act id="approve" title={title} kind="primary" rules={{}} labels={{}} answer={answer}>
      {isAbove ? <p>{t('approveAbove', { limit: formatCents(ownLimit, locale) })}</p> : null}
      <p>{t(isFirst ? 'approveFirst' : 'approveText')}</p>
      {isFirst ? (
        <p>
          {others.length > 0
            ? t('approveOthers', { names: others.join(', ') })
            : t('approveNobody')}
        </p>
      ) : null}
      <input type="hidden" name="version" value={payout.version} />
      <input type="hidden" name="hash" value={payout.hash} />
    </Act>
  )
}

function Stop({ payout, answer }: Props) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const title = t(payout.isOwnProposal ? 'withdraw' : 'refuse')
  if (!ability.can('update', 'payouts')) return <ForbiddenActs titles={[title]} why={t('noStop')} />
  return (
    <Act
      id="stop"
      title={title}
      kind="danger"
      rules={stopRules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('stopText')}</p>
      <input type="hidden" name="version" value={payout.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}
