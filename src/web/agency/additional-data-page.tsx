import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { AgencyDataForm, saveAgencyData } from './agency-data-form.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showAgency', {})
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const refusal = await saveAgencyData(page, await request.formData())
  return refusal ?? redirect(href(page.tenant, page.locale, 'AgencyHome'))
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('additional.title'), robots: 'noindex' }
}

export function Component() {
  const known = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('additional.title')} intro={t('additional.intro')}>
      {agencyUser?.registered ? (
        <Notice title={t('home.waitingTitle')}>
          <p>{t('home.waitingText')}</p>
        </Notice>
      ) : null}
      <Card className="max-w-2xl">
        <AgencyDataForm
          id="agency-additional"
          known={known}
          answer={answer}
          submit={t('additional.submit')}
        />
      </Card>
      <TextLink page="AgencyHome" className="self-start">
        {t('additional.later')}
      </TextLink>
    </AgencyFrame>
  )
}
