import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { PlainText } from '../content/plain-text.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showAgencyText', { params: { name: 'rules' } })
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agency')
  return {
    title: t('rules.title'),
    description: t('rules.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { text } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('rules.title')} intro={t('rules.intro', { name: tenant.name })}>
      <div className="prose-text max-w-3xl">
        <PlainText text={text} />
      </div>
    </AgencyFrame>
  )
}
