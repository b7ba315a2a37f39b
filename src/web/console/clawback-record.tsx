import { useParams } from 'react-router'
import { repaymentReference } from '../../domain/clawback.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ClawbackActs } from './clawback-acts.tsx'
import { ClawbackRepayments } from './clawback-repayments.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { clawbackTitle, ClawbackState, type ClawbackFound } from './clawback-state.tsx'
import { Proof } from './proof.tsx'

/** A clawback beside the list: what is left, and what becomes of it. */
export function ClawbackRecord({
  found,
  close,
  answer,
}: {
  found: ClawbackFound
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleClawbacks')
  const { person, name } = found
  const repaid =
    found.proposedRepayment &&
    [
      formatCents(found.proposedRepayment.cents, locale),
      t('repaidOn', { day: formatDate(found.proposedRepayment.paidOn, locale) }),
      found.proposedRepayment.reference && `· ${found.proposedRepayment.reference}`,
    ]
      .filter(Boolean)
      .join(' ')
  const time = (at: string | null) => at && formatDateTime(at, locale)
  const who = person ? (
    <TextLink page="ConsolePerson" values={{ mandant, person }} inText>
      {name}
    </TextLink>
  ) : (
    name
  )
  return (
    <RecordPanel
      title={clawbackTitle(found, t, locale)}
      state={
        <>
          <ClawbackState row={found} />
          <Here />
        </>
      }
      close={close}
      facts={[
        [t('person'), who],
        [t('side'), t(`side.${found.side}`)],
        [t('left'), formatCents(found.leftCents, locale)],
        [t('amount'), formatCents(found.cents, locale)],
        [t('order'), found.orderNumber],
        [
          t('reward'),
          <TextLink
            key="reward"
            page="ConsoleRewards"
            values={{ mandant, praemie: found.id }}
            inText
          >
            {t('toReward')}
          </TextLink>,
        ],
        [t('taken'), found.takenAs && t(`taken.${found.takenAs}`)],
        [t('paid'), time(found.paidAt)],
        [t('since'), time(found.openedAt)],
        [t('reminders'), String(found.reminders)],
        [t('reminded'), time(found.remindedAt)],
        [t(repaid ? 'repayProposedBy' : 'proposedBy'), found.proposedBy],
        [t('repayWanted'), repaid],
        [t('proposedAt'), time(found.proposedAt)],
        [t('proposal'), found.proposal],
        [t('closed'), time(found.closedAt)],
      ]}
    >
      <Conflict answer={answer} />
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {found.state === 'erledigt' ? null : (
        <RecordPart title={t('acts')}>
          <p className="mb-3">{nextOf(found, t, locale)}</p>
          {found.state === 'offen' && found.remindedAt !== null ? (
            <p className="mb-3 wrap-anywhere">
              {t('how', { reference: repaymentReference(found.orderNumber, found.id)[locale] })}
            </p>
          ) : null}
          <ClawbackActs found={found} answer={answer} />
        </RecordPart>
      )}
      <ClawbackRepayments found={found} answer={answer} />
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
      </RecordPart>
    </RecordPanel>
  )
}

/** What was said, what comes next, and from when it is set off: there is no other deadline. */
function nextOf(
  { state, proposedRepayment, canBeTold, remindedAt, setOffFrom, byItself }: ClawbackFound,
  t: Translate<'consoleClawbacks'>,
  locale: Locale,
): string {
  if (proposedRepayment)
    return t('next.repaid', {
      amount: formatCents(proposedRepayment.cents, locale),
      day: formatDate(proposedRepayment.paidOn, locale),
    })
  if (state === 'vorgeschlagen') return t('next.proposed')
  if (remindedAt === null || setOffFrom === null)
    return t(canBeTold ? 'next.untold' : 'next.nobody')
  const days = { day: formatDateTime(remindedAt, locale), from: formatDate(setOffFrom, locale) }
  return t(byItself ? 'next.byItself' : 'next.told', days)
}
