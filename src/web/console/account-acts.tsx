import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import type { Change } from './account-facts.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

type Answer = { answer: FormAnswer | undefined }

export const accountRules: Rules = {
  name: [required, maxLength(70)],
  iban: [required, maxLength(60)],
  bic: [required, maxLength(20)],
  reason: [required, maxLength(500)],
}

export function ProposeAccount({ answer }: Answer) {
  const t = useTexts('consolePayoutAccount')
  const title = t('propose')
  if (!useAbility().can('create', 'payout-account'))
    return <ForbiddenActs titles={[title]} why={t('noPropose')} />
  const labels = { name: t('name'), iban: t('iban'), bic: t('bic'), reason: t('reason') }
  return (
    <Act id="propose" title={title} rules={accountRules} labels={labels} answer={answer}>
      <p>{t('proposeText')}</p>
      <TextField name="name" autoComplete="off" />
      <TextField name="iban" autoComplete="off" />
      <TextField name="bic" autoComplete="off" />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}

export function ApproveAccount({ change, answer }: { change: Change } & Answer) {
  const t = useTexts('consolePayoutAccount')
  const title = t('approve')
  if (change.cannotApprove !== null)
    return <ForbiddenActs titles={[title]} why={t(`cannot.${change.cannotApprove}`)} />
  return (
    <Act id="approve" title={title} kind="primary" rules={{}} labels={{}} answer={answer}>
      <p>{t('approveText')}</p>
      <Seen change={change} />
    </Act>
  )
}

export function StopAccount({ change, answer }: { change: Change } & Answer) {
  const t = useTexts('consolePayoutAccount')
  const title = t('stop')
  if (!useAbility().can('update', 'payout-account'))
    return <ForbiddenActs titles={[title]} why={t('noStop')} />
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
      <Seen change={change} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}

const Seen = ({ change }: { change: Change }) => (
  <>
    <input type="hidden" name="id" value={change.id} />
    <input type="hidden" name="version" value={change.version} />
  </>
)
