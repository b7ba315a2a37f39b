import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { PageTenant } from '../../contract/page-context.ts'
import { offeredShares } from '../../domain/shares.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { FurtherCustomers } from '../referral/further-customers.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatCents, wholeEuros } from '../../domain/money.ts'
import { Card } from '../ui/card.tsx'
import { OptionList } from './option-list.tsx'
import { PaymentSteps } from './payment-steps.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const products = await callApi(pageOf(context), 'listProducts', {})
  // An option is offered if it pays a product's exact amount, so the list combines all products.
  const options = new Map(
    products.flatMap(({ rewardOptions }) => rewardOptions).map((option) => [option.id, option]),
  )
  return {
    products: products.map(({ id, title, picture, rewardCents, further, recipientCapCents }) => {
      return { id, title, picture, rewardCents, further, recipientCapCents }
    }),
    options: [...options.values()].map(({ id, title, text, picture, startsOn, ...ends }) => {
      return { id, title, text, picture, startsOn, lastDay: ends.displayEndsOn ?? ends.endsOn }
    }),
  }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('help')
  return {
    title: t('overview.title'),
    description: t('overview.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { products, options } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('help')
  return (
    <div className="container-page py-10 md:py-12">
      {products.length > 0 ? (
        <>
          <div className="items-center gap-10 lg:flex">
            <div className="min-w-0 grow">
              <h1 className="page-title">{t('overview.title')}</h1>
              <p className="mt-3 max-w-[42em] text-lg">{t('overview.intro')}</p>
            </div>
            <BestReward />
          </div>
          <Products />
          {options.length > 0 ? <OptionList options={options} /> : null}
          <PaymentSteps />
        </>
      ) : (
        <>
          <h1 className="page-title">{t('overview.title')}</h1>
          <p className="mt-3 max-w-[42em] text-lg">
            {t('overview.none', { email: tenant.contact.email })}
          </p>
        </>
      )}
    </div>
  )
}

// The highest reward as a server-rendered graphic in the tenant's colours; the tables below hold the same in text.
function BestReward() {
  const { options } = useLoaderData<typeof loader>()
  const { tenant, locale } = usePage()
  const [option] = options
  if (!option) return null
  const kind = tenant.shares.includes(50) ? 'grafik50' : 'grafik100'
  const path = `/api/v1/${tenant.code}/praemie/${encodeURIComponent(option.id)}/${kind}`
  return (
    <img
      src={`${path}?sprache=${locale}`}
      alt=""
      width={640}
      height={360}
      className="mt-6 h-auto w-full max-w-sm shrink-0 rounded-card lg:mt-0"
    />
  )
}

type Product = Awaited<ReturnType<typeof loader>>['products'][number]

const choicesOf = (
  { shares, capExcess }: Pick<PageTenant, 'shares' | 'capExcess'>,
  { rewardCents, recipientCapCents }: Product,
) => offeredShares(shares, { rewardCents, capCents: recipientCapCents, excess: capExcess })

function Products() {
  const { products } = useLoaderData<typeof loader>()
  const { tenant, locale } = usePage()
  const t = useTexts('help')
  const cap = products[0]?.recipientCapCents ?? null
  const choices = products.flatMap((product) => choicesOf(tenant, product))
  // One format per page: with cents once any amount has some.
  const isWhole = choices.every(({ meCents, contactCents }) =>
    [meCents, contactCents].every((cents) => cents % 100 === 0),
  )
  const write = isWhole ? wholeEuros : formatCents
  return (
    <section aria-labelledby="overview-products" className="mt-10">
      <h2 id="overview-products" className="section-title">
        {t('overview.products')}
      </h2>
      <ul className="mt-6 grid gap-5 lg:grid-cols-2">
        {products.map((product) => (
          <ProductRewards key={product.id} product={product} write={write} />
        ))}
      </ul>
      {cap !== null && choices.some(({ capped }) => capped) ? (
        <p className="mt-4 text-base text-muted">
          {t('overview.capped', { amount: write(cap, locale) })}
        </p>
      ) : null}
    </section>
  )
}

function ProductRewards({ product, write }: { product: Product; write: typeof wholeEuros }) {
  const { locale } = usePage()
  const t = useTexts('help')
  return (
    <Card as="li" pad="small" className="flex flex-col">
      <div className="flex items-center gap-4">
        <img
          src={product.picture}
          alt=""
          width={96}
          height={72}
          loading="lazy"
          className="h-auto w-14 shrink-0 rounded-field md:w-24"
        />
        <div className="min-w-0 grow md:flex md:items-center md:justify-between md:gap-4">
          <h3 className="text-lg font-bold hyphens-auto wrap-anywhere md:text-xl">
            {product.title}
          </h3>
          <strong className="product-amount">{write(product.rewardCents, locale)}</strong>
        </div>
      </div>
      {product.further ? (
        <p className="mt-2">
          <FurtherCustomers
            further={product.further}
            write={write}
            line={(values) => t('overview.further', values)}
          />
        </p>
      ) : null}
      <SplitTable product={product} write={write} />
      <PageLink
        page="Recommendation"
        values={{ produktId: product.id }}
        className={`${buttonClass('secondary')} mt-4 self-start`}
      >
        {t('overview.recommend')}
        <span className="sr-only">: {product.title}</span>
      </PageLink>
    </Card>
  )
}

// Who gets what, by the referrer's choice.
function SplitTable({ product, write }: { product: Product; write: typeof wholeEuros }) {
  const { tenant, locale } = usePage()
  const t = useTexts('help')
  const titles: Record<number, string> = {
    100: t('overview.share.me'),
    50: t('overview.share.both'),
    0: t('overview.share.contact'),
  }
  const amount = 'py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums'
  return (
    <div className="mt-3 grow">
      <table className="shares-table w-full text-base">
        <caption className="sr-only">{product.title}</caption>
        {/* Aligns amounts across products; large text takes what it needs. */}
        <colgroup>
          <col className="w-[36%]" />
          <col className="w-[32%]" span={2} />
        </colgroup>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-2 text-left align-bottom font-normal">
              {t('overview.split')}
            </th>
            <th scope="col" className="py-2 pl-3 text-right align-bottom font-normal">
              {t('overview.you')}
            </th>
            <th scope="col" className="py-2 pl-3 text-right align-bottom font-normal">
              {t('overview.contact')}
            </th>
          </tr>
        </thead>
        <tbody>
          {choicesOf(tenant, product).map(({ share, meCents, contactCents, capped }) => (
            <tr key={share} className="border-t border-hairline">
              <th scope="row" className="py-2 text-left align-top font-semibold">
                {(capped && share > 0 ? t('overview.share.some') : titles[share]) ??
                  t('overview.share.other', { share })}
              </th>
              <td className={amount} data-label={t('overview.you')}>
                {write(meCents, locale)}
              </td>
              <td className={amount} data-label={t('overview.contact')}>
                {write(contactCents, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
