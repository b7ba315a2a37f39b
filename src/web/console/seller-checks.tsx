import { useParams } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Seller } from './seller-calls.ts'

const tones = { ok: 'ok', missing: 'bad', warn: 'waits', unknown: 'neutral' } as const
const alikePages = {
  agency: (id: string) => ({ page: 'ConsoleAgency', values: { agentur: id } }) as const,
  'sales-partner': (id: string) => ({ page: 'ConsolePartner', values: { partner: id } }) as const,
  person: (id: string) => ({ page: 'ConsolePerson', values: { person: id } }) as const,
}

/** What a waiting registration gives and lacks, and who is like it. */
export function SellerChecks({ seller }: { seller: Seller }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consoleSellers')
  if (seller.checks.length === 0) return null
  return (
    <RecordPart title={t('checks')}>
      <ul className="seller-checks">
        {seller.checks.map(({ check, result, value }) => (
          <li key={check}>
            <StateBadge tone={tones[result]} text={t(`result.${result}`)} />
            <span className="min-w-0 wrap-anywhere">
              {t(`check.${check}`)}
              {value ? <span className="text-muted"> · {value}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {seller.alike.length > 0 ? (
        <ul className="mt-3 grid gap-1" aria-label={t('alike')}>
          {seller.alike.map(({ kind, id, name, by }) => {
            const { page, values } = alikePages[kind](id)
            return (
              <li key={`${id} ${by}`} className="wrap-anywhere">
                <TextLink page={page} values={{ mandant, ...values }} inText>
                  {name}
                </TextLink>{' '}
                · {t(`alike.${by}`)}
              </li>
            )
          })}
        </ul>
      ) : null}
      <p className="dt-hint mt-2">{t('checks.hint')}</p>
    </RecordPart>
  )
}
