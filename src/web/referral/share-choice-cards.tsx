import { formatCents } from '../../domain/money.ts'
import { offeredShares, unchosenShare, type ShareChoice } from '../../domain/shares.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { Money } from '../ui/money.tsx'

/** Who gets the reward, as choices in euros. A single choice is only stated. */
export function ShareChoiceCards({
  product,
}: {
  product: { rewardCents: number; recipientCapCents: number | null }
}) {
  const { tenant, locale } = usePage()
  const t = useTexts('referral')
  const { shares, defaultShare, capExcess: excess } = tenant
  const amounts = { rewardCents: product.rewardCents, capCents: product.recipientCapCents, excess }
  const choices = offeredShares(shares, amounts)
  const [only] = choices
  if (choices.length === 1 && only) {
    return (
      <div>
        <input type="hidden" name="share" value={only.share} />
        <Amounts choice={only} />
      </div>
    )
  }
  const titleOf = ({ share, capped }: ShareChoice) => {
    const half = capped ? t('share.some') : t('share.both')
    return { 100: t('share.me'), 50: half, 0: t('share.contact') }[share] ?? `${share}\u00a0%`
  }
  const capped = choices.some((choice) => choice.capped)
  return (
    <div>
      <RadioCards
        name="share"
        defaultValue={String(unchosenShare(shares, defaultShare, amounts))}
        cards={choices.map((choice) => ({
          value: String(choice.share),
          title: titleOf(choice),
          content: <Amounts choice={choice} />,
        }))}
      />
      {capped && product.recipientCapCents !== null ? (
        <p className="mt-2 text-base text-muted">
          {t('share.capped', { amount: formatCents(product.recipientCapCents, locale) })}
        </p>
      ) : null}
    </div>
  )
}

function Amounts({ choice }: { choice: ShareChoice }) {
  const t = useTexts('referral')
  return (
    <span className="mt-1 grid text-base md:mt-2">
      <span className="flex flex-wrap gap-x-2">
        <span className="text-muted">{t('share.forMe')}</span>
        <Money cents={choice.meCents} className="ml-auto font-semibold" />
      </span>
      <span className="flex flex-wrap gap-x-2">
        <span className="text-muted">{t('share.forContact')}</span>
        <Money cents={choice.contactCents} className="ml-auto font-semibold" />
      </span>
    </span>
  )
}
