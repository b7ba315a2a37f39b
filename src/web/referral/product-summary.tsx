import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCents } from '../../domain/money.ts'
import { keepTogether } from '../../domain/keep-together.ts'
import { Card } from '../ui/card.tsx'
import { FurtherCustomers, type Further } from './further-customers.tsx'

/** A line on phones, a card beside the form on wide screens. */
export function ProductSummary({
  product,
}: {
  product: {
    title: string
    description: string
    rewardCents: number
    further?: Further | undefined
    picture: string
  }
}) {
  const { locale } = usePage()
  const t = useTexts('referral')
  return (
    <Card pad="none" className="flex flex-wrap items-center overflow-hidden lg:block">
      <img
        src={product.picture}
        alt=""
        width={320}
        height={240}
        className="h-full max-h-28 w-28 grow object-cover md:w-36 lg:max-h-none lg:w-full"
      />
      <div className="min-w-0 grow-[999] basis-[min(100%,9rem)] px-4 py-3 lg:p-5">
        <p className="font-bold">{product.title}</p>
        <p className="hidden text-base lg:block">{keepTogether(product.description)}</p>
        <p className="mt-1 lg:mt-3">
          <span className="text-base text-muted">{t('reward.label')} </span>
          <strong className="product-amount">{formatCents(product.rewardCents, locale)}</strong>
          <FurtherCustomers
            further={product.further}
            write={formatCents}
            line={(values) => t('reward.further', values)}
          />
        </p>
      </div>
    </Card>
  )
}
