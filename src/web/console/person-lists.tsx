import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Person } from './person-facts.tsx'
import { consentNames, wordOf } from './person-words.ts'

/** Who accepted this person's recommendations, and how far each is. */
export function AcceptedBy({ person }: { person: Person }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const { acceptedBy, acceptedByCount: count } = person
  if (acceptedBy.length === 0) return null
  return (
    <RecordPart title={t('acceptedBy', { count })}>
      <ul className="grid gap-2">
        {acceptedBy.map(({ number, name, state, order, product, since }) => (
          <li key={number} className="wrap-anywhere">
            {name === '' || state === 'withdrawn' ? (
              t('acceptedBy.withdrawn')
            ) : (
              <TextLink page="ConsolePerson" values={{ mandant, person: number }} inText>
                {name}
              </TextLink>
            )}{' '}
            · {t(order ? `acceptedBy.order.${order}` : `contact.${state}`)}
            <span className="dt-hint block">
              {[product, formatDate(since.slice(0, 10), locale)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {count > acceptedBy.length ? (
        <p className="dt-hint mt-2">{t('acceptedBy.newest', { count: acceptedBy.length })}</p>
      ) : null}
    </RecordPart>
  )
}

/** Their own entries. */
export function Contacts({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  if (person.contacts.length === 0) return null
  return (
    <RecordPart title={t('contacts')}>
      <ul className="grid gap-2">
        {person.contacts.map(({ number, state, product, referrer, since, eraseAskedAt }) => (
          <li key={number} className="wrap-anywhere">
            <span className="font-semibold">{number}</span> ·{' '}
            {t('contact.line', { product, referrer })} · {t(`contact.${state}`)} ·{' '}
            {formatDate(since.slice(0, 10), locale)}
            {eraseAskedAt
              ? ` · ${t('contact.erase', { day: formatDate(eraseAskedAt.slice(0, 10), locale) })}`
              : ''}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

/** Their facts, never their codes. */
export function Vouchers({ person }: { person: Person }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  if (person.vouchers.length === 0) return null
  return (
    <RecordPart title={t('vouchers')}>
      <ul className="grid gap-2">
        {person.vouchers.map(({ id, shop, cents, takenAt, sentAt, validity, canSend }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{formatCents(cents, locale)}</span> · {shop}
            <span className="dt-hint block">
              {[
                sentAt
                  ? t('voucher.sent', { time: formatDateTime(sentAt, locale) })
                  : t('voucher.taken', { time: formatDateTime(takenAt, locale) }),
                validity && t('voucher.valid', { validity }),
                canSend ? null : t('voucher.moved'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <TextLink page="ConsoleRewards" values={{ mandant, praemie: id }} inText>
              {t('voucher.faulty')}
            </TextLink>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

export function Notes({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  return (
    <RecordPart title={t('notes')}>
      {person.notes.length === 0 ? <p className="text-muted">{t('notes.none')}</p> : null}
      <ul className="grid gap-2">
        {person.notes.map(({ text, at, by }) => (
          <li key={at}>
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            <p className="dt-hint">
              {[by, formatDateTime(at, locale)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

export function Consents({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  return (
    <RecordPart title={t('consents')}>
      {person.consents.length === 0 ? <p className="text-muted">{t('consents.none')}</p> : null}
      <ul className="grid gap-1">
        {person.consents.map(({ kind, version, given, at }) => (
          <li key={`${kind} ${at}`} className="wrap-anywhere">
            {t(given ? 'consent.given' : 'consent.withdrawn', {
              name: wordOf(consentNames, kind, locale),
            })}
            <span className="dt-hint block">
              {[version, formatDateTime(at, locale)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
