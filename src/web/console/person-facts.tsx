import { useEffect, useState, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { controlClass } from '../ui/table/control-class.ts'

export type Person = AnswerOf<Endpoints['showPerson']>
export type Revealed = { revealed: AnswerOf<Endpoints['revealPerson']> }

const shownSeconds = 60

const isRevealed = (answer: unknown): answer is Revealed =>
  typeof answer === 'object' && answer !== null && 'revealed' in answer

/** What is known of somebody: masked, and in clear for a minute when asked. `answer`: of the page, without script. */
export function PersonFacts({ person, answer }: { person: Person; answer: unknown }) {
  const { locale, formToken } = usePage()
  const t = useTexts('consolePeople')
  const asking = useFetcher<unknown>()
  const found = isRevealed(asking.data) ? asking.data : isRevealed(answer) ? answer : null
  const [over, setOver] = useState<Revealed | null>(null)
  useEffect(() => {
    if (!found) return
    const end = setTimeout(() => setOver(found), shownSeconds * 1_000)
    return () => clearTimeout(end)
  }, [found])
  const clear = found && found !== over ? found.revealed : null
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
      {clear ? null : (
        <asking.Form method="post">
          <input type="hidden" name="_form" value={formToken} />
          <input type="hidden" name="intent" value="reveal" />
          <button type="submit" className={controlClass()} aria-describedby="reveal-hint">
            {t('reveal')}
          </button>
        </asking.Form>
      )}
      <p id="reveal-hint" className="dt-hint mt-1">
        {t('reveal.hint')}
      </p>
      <output className="font-semibold text-danger">
        {asking.data !== undefined && !isRevealed(asking.data) ? t('reveal.failed') : ''}
      </output>
    </div>
  )
}

function stateOf(
  { accountId, blockedOn, isAllBlocked }: Person,
  t: ReturnType<typeof useTexts<'consolePeople'>>,
  locale: 'de' | 'en',
): string {
  if (accountId === null) return t('state.contact')
  const more = blockedOn
    ? t('state.blocked', { day: formatDate(blockedOn, locale) })
    : isAllBlocked
      ? t('state.allBlocked')
      : null
  return more ? `${t('state.account')}, ${more}` : t('state.account')
}
