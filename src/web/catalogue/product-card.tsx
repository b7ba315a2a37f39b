import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { wholeEuros } from '../../domain/money.ts'
import { Card } from '../ui/card.tsx'

export type ProductLine = {
  id: string
  title: string
  category: string
  description: string
  rewardCents: number
  picture: string
}

export function ProductCard({ product }: { product: ProductLine }) {
  const { locale } = usePage()
  const t = useTexts('catalogue')
  return (
    <Card as="li" pad="none" className="product flex flex-col overflow-hidden">
      <div className="product-picture">
        <img
          src={product.picture}
          alt=""
          width={320}
          height={240}
          loading="lazy"
          className="h-auto w-full"
        />
      </div>
      <div className="flex grow flex-col gap-2 p-5">
        <h3 className="text-xl font-bold">{product.title}</h3>
        <p className="grow text-base">{product.description}</p>
        <p className="product-reward mt-2">
          <span className="text-base text-muted">{t('reward.label')} </span>
          <strong className="product-amount">{wholeEuros(product.rewardCents, locale)}</strong>
        </p>
        <PageLink
          page="Recommendation"
          values={{ produktId: product.id }}
          className={`${buttonClass()} mt-2`}
        >
          {t('products.button')}
          <span className="sr-only">: {product.title}</span>
        </PageLink>
      </div>
    </Card>
  )
}
