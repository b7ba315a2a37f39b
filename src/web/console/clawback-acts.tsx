import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { ClawbackFound } from './clawback-state.tsx'
import { LeftAlone } from './left-alone.tsx'
import { useAbility } from './use-place.ts'

export const clawbackRules: Rules = { reason: [required, maxLength(500)], note: [maxLength(300)] }

type Props = { found: ClawbackFound; answer: FormAnswer | undefined }

export function ClawbackActs({ found, answer }: Props) {
  const t = useTexts('consoleClawbacks')
  const ability = useAbility()
  const isProposed = found.state === 'vorgeschlagen'
  const titles = [t('remind'), t('setOff'), t('writeOff')]
  if (found.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  return (
    <div key={found.version} className="grid gap-3">
      {isProposed ? <Approval found={found} answer={answer} /> : null}
      {ability.can('decide', 'rewards') ? (
        <>
          <Remind found={found} answer={answer} />
          <SetOff found={found} answer={answer} />
          {isProposed ? null : <WriteOff found={found} answer={answer} />}
        </>
      ) : isProposed ? null : (
        <ForbiddenActs titles={titles} why={t('noRight')} />
      )}
    </div>
  )
}

function Fields({ found }: Pick<Props, 'found'>) {
  const t = useTexts('consoleClawbacks')
  return (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
}

function useForm(answer: Props['answer']) {
  const t = useTexts('consoleClawbacks')
  const labels = { reason: t('reason'), note: t('note'), reward: t('setOffOf') }
  return { rules: clawbackRules, labels, answer }
}

function Remind({ found, answer }: Props) {
  const t = useTexts('consoleClawbacks')
  const form = useForm(answer)
  const { cannotRemind: why } = found
  if (!found.canBeTold) return <ForbiddenActs titles={[t('remind')]} why={t('untold')} />
  if (why !== null && why !== 'over')
    return (
      <ForbiddenActs
        titles={[t('remind')]}
        why={t(why === 'proposed' ? 'whileProposed' : `cannotRemind.${why}`)}
      />
    )
  return (
    <Act id="remind" title={t('remind')} kind="primary" {...form}>
      <p>{t('remindText')}</p>
      <TextField name="note" autoComplete="off" maxLength={300} hint={t('noteHint')} />
      <Fields found={found} />
    </Act>
  )
}

function SetOff({ found, answer }: Props) {
  const { locale } = usePage()
  const t = useTexts('consoleClawbacks')
  const form = useForm(answer)
  const { cannotSetOff: why, settable } = found
  if (why === 'proposed') return <ForbiddenActs titles={[t('setOff')]} why={t('whileProposed')} />
  if (settable.length === 0) return <ForbiddenActs titles={[t('setOff')]} why={t('noReward')} />
  if (why === 'untold' || why === 'lately')
    return <ForbiddenActs titles={[t('setOff')]} why={t(`cannotSetOff.${why}`)} />
  return (
    <Act
      id="set-off"
      title={t('setOff')}
      {...form}
      rules={{ ...clawbackRules, reward: [required] }}
    >
      <p>{t('setOffText')}</p>
      <SelectField
        name="reward"
        empty=""
        defaultValue={settable[0]?.id}
        options={settable.map(({ id, cents }) => ({
          value: id,
          title: `${formatCents(cents, locale)} (${id.slice(-6)})`,
        }))}
      />
      <Fields found={found} />
    </Act>
  )
}

function WriteOff({ found, answer }: Props) {
  const t = useTexts('consoleClawbacks')
  const form = useForm(answer)
  return (
    <Act id="write-off" title={t('writeOff')} kind="danger" {...form}>
      <p>
        {t('writeOffText')} {found.leftCents > found.aloneCents ? t('writeOffSecond') : null}
      </p>
      <LeftAlone cents={found.aloneCents} />
      <Fields found={found} />
    </Act>
  )
}

function Approval({ found, answer }: Props) {
  const t = useTexts('consoleClawbacks')
  const ability = useAbility()
  const form = useForm(answer)
  const { proposedRepayment: repayment } = found
  const [approve, refuse] = repayment
    ? ([t('approveRepayment'), t('refuseRepayment')] as const)
    : ([t('approve'), t('refuse')] as const)
  const titles = [approve, refuse]
  if (found.isOwnProposal) return <ForbiddenActs titles={titles} why={t('ownProposal')} />
  if (!ability.can('approve', 'rewards'))
    return <ForbiddenActs titles={titles} why={t('noApproval')} />
  return (
    <>
      {repayment && repayment.cents > found.leftCents ? (
        <ForbiddenActs titles={[approve]} why={t('repaysTooMuch')} />
      ) : (repayment ?? { cents: found.leftCents }).cents > found.mostCents ? (
        <ForbiddenActs titles={[approve]} why={t('above')} />
      ) : (
        <Act id={repayment ? 'book' : 'approve'} title={approve} kind="primary" {...form}>
          <Fields found={found} />
        </Act>
      )}
      <Act id="refuse" title={refuse} kind="danger" {...form}>
        <Fields found={found} />
      </Act>
    </>
  )
}
