import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { HomePage, loadHome } from './home-page.tsx'
import { TextLink } from '../ui/text-link.tsx'

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
        <TextLink page="Categories" className="font-semibold">
          {t('home.all')}
        </TextLink>
      </p>
    </section>
  )
}
