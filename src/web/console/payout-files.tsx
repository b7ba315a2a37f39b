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
        <NeverSent key={file.id} file={file} answer={answer} />
      ))}
      {openUntil ? null : (
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
  answer,
}: {
  file: Payout['files'][number]
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  if (file.isCancelled || !ability.can('update', 'payouts')) return null
  return (
    <div className="mt-3">
      <Act
        id={`cancel ${file.id}`}
        title={t('files.cancel', { part: file.part })}
        kind="danger"
        rules={stopRules}
        labels={{ reason: t('reason') }}
        answer={answer}
      >
        <p>
          {file.cancelBy ? t('files.cancelSecond', { name: file.cancelBy }) : t('files.cancelText')}
        </p>
        <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
      </Act>
    </div>
  )
}
