import type { ActionFunctionArgs } from 'react-router'
import { ChangePasswordForm, changePassword } from '../access/change-password.tsx'
import { FormPage } from '../access/form-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { customerAccess } from './customer-access.ts'

export const action = async ({ request, context }: ActionFunctionArgs) =>
  changePassword(pageOf(context), await request.formData(), customerAccess, 'Settings')

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('account')('change.title'), robots: 'noindex' }
}

export function Component() {
  const { user } = usePage()
  const t = useTexts('account')
  return (
    <FormPage title={t('change.title')} intro={t('change.intro')}>
      <ChangePasswordForm id="change-password" email={user?.email ?? ''} cancel="Settings" />
    </FormPage>
  )
}
