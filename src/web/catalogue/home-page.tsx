import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { HowItWorks } from '../layout/how-it-works.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { inWholeEuros, wholeEuros } from '../../domain/money.ts'
import { CampaignTeasers } from './campaign-teasers.tsx'
import { keepTogether } from '../../domain/keep-together.ts'
import { loadCampaigns } from './load-campaigns.ts'
import { ProductCard } from './product-card.tsx'
import { TextLink } from '../ui/text-link.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(pageOf(context))

export async function loadHome(page: PageContext) {
  const [products, campaigns] = await Promise.all([
    callApi(page, 'listProducts', {}),
    loadCampaigns(page),
  ])
  return {
    campaigns: campaigns.map(({ id, title, text }) => ({ id, title, text })),
    products: products.map(({ id, title, category, description, rewardCents, picture }) => {
      const words = keepTogether(inWholeEuros(description))
      return { id, title, category, description: words, rewardCents, picture }
    }),
  }
}

export function meta({ page }: MetaArgs<typeof loader>): Meta {
  const { home, name } = page.tenant
  return { title: `${name}: ${home.headline}`, description: home.teaser }
}

export const Component = () => <HomePage />

/** @param children content above the products */
export function HomePage({ children }: { children?: ReactNode }) {
  const { campaigns } = useLoaderData<typeof loader>()
  const t = useTexts('catalogue')
  return (
    <>
      <Hero />
      <CampaignTeasers campaigns={campaigns} />
      <HowItWorks title={t('steps.title')} />
      {children}
      <Products />
    </>
  )
}

function Hero() {
  const { tenant, locale } = usePage()
  const { products } = useLoaderData<typeof loader>()
  const t = useTexts('catalogue')
  const most = Math.max(0, ...products.map((product) => product.rewardCents))
  return (
    <section className="hero overflow-hidden">
      <div className="hero-inner container-page">
        <div className="hero-copy">
          <h1 className="hero-title">{tenant.home.headline}</h1>
          <p className="hero-teaser mt-4 max-w-[36em] text-lg md:text-xl">
            {keepTogether(tenant.home.teaser)}
          </p>
          <p className="hero-actions mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
            <a href="#products" className={buttonClass('accent')}>
              {t('hero.button')}
            </a>
            <a href="#steps" className={`${linkClass('plain')} font-bold`}>
              {t('hero.how')}
            </a>
          </p>
        </div>
        {most > 0 ? (
          <p className="hero-figure">
            <span className="hero-figure-words">{t('reward.upTo')} </span>
            <span className="hero-figure-amount">{wholeEuros(most, locale)}</span>
            <span className="hero-figure-words"> {t('reward.perContract')}</span>
          </p>
        ) : null}
        <div className="hero-picture">
          <img
            src={tenant.theme.heroPicture}
            alt=""
            width={720}
            height={560}
            fetchPriority="high"
          />
        </div>
      </div>
    </section>
  )
}

function Products() {
  const { products } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('catalogue')
  return (
    <section id="products" aria-labelledby="products-title" className="products">
      <div className="container-page pt-12 md:pt-20">
        <h2 id="products-title" className="section-title">
          {t('products.title')}
        </h2>
        {products.length > 0 ? (
          <ul className="mt-8 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </ul>
        ) : (
          <p className="mt-4 text-lg">{t('products.none', { email: tenant.contact.email })}</p>
        )}
        {products.length > 0 ? (
          <p className="mt-6">
            <TextLink page="RewardOverview" className="font-semibold">
              {t('products.rewards')}
            </TextLink>
          </p>
        ) : null}
      </div>
    </section>
  )
}
