import { usePage } from '../runtime/page-context.tsx'
import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { MoneyWay } from './money-way-link.tsx'
import { ibanOf, PayeeLink, paymentTitle } from './payee.tsx'
import { BankState, PaymentFlags } from './payment-columns.tsx'
import type { Payment, Payout } from './payout-state.tsx'
import { Proof } from './proof.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

/** One payment beside the list, and taking it out. */
export function PaymentRecord({
  payment,
  payout,
  close,
  answer,
}: {
  payment: Payment
  payout: Payout
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const { reward, takenOutReason, takenOutBy, state } = payment
  return (
    <RecordPanel
      title={paymentTitle(payment, t, locale)}
      state={
        <>
          {state ? <BankState state={state} /> : null}
          <PaymentFlags payment={payment} />
        </>
      }
      close={close}
      facts={[
        [t('payee'), <PayeeLink key="payee" payee={payment} />],
        [t('cents'), formatCents(payment.cents, locale)],
        [t('iban'), ibanOf(payment, t)],
        [
          t('reward'),
          reward && ability.can('read', 'rewards') ? (
            <span key="reward">
              <TextLink page="ConsoleRewards" values={{ mandant, praemie: reward }} inText>
                {t('toReward')}
              </TextLink>{' '}
              · <MoneyWay reward={reward} />
            </span>
          ) : null,
        ],
        [
          t('out'),
          takenOutReason &&
            (takenOutBy
              ? t('outBy', { name: takenOutBy, reason: takenOutReason })
              : takenOutReason),
        ],
      ]}
    >
      <Conflict answer={answer} />
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {takenOutReason === null ? (
        <RecordPart title={t('takeOut')}>
          <TakeOut payment={payment} payout={payout} answer={answer} />
        </RecordPart>
      ) : null}
    </RecordPanel>
  )
}

function TakeOut({
  payment,
  payout,
  answer,
}: {
  payment: Payment
  payout: Payout
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const why = !ability.can('update', 'payouts')
    ? t('noStop')
    : payout.state === 'offen'
      ? null
      : t('takeOutOver')
  if (why !== null) return <ForbiddenActs titles={[t('takeOut')]} why={why} />
  return (
    <Act
      key={payout.version}
      id="take-out"
      title={t('takeOut')}
      kind="danger"
      rules={stopRules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('takeOutText')}</p>
      <input type="hidden" name="payment" value={payment.id} />
      <input type="hidden" name="version" value={payout.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}
