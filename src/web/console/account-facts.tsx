import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { StateBadge } from '../ui/state-badge.tsx'

type Found = AnswerOf<Endpoints['showPayoutAccount']>
export type Change = Found['changes'][number]

const tones = {
  offen: 'waits',
  freigegeben: 'waits',
  gilt: 'ok',
  beendet: 'neutral',
  abgelaufen: 'neutral',
} as const

export function AccountFacts({ account }: Pick<Found, 'account'>) {
  const t = useTexts('consolePayoutAccount')
  if (account.iban === '') return <p className="text-muted">{t('none')}</p>
  return (
    <Facts
      facts={[
        [t('name'), account.name],
        [t('iban'), account.iban],
        [t('bic'), account.bic],
      ]}
    />
  )
}

const written = ({ name, iban, bic }: Found['account']) =>
  [name, iban, bic].filter(Boolean).join(', ')

/** One change, with who did what when. */
export function AccountChange({ change }: { change: Change }) {
  const { locale } = usePage()
  const t = useTexts('consolePayoutAccount')
  const byOn = (name: string | null, day: string | null) =>
    day && t('byOn', { name: name ?? '–', day: formatDateTime(day, locale) })
  return (
    <>
      <p className="mb-2">
        <StateBadge tone={tones[change.state]} text={t(`state.${change.state}`)} />
      </p>
      <Facts
        facts={[
          [t('before'), written(change.before)],
          [t('after'), written(change.after)],
          [t('reason'), change.reason],
          [t('proposed'), byOn(change.proposedBy, change.proposedAt)],
          [t('approved'), byOn(change.approvedBy, change.approvedAt)],
          [
            t('useFrom'),
            change.state === 'freigegeben' && change.useFrom
              ? formatDateTime(change.useFrom, locale)
              : null,
          ],
          [t('usedAt'), change.usedAt && formatDateTime(change.usedAt, locale)],
          [t('stopped'), byOn(change.stoppedBy, change.stoppedAt)],
          [t('stopReason'), change.stopReason],
        ]}
      />
    </>
  )
}

const Facts = ({ facts }: { facts: [string, string | null][] }) => (
  <dl className="record-facts">
    {facts.map(([label, value]) =>
      value ? (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
