import { useParams } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { TextLink } from '../ui/text-link.tsx'
import type { Seller } from './seller-calls.ts'
import { useAbility } from './use-place.ts'

/** A record's part of the audit log, newest first. */
export function SellerEvents({ events, subject }: { events: Seller['events']; subject: string }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleSellers')
  const ability = useAbility()
  return (
    <>
      {events.length === 0 ? <p className="text-muted">{t('events.none')}</p> : null}
      <ol className="grid gap-2">
        {events.map(({ at, title, by, reason }, index) => (
          <li key={`${at} ${index}`} className="wrap-anywhere">
            <span className="dt-hint block">
              {[formatDateTime(at, locale), by].filter(Boolean).join(' · ')}
            </span>
            <span className="font-semibold">{title}</span>
            {reason ? <span className="block">{reason}</span> : null}
          </li>
        ))}
      </ol>
      {ability.can('read', 'audit') ? (
        <p className="mt-3">
          <TextLink page="ConsoleAudit" values={{ mandant, suche: subject }}>
            {t('audit')}
          </TextLink>
        </p>
      ) : null}
    </>
  )
}
