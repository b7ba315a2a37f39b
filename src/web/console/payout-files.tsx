import { useEffect, useRef, type Ref } from 'react'
import { useParams, useRevalidator } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { NeverSent } from './payout-never-sent.tsx'
import type { Payout } from './payout-state.tsx'
import { stopRules } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

/** So much of a hash tells files apart. */
export const shortHash = (hash: string) => hash.slice(0, 12)

type File = Payout['files'][number]

/** The bank's files, first how to fetch them, which wants a proof that is fresh, then what comes after. */
export function PayoutFiles({
  payout,
  opened,
  answer,
}: {
  payout: Payout
  opened: string | null // until when the proof holds that was just asked for
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const { files, filesUntil } = payout
  const only = useRef<HTMLAnchorElement>(null)
  const left = files.filter((file) => !file.isCancelled)
  // Whoever asked for it has pressed already; of several, each is pressed.
  const loaded = useRef<string | null>(null)
  const isOpen = filesUntil !== null
  useEffect(() => {
    // The press is answered before the page has the links.
    if (opened === null || !isOpen || loaded.current === opened) return
    loaded.current = opened
    only.current?.click()
  }, [opened, isOpen])
  useReadAnew(filesUntil)
  if (files.length === 0) return null
  return (
    <RecordPart title={t('files')}>
      {filesUntil === null && left.length > 0 ? <AskForFiles answer={answer} /> : null}
      <ul className="record-rows">
        {files.map((file) => (
          <li key={file.id}>
            <span className="min-w-0 wrap-anywhere">{factsOf(file, t, locale)}</span>
            {filesUntil !== null && !file.isCancelled ? (
              <FileLink ref={left.length === 1 ? only : undefined} file={file} />
            ) : null}
          </li>
        ))}
      </ul>
      {filesUntil !== null && left.length > 0 ? (
        <p className="dt-hint mt-2">
          {t('files.opened', { time: formatTime(filesUntil) })} {t('files.openText')}
        </p>
      ) : null}
      <NextSteps files={left.filter(({ atBank }) => atBank === null)} />
      {files.map((file) => (
        <PayeeCheck
          key={file.id}
          file={file}
          isAlone={payout.aloneReason !== null}
          answer={answer}
        />
      ))}
    </RecordPart>
  )
}

const factsOf = (file: File, t: Translate<'consolePayouts'>, locale: Locale) =>
  [
    t('files.part', { part: file.part }),
    t('files.payments', { count: file.payments, shown: formatCount(file.payments, locale) }),
    formatCents(file.cents, locale),
    t('files.on', { day: formatDate(file.executionOn, locale) }),
    t('files.hash', { hash: shortHash(file.hash) }),
    ...(file.isCancelled ? [t('files.cancelled')] : []),
  ].join(' · ')

function FileLink({ file, ref }: { file: File; ref: Ref<HTMLAnchorElement> | undefined }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  return (
    <a
      ref={ref}
      href={`/api/v1/${mandant}/betrieb/auszahlungen/dateien/${encodeURIComponent(file.id)}`}
      download
      className={controlClass('primary')}
    >
      {t('files.load', { part: file.part })}
    </a>
  )
}

function AskForFiles({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const mine = answer?.values['intent'] === 'files' ? answer : undefined
  if (!ability.can('approve', 'payouts'))
    return <ForbiddenActs titles={[t('files.open')]} why={t('files.noRight')} />
  return (
    <div className="mb-3">
      <PageForm id="files" rules={{}} labels={{}} answer={mine} draft={false} isShort>
        <input type="hidden" name="intent" value="files" />
        <div className="grid gap-2">
          <SubmitButton>{t('files.open')}</SubmitButton>
          <p className="dt-hint">{t('files.openText')}</p>
        </div>
      </PageForm>
    </div>
  )
}

/** Until the bank has said something of a file. */
function NextSteps({ files }: { files: readonly File[] }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const [first] = files
  if (!first) return null
  return (
    <div className="mt-3">
      <p>{t('next')}</p>
      <ol className="list-decimal ps-6">
        <li>{t('next.bank', { day: formatDate(first.executionOn, locale) })}</li>
        <li>
          {t('next.answer')}{' '}
          <TextLink page="ConsoleBankLines" values={{ mandant }} inText>
            {t('next.answerLink')}
          </TextLink>
        </li>
      </ol>
    </div>
  )
}

/** Once a proof is over, its links are gone. */
function useReadAnew(until: string | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const ms = until === null ? 0 : Date.parse(until) - Date.now()
    if (ms <= 0) return undefined
    const timer = setTimeout(() => void revalidate(), ms + 1_000)
    return () => clearTimeout(timer)
  }, [until, revalidate])
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
      <NeverSent file={file} isAlone={isAlone} answer={answer} />
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
