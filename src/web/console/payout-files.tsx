import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { Payout } from './payout-state.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

/** So much of a hash tells files apart. */
export const shortHash = (hash: string) => hash.slice(0, 12)

/** The bank's files; they are fetched once somebody has proved to be there. */
export function PayoutFiles({
  payout,
  openUntil,
  answer,
}: {
  payout: Payout
  openUntil: string | null
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const { files } = payout
  if (files.length === 0) return null
  return (
    <RecordPart title={t('files')}>
      {openUntil ? (
        <div className="mb-3">
          <Notice tone="success" live title={t('files.opened', { time: formatTime(openUntil) })} />
        </div>
      ) : null}
      <ul className="record-rows">
        {files.map((file) => (
          <li key={file.id}>
            <span className="min-w-0 wrap-anywhere">
              {[
                t('files.part', { part: file.part }),
                t('files.payments', {
                  count: file.payments,
                  shown: formatCount(file.payments, locale),
                }),
                formatCents(file.cents, locale),
                t('files.on', { day: formatDate(file.executionOn, locale) }),
                t('files.hash', { hash: shortHash(file.hash) }),
                ...(file.isCancelled ? [t('files.cancelled')] : []),
              ].join(' · ')}
            </span>
            {openUntil && !file.isCancelled ? (
              <a
                href={`/api/v1/${mandant}/betrieb/auszahlungen/dateien/${encodeURIComponent(file.id)}`}
                download
                className={controlClass()}
              >
                {t('files.load', { part: file.part })}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
      {files.map((file) => (
        <div key={file.id}>
          <PayeeCheck file={file} isAlone={payout.aloneReason !== null} answer={answer} />
          <NeverSent file={file} isAlone={payout.aloneReason !== null} answer={answer} />
        </div>
      ))}
      {openUntil || files.every((file) => file.isCancelled) ? null : (
        <div className="mt-3">
          {ability.can('approve', 'payouts') ? (
            <Act id="files" title={t('files.open')} rules={{}} labels={{}} answer={answer}>
              <p>{t('files.openText')}</p>
            </Act>
          ) : (
            <ForbiddenActs titles={[t('files.open')]} why={t('files.noRight')} />
          )}
        </div>
      )}
    </RecordPart>
  )
}

/** That a file never went to the bank is said by two people. */
function NeverSent({
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
  if (cannot)
    return (
      <div className="mt-3">
        <ForbiddenActs titles={[title]} why={cannot} />
      </div>
    )
  return (
    <div className="mt-3">
      <Act
        id={`cancel ${file.id}`}
        title={title}
        kind="danger"
        rules={stopRules}
        labels={{ reason: t('reason') }}
        answer={answer}
      >
        <p>{t(cancelText(file), { name: file.cancelBy ?? '' })}</p>
        <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
      </Act>
    </div>
  )
}

const cancelText = ({ payees, cancelBy }: Payout['files'][number]) => {
  if (payees) return cancelBy ? 'vop.cancelSecond' : 'vop.cancelText'
  return cancelBy ? 'files.cancelSecond' : 'files.cancelText'
}

/** What the bank found of a file's payees; the order is executed or cancelled as a whole. */
function PayeeCheck({
  file,
  isAlone,
  answer,
}: {
  file: Payout['files'][number]
  isAlone: boolean // nobody else could note it
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePayouts')
  const { locale } = usePage()
  const ability = useAbility()
  const { payees } = file
  if (!payees) return null
  const shown = Object.fromEntries(
    Object.entries(payees).map(([result, found]) => [result, formatCount(found, locale)]),
  )
  return (
    <div className="mt-3 grid gap-3">
      <p>{t('vop.found', { ...shown, part: file.part })}</p>
      {file.untoldBy ? (
        <p>{t('vop.untold', { from: file.untoldFrom ?? '', name: file.untoldBy })}</p>
      ) : null}
      {file.toldBy ? <p>{t('vop.told', { name: file.toldBy })}</p> : null}
      <TakeNoteBack file={file} isAlone={isAlone} answer={answer} />
      {file.isCancelled ||
      file.toldBy ||
      !ability.can('update', 'payouts') ? null : file.cannotTell ? (
        <ForbiddenActs
          titles={[t('vop.tell', { part: file.part })]}
          why={t(`vop.cannotTell.${file.cannotTell}`)}
        />
      ) : (
        <Act
          id={`tell ${file.id}`}
          title={t('vop.tell', { part: file.part })}
          rules={stopRules}
          labels={{ reason: t('reason') }}
          answer={answer}
        >
          <p>{t('vop.tellText')}</p>
          <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
        </Act>
      )}
    </div>
  )
}

/** That the bank was told is taken back by somebody else, while it has said nothing. */
function TakeNoteBack({ file, isAlone, answer }: Parameters<typeof PayeeCheck>[0]) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  if (file.toldBy === null) return null
  const title = t('vop.untell', { part: file.part })
  const cannot = !ability.can('approve', 'payouts')
    ? t('vop.noRight')
    : file.atBank
      ? t(`files.atBank.${file.atBank}`)
      : file.isOwnTold && !isAlone
        ? t('vop.untellOwn')
        : null
  if (cannot) return <ForbiddenActs titles={[title]} why={cannot} />
  return (
    <Act
      id={`untell ${file.id}`}
      title={title}
      kind="danger"
      rules={stopRules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('vop.untellText')}</p>
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </Act>
  )
}
