import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { mailNames } from '../../contract/mail-words.ts'
import { claimRefusals, claimRefusalText } from '../../domain/claim.ts'
import { reviewReasons } from '../../domain/eligibility.ts'
import { formatCents } from '../../domain/money.ts'
import { refusalReasons, refusalText } from '../../domain/refusal.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import { EventList, type EventItem } from '../ui/event-list.tsx'
import { formatDate } from '../ui/format-date.ts'
import { useAbility } from './use-place.ts'
import { channelNames, consentNames, payoutAnswers, wordOf } from './person-words.ts'

type Ability = ReturnType<typeof useAbility>
type Event = AnswerOf<Endpoints['showPerson']>['events'][number]

const shown = 40

/** All that happened to somebody, the newest first; what is older is folded. Mails can be opened. */
export function PersonEvents({ events, person }: { events: readonly Event[]; person: string }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const ability = useAbility()
  const items = events.map((event) => {
    const item = itemOf(event, t, locale)
    const target = targetOf(event, person, ability)
    if (!target) return item
    const values = { mandant, ...target.values }
    const isHere = event.kind.startsWith('mail-')
    const title = (
      <TextLink page={target.page} values={values} preventScrollReset={isHere} inText>
        {item.title}
      </TextLink>
    )
    return { ...item, title }
  })
  if (items.length === 0) return <p className="text-muted">{t('timeline.none')}</p>
  const older = items.slice(shown)
  return (
    <>
      <EventList label={t('timeline')} events={items.slice(0, shown)} />
      {older.length > 0 ? (
        <details className="mt-3">
          <summary className="dt-control cursor-pointer">
            {t('timeline.older', { count: older.length })}
          </summary>
          <EventList label={t('timeline.older', { count: older.length })} events={older} />
          {events.length >= 500 ? <p className="text-muted">{t('timeline.most')}</p> : null}
        </details>
      ) : null}
    </>
  )
}

/** The record that an event is about: a mail, the other person, the contract, the claim. */
function targetOf({ kind, number, detail, reason }: Event, person: string, ability: Ability) {
  if (number === null) return null
  if (kind.startsWith('mail-'))
    return { page: 'ConsolePerson', values: { person, mail: number } } as const
  // Who was forgotten has no page.
  if (kind.startsWith('contact-') && reason)
    return { page: 'ConsolePerson', values: { person: number } } as const
  if (kind === 'accepted' && detail)
    return { page: 'ConsolePerson', values: { person: detail } } as const
  if (kind.startsWith('order-') && ability.can('read', 'orders'))
    return { page: 'ConsoleOrders', values: { auftrag: number } } as const
  if ((kind === 'appealed' || kind === 'question-answered') && ability.can('read', 'reviews'))
    return { page: 'ConsoleReviews', values: { fall: number } } as const
  if (kind === 'claim-made' && detail && ability.can('read', 'claims'))
    return { page: 'ConsoleClaims', values: { meldung: detail } } as const
  return null
}

function itemOf(event: Event, t: Translate<'consolePeople'>, locale: Locale): EventItem {
  const said = sayEvent(event, t, locale)
  return {
    at: event.at,
    title: [said.title, ...(said.more ?? [])].filter(Boolean).join(' · '),
    who: event.by,
    reason: said.reason ?? null,
  }
}

type Said = { title: string; more?: (string | null)[]; reason?: string | null }

function sayEvent(event: Event, t: Translate<'consolePeople'>, locale: Locale): Said {
  const { kind, number, title, detail, count, reason } = event
  const amount = event.cents === null ? '' : formatCents(event.cents, locale)
  const values = { number: number ?? '', title: title ?? '', amount }
  const channel = detail === null ? null : wordOf(channelNames, detail, locale)
  switch (kind) {
    case 'referral-made':
      return {
        title: t('event.referral-made', values),
        more: [channel, t('event.clicks', { count: count ?? 0 })],
      }
    case 'contact-accepted':
    case 'contact-confirmed':
      return {
        title: t(`event.${kind}`, { ...values, name: reason || t('erased') }),
        more: [channel],
      }
    case 'claim-made':
      return { title: t('event.claim-made', { ...values, number: dayOr(number, locale) }) }
    case 'accepted':
      return { title: t('event.accepted', { ...values, name: reason ?? '' }) }
    case 'mail-sent':
    case 'mail-queued':
    case 'mail-failed':
      return { title: t(`event.${kind}`, { name: wordOf(mailNames, detail ?? '', locale) }) }
    case 'order-cancelled':
    case 'reward-cancelled':
      return {
        title: t(`event.${kind}`, values),
        reason: [refusalOf(detail, locale), reason].filter(Boolean).join(' ') || null,
      }
    case 'reward-earned':
      return {
        title: t(detail === 'goodwill' ? 'event.goodwill' : 'event.reward-earned', values),
        more: [
          event.held.length > 0 ? t('event.held', { rules: event.held.join(' ') }) : null,
          event.passed.length > 0
            ? t('event.passed', { rules: event.passed.map((rule) => ruleOf(rule, t)).join(', ') })
            : null,
        ],
      }
    case 'reward-provided':
      return {
        title: t('event.reward-provided', values),
        more: [detail === null ? null : t('event.until', { day: formatDate(detail, locale) })],
      }
    case 'reward-collected':
    case 'reward-paid':
      return {
        title: t(`event.${kind}`, values),
        more: [detail === 'voucher' ? t('event.voucher') : t('event.cash')],
      }
    case 'payout-answered':
      return {
        title: t('event.payout-answered', {
          ...values,
          word: wordOf(payoutAnswers, detail ?? '', locale),
        }),
        reason,
      }
    case 'claim-decided':
      return {
        title: t(claimWord(detail), { ...values, number: dayOr(number, locale) }),
        reason: [claimRefusalOf(detail, locale), reason].filter(Boolean).join(' ') || null,
      }
    case 'consent':
      return {
        title: t(count === 1 ? 'consent.given' : 'consent.withdrawn', {
          name: wordOf(consentNames, detail ?? '', locale),
        }),
      }
    case 'appealed':
      return { title: t('event.appealed', values), reason }
    case 'audit':
      return { title: title ?? detail ?? '', more: [amount], reason }
    default:
      return { title: t(`event.${kind}`, values) }
  }
}

/** A claim without a number goes by its day. */
const dayOr = (number: string | null, locale: Locale) =>
  number !== null && /^\d{4}-\d\d-\d\d$/.test(number) ? formatDate(number, locale) : (number ?? '')

const refusalOf = (code: string | null, locale: Locale) => {
  const reason = refusalReasons.find((one) => one === code)
  return reason ? refusalText({ reason, note: null }, locale) : null
}

const claimWord = (detail: string | null) =>
  detail === 'matched' || detail === 'accepted'
    ? 'event.claim-found'
    : detail === 'withdrawn'
      ? 'event.claim-withdrawn'
      : 'event.claim-refused'

const claimRefusalOf = (code: string | null, locale: Locale) => {
  const reason = claimRefusals.find((one) => one === code)
  return reason ? claimRefusalText(reason, null, locale) : null
}

const ruleOf = (rule: string, t: Translate<'consolePeople'>) => {
  const known = reviewReasons.find((one) => one === rule)
  return known ? t(`rule.${known}`) : rule
}
