import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { imprintElsewhere } = page.tenant
  if (imprintElsewhere === '/') return redirect(href(page.tenant, page.locale, 'Homepage'))
  if (imprintElsewhere !== null) return redirect(imprintElsewhere)
  const { text } = await callApi(page, 'showPage', { params: { name: 'imprint' } })
  return { text }
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('content')
  return {
    title: t('imprint.title'),
    description: t('imprint.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { text } = useLoaderData<typeof loader>()
  const t = useTexts('content')
  return <TextPage title={t('imprint.title')} text={text} />
}
