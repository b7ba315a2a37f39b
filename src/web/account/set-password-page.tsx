import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { FormPage } from './form-page.tsx'
import { LinkProblem } from './link-problem.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import {
  newPasswordRules,
  readPasswordLink,
  setPasswordByLink,
  type PasswordLinkState,
} from './password-link.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readPasswordLink(pageOf(context), request)
}

export async function action({ request, context }: ActionFunctionArgs) {
  return setPasswordByLink(pageOf(context), request)
}

export function meta({ data: loaded, texts }: MetaArgs<() => PasswordLinkState>): Meta {
  const t = texts('account')
  const problem = loaded?.problem
  return {
    title: problem ? t(`link.${problem}Title`) : t('setPassword.title'),
    robots: 'noindex',
  }
}

export function Component() {
  const { problem, account } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('account')
  if (!account) return <LinkProblem problem={problem} />
  return (
    <FormPage
      title={t('setPassword.title')}
      intro={t('setPassword.intro', { email: account.email })}
    >
      <PageForm
        id="set-password"
        rules={newPasswordRules}
        labels={{ password: t('newPassword') }}
        answer={answer}
        asDocument
      >
        <NewPasswordFields email={account.email} />
        <SubmitButton>{t('setPassword.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
