import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { text } = await callApi(pageOf(context), 'showPage', { params: { name: 'accessibility' } })
  return { text }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('help')
  return {
    title: t('accessibility.title'),
    description: t('accessibility.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { text } = useLoaderData<typeof loader>()
  const t = useTexts('help')
  return (
    <TextPage title={t('accessibility.title')} text={text}>
      <PageLink
        page="Contact"
        values={{ thema: 'accessibility' }}
        className={`${buttonClass()} mt-8 w-full md:w-auto`}
      >
        {t('accessibility.report')}
      </PageLink>
    </TextPage>
  )
}
