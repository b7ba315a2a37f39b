import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ChangePasswordForm, changePassword } from '../access/change-password.tsx'
import { inArea } from '../access/in-area.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { partnerAccess } from './partner-access.ts'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const own = 'SalesPartnerChangePassword'

export async function loader({ context }: LoaderFunctionArgs) {
  const { email } = await callApi(pageOf(context), 'showSalesPartner', {})
  return { email }
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  changePassword(pageOf(context), await request.formData(), partnerAccess, own)

export const meta = inArea('salesPartner', ({ texts }: MetaArgs): Meta => ({
  title: texts('account')('change.title'),
  robots: 'noindex',
}))

export function Component() {
  const { email } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('account')
  return (
    <SalesPartnerFrame title={t('change.title')} intro={t('change.intro')}>
      {query.has('saved') && !answer ? (
        <Notice tone="success" live title={t('change.done')} />
      ) : null}
      <Card className="max-w-3xl">
        <ChangePasswordForm id="partner-change-password" email={email} cancel="SalesPartnerData" />
      </Card>
    </SalesPartnerFrame>
  )
}
