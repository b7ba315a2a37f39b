import type { ReactNode } from 'react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { RevealButton, useReveal } from './reveal.tsx'

export type Person = AnswerOf<Endpoints['showPerson']>

/** What is known of somebody: masked, and in clear for a minute when asked. `answer`: of the page, without script. */
export function PersonFacts({ person, answer }: { person: Person; answer: unknown }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const reveal = useReveal<AnswerOf<Endpoints['revealPerson']>>(answer)
  const { clear } = reveal
  const day = (one: string | null) => (one === null ? null : formatDate(one.slice(0, 10), locale))
  const masked = (has: boolean, value: string | null | undefined) =>
    has ? (value ?? `••• (${t('fact.known')})`) : null
  const facts: [string, ReactNode][] = [
    [t('fact.email'), clear?.email ?? person.maskedEmail],
    [t('fact.phone'), masked(person.hasPhone, clear?.phone)],
    [t('fact.address'), masked(person.hasAddress, clear?.address)],
    [t('fact.birthDate'), masked(person.hasBirthDate, day(clear?.birthDate ?? null))],
    [t('fact.iban'), person.ibanEnd && `•• ${person.ibanEnd}`],
    [t('fact.state'), stateOf(person, t, locale)],
    [t('fact.since'), day(person.since)],
    [t('fact.confirmed'), day(person.confirmedAt)],
    [t('fact.language'), t(`language.${person.language}`)],
    [t('fact.customer'), person.customerNumber],
    [t('fact.agency'), person.agency],
    [t('fact.agent'), person.agent],
    [t('fact.newsletter'), person.accountId === null ? null : t(`newsletter.${person.newsletter}`)],
    [t('fact.referrals'), person.accountId === null ? null : String(person.referrals)],
    [t('fact.sessions'), person.accountId === null ? null : String(person.openSessions)],
  ]
  return (
    <div className="person-facts">
      <dl className="record-facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <RevealButton reveal={reveal} />
    </div>
  )
}

function stateOf(
  { accountId, contacts, blockedOn, isAllBlocked }: Person,
  t: ReturnType<typeof useTexts<'consolePeople'>>,
  locale: 'de' | 'en',
): string {
  if (accountId === null) return t(contacts.length === 0 ? 'state.invited' : 'state.contact')
  const more = blockedOn
    ? t('state.blocked', { day: formatDate(blockedOn, locale) })
    : isAllBlocked
      ? t('state.allBlocked')
      : null
  return more ? `${t('state.account')}, ${more}` : t('state.account')
}
