import { useParams } from 'react-router'
import { keptDays } from '../../domain/retention.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Person } from './person-facts.tsx'
import { useAbility } from './use-place.ts'

type Invitation = Person['invitations'][number]

/** Neither an account nor a contact: the agency's invitation is all there is. */
export const isOnlyInvited = ({ accountId, contacts }: Person) =>
  accountId === null && contacts.length === 0

/** Who gave the address, to read aloud. */
function invitedSentence(
  { agent, agency, agencyNumber, conversation, status, ...days }: Invitation,
  t: Translate<'consolePeople'>,
  locale: Locale,
): string {
  const day = (at: string) => formatDate(at.slice(0, 10), locale)
  const by = t('invited.by', {
    day: day(days.invitedAt),
    agent,
    agency,
    number: agencyNumber,
    talk: t(`invited.${conversation}`),
  })
  const ended = day(status === 'abgelaufen' ? days.validUntil : (days.endedAt ?? days.validUntil))
  return `${by} ${t(`invited.${status}`, { day: status === 'offen' ? day(days.validUntil) : ended })}`
}

/** In place of why somebody has no money yet. */
export function InvitedWhy({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const [newest] = person.invitations
  if (!newest) return null
  const sentence = invitedSentence(newest, t, locale)
  return (
    <section aria-label={t('invited.title')} className="person-why">
      <p className="person-sentence">{sentence}</p>
      <CopyButton text={sentence} label={t('copy')} doneLabel={t('copied')} kind="link" />
      <p className="mt-2">{t('invited.kept', { count: keptDays.endedInvitation })}</p>
      <AgencyLink invitation={newest} />
    </section>
  )
}

/** The other ones; of somebody who is only invited without the newest, which is above. */
export function Invitations({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const others = person.invitations.slice(isOnlyInvited(person) ? 1 : 0)
  if (others.length === 0) return null
  return (
    <RecordPart title={t('invitations')}>
      <ul className="grid gap-2">
        {others.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            <p>{invitedSentence(one, t, locale)}</p>
            <AgencyLink invitation={one} />
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

function AgencyLink({ invitation: { agencyId } }: { invitation: Invitation }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const ability = useAbility()
  if (!ability.can('read', 'agencies')) return null
  return (
    <p>
      <TextLink page="ConsoleAgency" values={{ mandant, agentur: agencyId }} inText>
        {t('invited.agency')}
      </TextLink>
    </p>
  )
}
