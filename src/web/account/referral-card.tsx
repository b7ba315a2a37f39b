import { Share2 } from 'lucide-react'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts, type TextKey } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { RecipientTimeline, SharedTimeline } from './recipient-timeline.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

type Props = { referral: OwnReferral }

/** A referral that is still under way: each contact with the step it is on, why it waits and until when. */
export function ReferralCard({ referral }: Props) {
  const { locale, now } = usePage()
  const t = useTexts('account')
  const { number, product, createdOn, validUntil, clicks, recipients } = referral
  const shareable = validUntil >= localDayOf(now)
  const clickWords = { 0: t('dash.clicksNone'), 1: t('dash.clicksOne') }[clicks]
  return (
    <li className="card rounded-card border border-hairline bg-surface p-5 md:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-xl font-bold">{product}</h3>
          <p className="text-base text-muted">
            {t('dash.created', { date: formatDate(createdOn, locale) })} ·{' '}
            {clickWords ?? t('dash.clicks', { count: clicks })}
          </p>
        </div>
        <RewardLine referral={referral} />
      </div>
      <div className={`mt-6 grid gap-x-8 gap-y-8 ${recipients.length > 1 ? 'md:grid-cols-2' : ''}`}>
        {recipients.length === 0 ? (
          <SharedTimeline referral={referral} />
        ) : (
          recipients.map((recipient, index) => (
            // Two contacts can have the same initials.
            <div key={`${recipient.initials} ${index}`}>
              <h4 className="mb-3 font-bold">
                {t('dash.recipients', { initials: recipient.initials })}
              </h4>
              <RecipientTimeline recipient={recipient} reward={referral.reward} />
            </div>
          ))
        )}
      </div>
      {shareable ? (
        <PageLink
          page="ShareRecommendation"
          values={{ empfehlungsnummer: number }}
          aria-label={t('dash.shareFull', { product })}
          className={`${buttonClass('secondary')} mt-6 w-full md:w-auto`}
        >
          <Share2 aria-hidden="true" className="size-5" />
          {t('dash.share')}
        </PageLink>
      ) : null}
    </li>
  )
}

function RewardLine({ referral }: Props) {
  const { locale } = usePage()
  const t = useTexts('account')
  const { cents, status } = referral.reward
  if (status === null) {
    return cents > 0 ? (
      <p className="text-base text-muted">
        {t('dash.possible', { amount: formatCents(cents, locale) })}
      </p>
    ) : null
  }
  return (
    <p className="md:text-right">
      <Money cents={cents} className="font-heading text-2xl font-bold" />{' '}
      <span className="text-base text-muted">{rewardWords(t, status)}</span>
    </p>
  )
}

/** A referral that is over, as one line. */
export function FinishedReferral({ referral }: Props) {
  const { locale } = usePage()
  const t = useTexts('account')
  const { product, createdOn, status, reward } = referral
  const earned = reward.status !== null && reward.status !== 'Storniert' && reward.cents > 0
  const tone = status === 'Gezahlt' ? 'bg-success-tint text-success' : 'bg-tint text-text'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field border border-hairline bg-surface px-4 py-3">
      <div className="min-w-0">
        <h3 className="font-bold">{product}</h3>
        <p className="text-base text-muted">
          {t('dash.created', { date: formatDate(createdOn, locale) })}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {earned ? <Money cents={reward.cents} className="font-bold" /> : null}
        <span className={`rounded-field px-2.5 py-1 text-base font-semibold ${tone}`}>
          {statusWords(t, status)}
        </span>
      </p>
    </li>
  )
}

type Translate = (key: TextKey<'account'>) => string

const rewardStates = [
  'Offen',
  'Bereitgestellt',
  'Abgeholt',
  'Ausgezahlt',
  'Storniert',
  'Abgelaufen',
] as const

function rewardWords(t: Translate, status: string): string {
  const known = rewardStates.find((one) => one === status)
  return known ? t(`reward.${known}`) : status
}

function statusWords(t: Translate, status: OwnReferral['status']): string {
  return t(`status.${status}`)
}
