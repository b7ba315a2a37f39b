import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { PlainText } from '../content/plain-text.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { InfoWays } from './info-ways.tsx'
export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showAgencyText', { params: { name: 'info' } })
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agency')
  return {
    title: t('info.title'),
    description: t('info.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { text } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('info.title')} intro={t('info.intro', { name: tenant.name })}>
      <InfoWays />
      <div className="prose-text max-w-3xl">
        <PlainText text={text} />
      </div>
    </AgencyFrame>
  )
}
