import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../account/form-page.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { newPasswordRules } from '../account/password-link.ts'
import type { FormAnswer } from '../form-answer.ts'
import { pageOf } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import {
  AgencyLinkProblem,
  readAgencyLink,
  setPasswordByAgencyLink,
  type AgencyLinkState,
} from './password-link.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readAgencyLink(pageOf(context), request)
}

export async function action({ request, context }: ActionFunctionArgs) {
  return setPasswordByAgencyLink(pageOf(context), request, 'AgencyAdditionalData')
}

export function meta({ data: loaded, texts }: MetaArgs<() => AgencyLinkState>): Meta {
  const problem = loaded?.problem
  return {
    title: problem ? texts('account')(`link.${problem}Title`) : texts('agency')('confirm.title'),
    robots: 'noindex',
  }
}

export function Component() {
  const { problem, person } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('agency')
  const account = useTexts('account')
  if (!person) return <AgencyLinkProblem problem={problem} />
  const { agencyName: agency, agencyNumber: number, email } = person
  return (
    <FormPage title={t('confirm.title')} intro={t('confirm.intro', { agency, number, email })}>
      <PageForm
        id="agency-confirm"
        rules={newPasswordRules}
        labels={{ password: account('newPassword'), passwordAgain: account('passwordAgain') }}
        answer={answer}
        asDocument
      >
        <NewPasswordFields email={email} />
        <SubmitButton>{t('confirm.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
