import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { text } = await callApi(pageOf(context), 'showPage', { params: { name: 'terms' } })
  return { text }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('content')
  return {
    title: t('terms.title'),
    description: t('terms.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { text } = useLoaderData<typeof loader>()
  const t = useTexts('content')
  return <TextPage title={t('terms.heading')} text={text} />
}
