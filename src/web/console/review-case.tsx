import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { ForbiddenActs } from './act.tsx'
import { CaseBar, type CaseAct } from './case-frame.tsx'
import { CasePeople } from './case-people.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { LogLink } from './log-link.tsx'
import { EnterAppeal } from './review-appeal.tsx'
import { useReveal } from './reveal.tsx'
import { AppealPart, QuestionsPart } from './review-words.tsx'
import type { Review } from './review.ts'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewState } from './review-state.tsx'
import { useAbility } from './use-place.ts'

/** What is typed stays, also if somebody was faster. */
const wordsOf: Record<string, string[]> = { snooze: ['reason'], enter: ['message', 'reason'] }

function whyNot({ isOwnCase, isOwnDoubt, appeal }: Review) {
  if (isOwnCase) return 'own'
  if (isOwnDoubt) return 'ownDoubt'
  return appeal?.isFirst ? 'second' : appeal?.isEntered ? 'entered' : null
}

/** A held reward: why, the evidence, and what to do about it. */
export function ReviewCase({
  found,
  close,
  answer,
  revealed,
}: {
  found: Review
  close: PageTarget
  answer: FormAnswer | undefined
  revealed: unknown // of the page, without script
}) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const ability = useAbility()
  const { mandant = '' } = useParams()
  const reveal = useReveal<AnswerOf<Endpoints['revealReview']>>(revealed)
  const { evidence, people } = reveal.clear ?? found
  const day = (one: string | null) => (one === null ? null : formatDate(one, locale))
  const isReviewer = ability.can('decide', 'reviews')
  const why = whyNot(found) ?? (isReviewer ? null : 'noRight')
  const mayEnter = isReviewer && !found.isOwnCase && found.objectUntil !== null
  return (
    <>
      <RecordPanel
        title={t('row', {
          amount: formatCents(found.cents, locale),
          name: found.name ?? t('erased'),
        })}
        state={
          <>
            <ReviewState row={found} />
            <Here />
          </>
        }
        close={close}
        facts={[
          [t('answerBy'), day(found.answerBy)],
          [t('side'), t(`side.${found.beneficiary}`)],
          [t('order'), found.orderNumber],
          [t('external'), found.externalNumber],
          [t('referral'), found.referralNumber],
          [t('product'), found.product?.[locale]],
          [t('contractOn'), day(found.contractOn)],
          [t('acceptedOn'), day(found.acceptedOn)],
          [t('assignee'), found.assignee],
          [t('snoozed'), day(found.snoozedUntil)],
        ]}
      >
        <Conflict
          answer={answer}
          words={wordsOf[answer?.values['intent'] ?? ''] ?? ['note', 'text']}
        />
        <AppealPart found={found} />
        <QuestionsPart found={found} />
        <RecordPart title={t('evidence')}>
          <ul className="grid gap-3">
            {evidence.map(({ reason, text, referrer, recipient, note }) => (
              <li key={reason}>
                <p className="font-semibold">{text}</p>
                {note ? <p className="wrap-anywhere">{note}</p> : null}
                {reason === 'yearly-limit' && referrer ? (
                  <p>{t('evidence.yearly-limit', { number: referrer })}</p>
                ) : referrer || recipient ? (
                  <dl className="record-facts">
                    <Side title={t('side.Empfehler')} text={referrer} />
                    <Side title={t('side.Empfaenger')} text={recipient} />
                  </dl>
                ) : null}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-muted">
            {t('passed')}: {found.passed.map((reason) => t(`reason.${reason}`)).join(', ')}
          </p>
        </RecordPart>
        <RecordPart title={t('people')}>
          <CasePeople
            people={people}
            sideOf={(kind) => (kind === 'Andere' ? t('kind.Andere') : t(`side.${kind}`))}
            mandant={mandant}
            of={found.id}
            reveal={reveal}
          />
        </RecordPart>
        <RecordPart title={t('alike')}>
          <p>{t('alikeText', found.alike)}</p>
          {found.reasons[0] ? (
            <p className="mt-1">
              {t('alikeMain', { ...found.alikeMain, reason: t(`reason.${found.reasons[0]}`) })}
            </p>
          ) : null}
        </RecordPart>
        {found.outcome !== null ? (
          <>
            <Notice
              tone="info"
              title={t('over', {
                outcome: t(`outcome.${found.outcome}`),
                day: formatDateTime(found.closedAt ?? found.changedAt, locale),
                by: found.changedBy ?? t('programme'),
              })}
            />
            {mayEnter && found.objectUntil ? (
              <div className="mt-3">
                <EnterAppeal found={found} until={found.objectUntil} answer={answer} />
              </div>
            ) : null}
          </>
        ) : (
          <RecordPart title={t('decide')}>
            {why === null ? (
              <ReviewDecision key={found.version} found={found} answer={answer} />
            ) : (
              <ForbiddenActs
                titles={found.appeal ? [t('accept'), t('reject')] : [t('approve'), t('refuse')]}
                why={t(why)}
              />
            )}
          </RecordPart>
        )}
        <RecordPart title={t('history')}>
          <EventList
            label={t('history')}
            events={found.events.map(({ at, title, by, reason }) => ({
              at,
              title,
              who: by,
              reason,
            }))}
          />
          <LogLink id={found.id} />
        </RecordPart>
      </RecordPanel>
      {found.outcome === null && why === null ? (
        <CaseBar acts={actsOf(found, t)} take={t(found.isMine ? 'giveBack' : 'take')} />
      ) : null}
    </>
  )
}

const actsOf = ({ appeal }: Review, t: Translate<'consoleReviews'>): CaseAct[] => [
  { key: 'o', form: 'approve', title: t(appeal ? 'accept' : 'approve') },
  { key: 'n', form: 'refuse', title: t(appeal ? 'reject' : 'refuse') },
  ...(appeal ? [] : [{ key: 'i', form: 'ask', title: t('ask') } as const]),
  { key: 'w', form: 'snooze', title: t('snooze') },
]

const Side = ({ title, text }: { title: string; text: string | null }) => (
  <div className="contents">
    <dt className="text-muted">{title}</dt>
    <dd className="min-w-0 wrap-anywhere">{text ?? '–'}</dd>
  </div>
)
