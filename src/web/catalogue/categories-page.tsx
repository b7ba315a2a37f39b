import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { CategoryTiles } from './category-tiles.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return { categories: await callApi(pageOf(context), 'listCategories', {}) }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('offers')
  const { name } = page.tenant
  return { title: t('categories.title'), description: t('categories.description', { name }) }
}

export function Component() {
  const { categories } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('offers')
  return (
    <div className="container-page py-8 md:py-14">
      <h1 className="page-title">{t('categories.title')}</h1>
      {categories.length > 0 ? (
        <>
          <p className="mt-3 max-w-[42em] text-lg">{t('categories.intro')}</p>
          <div className="mt-7 md:mt-10">
            <CategoryTiles categories={categories} level="h2" />
          </div>
        </>
      ) : (
        <>
          <p className="mt-3 max-w-[42em] text-lg">
            {t('categories.none', { email: tenant.contact.email })}
          </p>
          <PageLink page="Homepage" className={`${buttonClass()} mt-6 w-full md:w-auto`}>
            {t('categories.home')}
          </PageLink>
        </>
      )}
    </div>
  )
}
