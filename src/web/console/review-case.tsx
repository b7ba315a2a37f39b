import { useParams } from 'react-router'
import { actionWord } from '../../contract/audit-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { reviewTexts } from '../../domain/eligibility.ts'
import { formatCents } from '../../domain/money.ts'
import { mostNoteLetters, refusalReasons, refusalText } from '../../domain/refusal.ts'
import { approvalReasons, approvalTexts } from '../../domain/review.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { Notice } from '../ui/notice.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Act } from './act.tsx'
import { LogLink } from './record-log.tsx'
import { ReviewState } from './review-state.tsx'
import { useCaseKeys } from './use-case-keys.ts'
import { useAbility } from './use-place.ts'

export type Review = AnswerOf<Endpoints['showReview']>

const conflict = 'PSOF0707'

/** A held reward: why, the evidence, and what to do about it. */
export function ReviewCase({
  found,
  close,
  answer,
}: {
  found: Review
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const { frame, onKeyDown } = useCaseKeys(found.id)
  const ability = useAbility()
  const { mandant = '' } = useParams()
  const day = (one: string | null) => (one === null ? null : formatDate(one, locale))
  const mayDecide = ability.can('decide', 'reviews') && !found.isOwnCase
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys only shorten what its buttons do
    <div ref={frame} tabIndex={-1} onKeyDown={onKeyDown} className="focus:outline-none">
      <RecordPanel
        title={t('row', {
          amount: formatCents(found.cents, locale),
          name: found.name ?? t('erased'),
        })}
        state={<ReviewState row={found} />}
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
        <RecordPart title={t('evidence')}>
          <ul className="grid gap-3">
            {found.evidence.map(({ reason, referrer, recipient, note }) => (
              <li key={reason}>
                <p className="font-semibold">{reviewTexts[reason][locale]}</p>
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
          <ul className="grid gap-2">
            {found.people.map(({ kind, id, name, email }) => (
              <li key={id} className="wrap-anywhere">
                <TextLink page="ConsolePerson" values={{ mandant, person: id }} inText>
                  {name}
                </TextLink>{' '}
                <span className="text-muted">
                  {kind === 'Andere' ? t('kind.Andere') : t(`side.${kind}`)} · {email}
                </span>
              </li>
            ))}
          </ul>
        </RecordPart>
        <RecordPart title={t('alike')}>
          <p>{t('alikeText', found.alike)}</p>
        </RecordPart>
        {found.outcome !== null ? (
          <Notice
            tone="info"
            title={t('over', {
              outcome: t(`outcome.${found.outcome}`),
              day: formatDateTime(found.closedAt ?? found.changedAt, locale),
              by: found.changedBy ?? t('programme'),
            })}
          />
        ) : (
          <RecordPart title={t('decide')}>
            {answer?.code === conflict ? (
              <Notice
                tone="info"
                live
                title={t('changed', {
                  by: found.changedBy ?? t('programme'),
                  time: formatDateTime(found.changedAt, locale),
                })}
              />
            ) : null}
            {mayDecide ? (
              <Decision key={found.version} found={found} answer={answer} />
            ) : (
              <Notice tone="info" title={found.isOwnCase ? t('own') : t('noRight')} />
            )}
          </RecordPart>
        )}
        <RecordPart title={t('history')}>
          <EventList
            label={t('history')}
            events={found.events.map(({ at, action, by, reason }) => ({
              at,
              title: actionWord(action, locale),
              who: by,
              reason,
            }))}
          />
          <LogLink id={found.id} />
        </RecordPart>
      </RecordPanel>
    </div>
  )
}

const Side = ({ title, text }: { title: string; text: string | null }) => (
  <div className="contents">
    <dt className="text-muted">{title}</dt>
    <dd className="min-w-0 wrap-anywhere">{text ?? '–'}</dd>
  </div>
)

const why: Rules = { reason: [required], note: [maxLength(mostNoteLetters)] }
const later: Rules = { until: [required], reason: [required, maxLength(500)] }

function Decision({ found, answer }: { found: Review; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleReviews')
  const other = locale === 'de' ? 'en' : 'de'
  const form = (rules: Rules, note: 'note' | 'noteToPerson') => ({
    rules,
    labels: { reason: t('why'), note: t(note), until: t('until') },
    answer,
  })
  return (
    <div className="grid gap-3">
      <p className="text-muted max-md:hidden">{t('keys')}</p>
      <Act id="approve" title={t('approve')} kind="primary" {...form(why, 'note')}>
        <Seen found={found} />
        <RadioCards
          name="reason"
          columns={2}
          cards={approvalReasons.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${approvalTexts[reason][locale]}`,
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
      <Act id="refuse" title={t('refuse')} kind="danger" {...form(why, 'noteToPerson')}>
        <Seen found={found} />
        <p>{t('reads', { language: t(`language.${found.language}`) })}</p>
        <RadioCards
          name="reason"
          columns={2}
          cards={refusalReasons.map((reason, at) => ({
            value: reason,
            title: `${at + 1} ${refusalText({ reason, note: null }, locale)}`,
            content: (
              <span lang={other} className="block text-muted">
                {refusalText({ reason, note: null }, other)}
              </span>
            ),
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
      <Act id="snooze" title={t('snooze')} {...form(later, 'note')}>
        <Seen found={found} />
        <TextField name="until" type="date" autoComplete="off" />
        <TextField name="reason" autoComplete="off" />
      </Act>
      <PageForm id="take" rules={{}} labels={{}} answer={undefined} draft={false}>
        <Seen found={found} />
        <input type="hidden" name="intent" value={found.isMine ? 'give' : 'take'} />
        <button type="submit" data-take className={`${controlClass('plain')} justify-self-start`}>
          {found.isMine ? t('giveBack') : t('take')}
        </button>
      </PageForm>
    </div>
  )
}

const Seen = ({ found }: { found: Review }) => (
  <>
    <input type="hidden" name="id" value={found.id} />
    <input type="hidden" name="version" value={found.version} />
  </>
)
