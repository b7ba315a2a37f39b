import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { HomePage, loadHome } from './home-page.tsx'

export { meta } from './home-page.tsx'

/** The homepage of a tenant with categories: separate, so that other tenants do not load its parts. */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [home, categories] = await Promise.all([
    loadHome(page),
    // Without them the page shows its products.
    callApi(page, 'listCategories', {}).catch(() => []),
  ])
  return { ...home, categories }
}

export function Component() {
  return (
    <HomePage>
      <Categories />
    </HomePage>
  )
}

function Categories() {
  const { categories } = useLoaderData<typeof loader>()
  const t = useTexts('offers')
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categories-title" className="container-page pt-12 md:pt-20">
      <h2 id="categories-title" className="section-title">
        {t('home.title')}
      </h2>
      <div className="mt-8">
        <CategoryTiles categories={categories} level="h3" />
      </div>
      <p className="mt-6">
        <PageLink
          page="Categories"
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline"
        >
          {t('home.all')}
        </PageLink>
      </p>
    </section>
  )
}
