import { useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showInvitationRecord } from '../../contract/einladung.ts'
import { invitationWord } from '../../contract/state-words.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { localDayOf } from '../ui/format-date.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { Acts, invitationTones, Standing } from './invitation-list.tsx'
import { recordTarget } from './load-record.ts'

export type InvitationRecord = AnswerOf<typeof showInvitationRecord>
type Event = InvitationRecord['events'][number]

/** The invited person, as far as still known. */
export const invitedName = (
  { invitation: { firstName, lastName } }: InvitationRecord,
  forgotten: string,
): string => `${firstName} ${lastName}`.trim() || forgotten

export function InvitationPanel({
  record,
  answer,
}: {
  record: InvitationRecord
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('agencyInvite')
  const [search] = useSearchParams()
  const { invitation, referrerId, events } = record
  const { status, email, conversation, employeeName, invitedAt, validUntil } = invitation
  const { withdraw: _, done: __, ...values } = valuesIn(search)
  const here = { page: 'AgencyInvitation', values: { ...values, nummer: invitation.id } } as const
  return (
    <RecordPanel
      title={t('record.title', { name: invitedName(record, t('list.forgotten')) })}
      state={
        <StateBadge
          tone={invitationTones[status] ?? 'neutral'}
          text={invitationWord(status, locale)}
        />
      }
      close={{ page: 'AgencyInvitations', values }}
      facts={[
        [t('list.email'), email],
        [t('record.how'), t(`record.how.${conversation}`)],
        [t('sort.EingeladenAm'), formatDay(localDayOf(invitedAt), locale)],
        [t('sort.GueltigBis'), status === 'offen' ? formatDay(validUntil, locale) : null],
        [t('list.employee'), employeeName],
        [
          t('record.became'),
          referrerId ? (
            <PageLink key="referrer" {...recordTarget('empfehler', referrerId)} className="dt-link">
              {t('record.toReferrer')}
            </PageLink>
          ) : null,
        ],
      ]}
    >
      <Standing rows={[invitation]} target={here} answer={answer} />
      {status === 'offen' && search.get('withdraw') !== invitation.id ? (
        <div className="mt-3">
          <Acts invitation={invitation} target={here} />
        </div>
      ) : null}
      <RecordPart title={t('record.story')}>
        <EventList label={t('record.story')} events={useEvents(events)} />
      </RecordPart>
    </RecordPanel>
  )
}

function useEvents(events: readonly Event[]) {
  const t = useTexts('agencyInvite')
  return events.map(({ at, step, reminder, by }) => {
    const isMail = step === 'gesendet' || step === 'nicht-zugestellt'
    const key = `step.${step}${isMail && reminder !== null && reminder > 0 ? '.erinnerung' : ''}`
    return {
      at,
      title: t(key as TextKey<'agencyInvite'>),
      who: by && (by.kind === 'Mitarbeiter' ? (by.name ?? t('by.former')) : t(`by.${by.kind}`)),
    }
  })
}
