import { ChevronDown } from 'lucide-react'
import { shortFormat } from '../../domain/short-format.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { Emptied } from '../ui/row.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { emptiedReferral } from './emptied-referral.ts'
import { Timelines } from './recipient-timeline.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

type Props = { referral: OwnReferral }

export const emptiedFinished: Emptied<Props> = ({ referral }, words) => {
  // Shown shortened, as no stand-in could be.
  const emptied = emptiedReferral(referral, words, (product) => product)
  return emptied && { referral: emptied }
}

/** One line that opens to its timeline, also without script. */
export function FinishedReferral({ referral }: Props) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const { product, createdOn, status, reward, recipients } = referral
  // Nobody has accepted: it ended as its timeline says.
  const isWithdrawn = status === 'Storniert' && recipients.length === 0
  const earned =
    reward.status !== null &&
    reward.status !== 'Storniert' &&
    !reward.claimedBack &&
    reward.cents > 0
  const tone =
    status === 'Gezahlt' && !reward.claimedBack
      ? 'bg-success-tint text-success'
      : 'bg-tint text-text'
  return (
    <li className="rounded-field border border-hairline bg-surface">
      <details className="group">
        <summary className="flex list-none items-center gap-x-3 rounded-field px-4 py-3 hover:bg-tint [&::-webkit-details-marker]:hidden">
          <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="min-w-0">
              <h3 title={product} className="font-bold">
                {shortFormat(product)}
              </h3>
              <p className="text-base text-muted">
                {t('dash.created', { date: formatDate(createdOn, locale) })}
              </p>
            </div>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {earned ? <Money cents={reward.cents} className="font-bold" /> : null}
              <span className={`rounded-field px-2.5 py-1 text-base font-semibold ${tone}`}>
                {reward.claimedBack
                  ? t('reward.claimedBack')
                  : t(isWithdrawn ? 'status.withdrawn' : `status.${status}`)}
              </span>
            </p>
          </div>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        <div className="px-4 pt-2 pb-5">
          <Timelines referral={referral} />
        </div>
      </details>
    </li>
  )
}
