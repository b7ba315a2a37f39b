import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { EventList } from '../ui/event-list.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { ForbiddenActs } from './act.tsx'
import { CaseBar } from './case-frame.tsx'
import { CasePeople } from './case-people.tsx'
import { ClaimDecision, type Claim } from './claim-decision.tsx'
import { ClaimState } from './claim-state.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { LogLink } from './log-link.tsx'
import { useReveal } from './reveal.tsx'
import { useAbility } from './use-place.ts'

/** A contract that somebody says is missing: what they say, which orders it may be, and what to do about it. */
export function ClaimRecord({
  found,
  close,
  answer,
  revealed,
}: {
  found: Claim
  close: PageTarget
  answer: FormAnswer | undefined
  revealed: unknown // of the page, without script
}) {
  const { locale } = usePage()
  const t = useTexts('consoleClaims')
  const ability = useAbility()
  const { mandant = '' } = useParams()
  const day = (one: string | null) => (one === null ? null : formatDate(one, locale))
  const mayDecide = ability.can('decide', 'claims') && !found.isOwnCase && !found.isEntered
  const by = found.changedBy ?? t('programme')
  const reveal = useReveal<AnswerOf<Endpoints['revealClaim']>>(revealed)
  const { people } = reveal.clear ?? found
  return (
    <>
      <RecordPanel
        title={t('row', {
          name: found.name ?? t('erased'),
          contract: found.orderNumber ?? day(found.contractOn) ?? '',
        })}
        state={
          <>
            <ClaimState state={found.state} />
            <Here />
          </>
        }
        close={close}
        facts={[
          [t('answerBy'), found.state === 'open' ? day(found.answerBy) : null],
          [t('since'), formatDateTime(found.madeAt, locale)],
          [t('side'), t(`side.${found.claimant}`)],
          [t('number'), found.orderNumber],
          [t('contractOn'), day(found.contractOn)],
          [t('product'), found.product[locale]],
          [t('referral'), found.referralNumber],
          [t('recommendedOn'), day(found.recommendedOn)],
          [t('note'), found.note],
          [t('enteredBy'), found.enteredBy],
          [t('attachedTo'), found.attachedTo],
          [t('assignee'), found.assignee],
        ]}
      >
        <Conflict answer={answer} words={['note', 'typed']} />
        {found.hasFile ? (
          <p className="mt-4">
            <a
              href={`/api/v1/${mandant}/betrieb/nachbuchungen/${encodeURIComponent(found.id)}/datei`}
              download
              className={linkClass('alone')}
            >
              {t('file.open')}
            </a>
          </p>
        ) : null}
        <RecordPart title={t('likely')}>
          <Likely found={found} />
        </RecordPart>
        <RecordPart title={t('people')}>
          <CasePeople
            people={people}
            sideOf={(kind) => t(`side.${kind}`)}
            mandant={mandant}
            of={found.id}
            reveal={reveal}
          />
        </RecordPart>
        {found.state !== 'open' ? (
          <Notice
            tone="info"
            title={t('over', {
              outcome: t(`is.${found.state}`),
              day: formatDateTime(found.closedAt ?? found.changedAt, locale),
              by: found.state === 'withdrawn' ? t('thePerson') : by,
            })}
          >
            {found.refusal ? <p lang={found.language}>{found.refusal}</p> : null}
          </Notice>
        ) : (
          <RecordPart title={t('decide')}>
            {mayDecide ? (
              <ClaimDecision key={found.version} found={found} answer={answer} />
            ) : (
              <ForbiddenActs
                titles={[t('accept'), t('refuse')]}
                why={t(found.isOwnCase ? 'own' : found.isEntered ? 'entered' : 'noRight')}
              />
            )}
          </RecordPart>
        )}
        <RecordPart title={t('history')}>
          <EventList
            label={t('history')}
            events={found.events.map(({ at, title, by: who, reason }) => ({
              at,
              title,
              who,
              reason,
            }))}
          />
          <LogLink id={found.id} />
        </RecordPart>
      </RecordPanel>
      {found.state === 'open' && mayDecide ? (
        <CaseBar
          acts={[
            { key: 'o', form: 'accept', title: t('accept') },
            { key: 'n', form: 'refuse', title: t('refuse') },
          ]}
          take={t(found.isMine ? 'giveBack' : 'take')}
        />
      ) : null}
    </>
  )
}

function Likely({ found }: { found: Claim }) {
  const { locale } = usePage()
  const t = useTexts('consoleClaims')
  if (found.likely.length === 0) return <p className="text-muted">{t('likely.none')}</p>
  return (
    <ul className="grid gap-3">
      {found.likely.map((one) => (
        <li key={`${one.state} ${one.number}`} className="wrap-anywhere">
          <span className="font-semibold">{one.externalNumber ?? one.number}</span> ·{' '}
          {one.product[locale]} · {formatDate(one.contractOn, locale)}
          <span className="block text-muted">
            {[
              t(`order.${one.state}`),
              t(`whose.${one.whose}`),
              one.sameNumber ? t('same.number') : null,
              one.sameDeal ? t('same.deal') : null,
              one.isLate ? t('late') : null,
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
