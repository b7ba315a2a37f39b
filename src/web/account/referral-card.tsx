import { Share2 } from 'lucide-react'
import { formatCents } from '../../domain/money.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Emptied } from '../ui/row.tsx'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { emptiedReferral } from './emptied-referral.ts'
import { Timelines } from './recipient-timeline.tsx'
import type { OwnReferral } from './summarise-referrals.ts'
import { WithdrawReferral } from './withdraw-referral.tsx'

type Props = { referral: OwnReferral; isTwin: boolean; withdrawAnswer?: FormAnswer | undefined }

export const emptiedCard: Emptied<Props> = ({ referral, isTwin, withdrawAnswer }, words) => {
  const emptied = withdrawAnswer ? null : emptiedReferral(referral, words)
  return emptied && { referral: emptied, isTwin }
}

/** An open referral: each contact with the current step, why it waits and until when. */
export function ReferralCard({ referral, isTwin, withdrawAnswer }: Props) {
  const { locale, now } = usePage()
  const t = useTexts('dashboard')
  const { number, code, product, createdOn, validUntil, clicks } = referral
  const shareable = validUntil >= localDayOf(now)
  // Two recommendations of one product differ by their code.
  const named = isTwin ? `${product} (${t('dash.code', { code })})` : product
  const clickWords = { 0: t('dash.clicksNone'), 1: t('dash.clicksOne') }[clicks]
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-xl font-bold">{product}</h3>
          <p className="text-base text-muted">
            {t('dash.created', { date: formatDate(createdOn, locale) })}
            {'\u00a0· '}
            {isTwin ? (
              <>
                <span className="whitespace-nowrap">{t('dash.code', { code })} ·</span>{' '}
              </>
            ) : null}
            {clickWords ?? t('dash.clicks', { count: clicks })}
          </p>
        </div>
        <RewardLine referral={referral} />
      </div>
      <div className="mt-6">
        <Timelines referral={referral} />
      </div>
      {shareable ? (
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <PageLink
            page="ShareRecommendation"
            values={{ empfehlungsnummer: number }}
            aria-label={t('dash.shareFull', { product: named })}
            className={`${buttonClass('secondary')} w-full md:w-auto`}
          >
            <Share2 aria-hidden="true" className="size-5" />
            {t('dash.share')}
          </PageLink>
          <WithdrawReferral referral={referral} named={named} answer={withdrawAnswer} />
        </div>
      ) : null}
    </Card>
  )
}

function RewardLine({ referral }: Pick<Props, 'referral'>) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const { reward, expectedCents = 0 } = referral
  const { cents, status, claimedBack } = reward
  const lost = status === 'Storniert' || status === 'Abgelaufen' || claimedBack
  // One contract failed, the next is going to earn.
  if ((status === null || lost) && expectedCents > 0) {
    return (
      <p className="md:text-right">
        <Money cents={expectedCents} className="font-heading text-2xl font-bold" />{' '}
        <span className="text-base text-muted">{t('reward.expected')}</span>
      </p>
    )
  }
  if (status === null) {
    return cents > 0 ? (
      <p className="text-base text-muted">
        {t('dash.possible', { amount: formatCents(cents, locale) })}
      </p>
    ) : null
  }
  return (
    <p className="md:text-right">
      <Money
        cents={cents}
        className={`font-heading text-2xl font-bold ${lost ? 'text-muted line-through' : ''}`}
      />{' '}
      <span className="text-base text-muted">
        {claimedBack ? t('reward.claimedBack') : rewardWords(t, status)}
      </span>
    </p>
  )
}

type Translate = (key: TextKey<'dashboard'>) => string

const rewardStates = [
  'Offen',
  'Bereitgestellt',
  'Abgeholt',
  'Ausgezahlt',
  'Storniert',
  'Abgelaufen',
] as const

export function rewardWords(t: Translate, status: string): string {
  const known = rewardStates.find((one) => one === status)
  return known ? t(`reward.${known}`) : status
}
