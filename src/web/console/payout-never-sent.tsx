import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { Payout } from './payout-state.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

/** What is seldom needed of files; what the bank found of the payees is decided beside it. */
export function SeldomNeeded({
  payout,
  answer,
}: {
  payout: Payout
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const files = payout.files.filter(
    ({ payees, isCancelled, toldBy }) => payees === null && !isCancelled && toldBy === null,
  )
  if (files.length === 0 || !ability.can('update', 'payouts')) return null
  return (
    <RecordPart title={t('seldom')}>
      <div className="grid gap-3">
        {files.map((file) => (
          <NeverSent
            key={file.id}
            file={file}
            isAlone={payout.aloneReason !== null}
            answer={answer}
          />
        ))}
      </div>
    </RecordPart>
  )
}

/** That a file never went to the bank is said by two people. */
export function NeverSent({
  file,
  isAlone,
  answer,
}: {
  file: Payout['files'][number]
  isAlone: boolean // nobody else could confirm it
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  if (file.isCancelled || file.toldBy !== null || !ability.can('update', 'payouts')) return null
  const title = t(file.payees ? 'vop.cancel' : 'files.cancel', { part: file.part })
  const cannot = file.atBank
    ? t(`files.atBank.${file.atBank}`)
    : file.isOwnCancel && !isAlone
      ? t('files.cancelOwn')
      : null
  if (cannot) return <ForbiddenActs titles={[title]} why={cannot} />
  return (
    <Act
      id={`cancel ${file.id}`}
      title={title}
      kind="danger"
      isQuiet={file.payees === null && file.cancelBy === null}
      rules={stopRules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t(cancelText(file), { name: file.cancelBy ?? '' })}</p>
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}

const cancelText = ({ payees, cancelBy }: Payout['files'][number]) => {
  if (payees) return cancelBy ? 'vop.cancelSecond' : 'vop.cancelText'
  return cancelBy ? 'files.cancelSecond' : 'files.cancelText'
}
