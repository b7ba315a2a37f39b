import { useActionData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { ChangePasswordForm, changePassword } from '../access/change-password.tsx'
import { inArea } from '../access/in-area.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { agencyAccess } from './agency-access.ts'
import { AgencyFrame } from './agency-frame.tsx'

export const action = async ({ request, context }: ActionFunctionArgs) =>
  changePassword(pageOf(context), await request.formData(), agencyAccess, 'AgencyChangePassword')

export const meta = inArea('agency', ({ texts }: MetaArgs): Meta => ({
  title: texts('account')('change.title'),
  robots: 'noindex',
}))

export function Component() {
  const { agencyUser } = usePage()
  const [query] = useSearchParams()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('account')
  return (
    <AgencyFrame title={t('change.title')} intro={t('change.intro')}>
      {query.has('saved') && !answer ? (
        <Notice tone="success" live title={t('change.done')} />
      ) : null}
      <Card className="max-w-3xl">
        <ChangePasswordForm
          id="agency-change-password"
          email={agencyUser?.email ?? ''}
          cancel="AgencyHome"
        />
      </Card>
    </AgencyFrame>
  )
}
