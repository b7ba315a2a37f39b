import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { importHours, leftToImport } from '../../domain/goodwill.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { LeftAlone } from './left-alone.tsx'
import { Proof } from './proof.tsx'
import { StopAct } from './stop-act.tsx'
import { useAbility } from './use-place.ts'

type Found = AnswerOf<Endpoints['showOrderFile']>

export const startRules: Rules = { reason: [required, maxLength(500)] }

const tones = {
  checking: 'waits',
  checked: 'held',
  running: 'waits',
  done: 'ok',
  stopped: 'neutral',
} as const

export function OrderFileState({
  state,
  isAsked,
  isRefused,
}: Pick<Found, 'state' | 'isAsked' | 'isRefused'>) {
  const t = useTexts('consoleOrderFiles')
  if (isRefused) return <StateBadge tone="bad" text={t('state.refused')} />
  return <StateBadge tone={tones[state]} text={t(isAsked ? 'state.asked' : `state.${state}`)} />
}

/** A file of orders: how far it is, what it would do or did, its faulty lines, and what can be decided. */
export function OrderFile({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleOrderFiles')
  const { mandant = '' } = useParams()
  const { state, lines, done, startedAt } = found
  const isWorking = state === 'checking' || state === 'running'
  const number = (value: number) => formatCount(value, locale)
  const counts = startedAt === null ? found.found : found.result
  const outcomes = ['created', 'kept', 'cancelled', 'waiting', 'failed'] as const
  return (
    <section aria-labelledby="file-title" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="file-title" className="record-h2 wrap-anywhere">
          {found.name}
        </h2>
        <OrderFileState state={state} isAsked={found.isAsked} isRefused={found.isRefused} />
      </div>
      <Conflict answer={answer} />
      {isWorking ? (
        <div>
          <label className="grid max-w-lg gap-1">
            <span>{t('progress', { done: number(done), lines: number(lines) })}</span>
            <progress className="h-3 w-full accent-primary" value={done} max={lines} />
          </label>
          <p className="mt-2">
            <PageLink
              page="ConsoleOrderFiles"
              values={{ mandant, datei: found.id }}
              className={linkClass('alone')}
            >
              {t('reload')}
            </PageLink>
          </p>
        </div>
      ) : (
        <p>
          {t(`now.${wordOf(found, state)}`, {
            day: found.endedAt ? formatDateTime(found.endedAt, locale) : '',
            done: number(done),
            lines: number(lines),
          })}
        </p>
      )}
      <dl className="record-facts">
        {outcomes.map((outcome) => (
          <div key={outcome} className="contents">
            <dt className="text-muted">
              {t(startedAt === null ? `would.${outcome}` : `did.${outcome}`)}
            </dt>
            <dd className="tabular-nums">{number(counts[outcome])}</dd>
          </div>
        ))}
        {startedAt === null && found.cents > 0 ? (
          <div className="contents">
            <dt className="text-muted">{t('would.cents')}</dt>
            <dd className="tabular-nums">{formatCents(found.cents, locale)}</dd>
          </div>
        ) : null}
        {counts.lostCents > 0 ? (
          <div className="contents">
            <dt className="text-muted">
              {t(startedAt === null ? 'would.lostCents' : 'did.lostCents')}
            </dt>
            <dd className="tabular-nums">{formatCents(counts.lostCents, locale)}</dd>
          </div>
        ) : null}
        {found.askedAt ? (
          <div className="contents">
            <dt className="text-muted">{t('asked')}</dt>
            <dd>
              {[formatDateTime(found.askedAt, locale), found.madeBy, found.askReason]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        ) : null}
        {startedAt ? (
          <div className="contents">
            <dt className="text-muted">{t('started')}</dt>
            <dd>
              {[formatDateTime(startedAt, locale), found.startedBy, found.reason]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        ) : null}
        {found.endedBy && found.endedAt ? (
          <div className="contents">
            <dt className="text-muted">{t(found.isRefused ? 'state.refused' : 'state.stopped')}</dt>
            <dd>
              {[formatDateTime(found.endedAt, locale), found.endedBy, found.endReason]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        ) : null}
      </dl>
      <Errors found={found} count={counts.waiting + counts.failed} />
      <Decision key={found.version} found={found} answer={answer} />
    </section>
  )
}

/** What became of it; one that was never begun has nothing imported. */
const wordOf = ({ startedAt, isRefused }: Found, state: 'checked' | 'done' | 'stopped') =>
  state !== 'stopped' || startedAt ? state : isRefused ? 'refused' : 'dropped'

function Errors({ found, count }: { found: Found; count: number }) {
  const t = useTexts('consoleOrderFiles')
  const { mandant = '' } = useParams()
  if (found.errors.length === 0) return null
  return (
    <section aria-labelledby="errors-title">
      <h3 id="errors-title" className="record-h2">
        {t('errors')}
      </h3>
      <ul className="record-rows">
        {found.errors.map((one) => (
          <li key={one.line}>
            <span className="min-w-0 wrap-anywhere tabular-nums">
              {t('line', { line: one.line })}
              {one.externalNumber ? ` · ${one.externalNumber}` : ''}
            </span>
            <span className="min-w-0 wrap-anywhere text-muted">{one.message}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <a
          href={`/api/v1/${mandant}/betrieb/auftraege/einlesungen/${found.id}/fehler`}
          download
          className={linkClass('alone')}
        >
          {t('csv', { count })}
        </a>
      </p>
    </section>
  )
}

function Decision({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const t = useTexts('consoleOrderFiles')
  const ability = useAbility()
  const { mandant = '' } = useParams()
  const { state } = found
  const again = (
    <PageLink page="ConsoleOrderFiles" values={{ mandant }} className={controlClass()}>
      {t('again')}
    </PageLink>
  )
  if (state === 'done' || state === 'stopped') return <p>{again}</p>
  const isForeign = found.isAsked && !found.isOwn
  const needs = isForeign ? 'approve' : 'create'
  if (!ability.can(needs, 'orders'))
    return (
      <ForbiddenActs
        titles={[t(found.isAsked ? 'approve' : 'start')]}
        why={t(found.isAsked ? 'noApproval' : 'noRight')}
      />
    )
  const { created, cancelled, waiting } = found.found
  const does = created + cancelled + waiting > 0
  return (
    <div className="grid gap-3">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {state !== 'checked' ? null : found.isAsked && found.isOwn ? (
        <p>{t('askedText')}</p>
      ) : does ? (
        <Start found={found} answer={answer} />
      ) : (
        <p>{t('nothing')}</p>
      )}
      <StopAct
        title={t(isForeign ? 'refuse' : state === 'checked' ? 'drop' : 'stop')}
        answer={answer}
      >
        <input type="hidden" name="id" value={found.id} />
        <input type="hidden" name="version" value={found.version} />
        {found.isOwn ? null : <p>{t(isForeign ? 'refuseText' : 'stopText')}</p>}
      </StopAct>
    </div>
  )
}

/** Begins the import, or asks a second person above what somebody imports alone in a day. */
function Start({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleOrderFiles')
  const { mandant = '' } = useParams()
  const act = found.isAsked ? 'approve' : 'start'
  const word = found.isAboveOwn ? 'ask' : act
  const amount = formatCents(leftToImport(0, ['payout-preparer']), locale)
  return (
    <Act
      id={act}
      title={t(word)}
      kind="primary"
      rules={startRules}
      labels={{ reason: t('why') }}
      answer={answer}
    >
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      {found.isAboveOwn ? <p>{t('askText', { amount, hours: importHours })}</p> : null}
      <LeftAlone cents={found.leftCents} />
      {found.isAsked ? (
        <p>
          {t('approveText')}{' '}
          <a
            href={`/api/v1/${mandant}/betrieb/auftraege/einlesungen/${found.id}/datei`}
            download
            className={linkClass('inText')}
          >
            {t('content')}
          </a>
        </p>
      ) : null}
      <p>{t('startText')}</p>
      <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
    </Act>
  )
}
