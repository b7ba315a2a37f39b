import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { FormPage } from '../account/form-page.tsx'
import { LinkProblem } from '../account/link-problem.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { newPasswordRules } from '../account/password-link.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { readAgencyLink, setPasswordByAgencyLink, type AgencyLinkState } from './password-link.ts'

/** A page behind a mailed link on which an agency user chooses a password: `of` are its words, `next` is where it leads. */
export function makePasswordPage(of: 'confirm' | 'first' | 'reset', next: PageName) {
  const loader = async ({ request, context }: LoaderFunctionArgs) =>
    readAgencyLink(pageOf(context), request)

  const action = async ({ request, context }: ActionFunctionArgs) =>
    setPasswordByAgencyLink(pageOf(context), request, next)

  const meta = ({ data: loaded, texts }: MetaArgs<() => AgencyLinkState>): Meta => {
    const problem = loaded?.problem
    return {
      title: problem ? texts('account')(`link.${problem}Title`) : texts('agency')(`${of}.title`),
      robots: 'noindex',
    }
  }

  function Component() {
    const { problem, person } = useLoaderData<typeof loader>()
    const answer = useActionData<FormAnswer>()
    const t = useTexts('agency')
    const account = useTexts('account')
    if (!person)
      return <LinkProblem problem={problem} login="AgencyLogin" forgot="AgencyForgotPassword" />
    const { agencyName: agency, agencyNumber: number, email } = person
    return (
      <FormPage title={t(`${of}.title`)} intro={t(`${of}.intro`, { agency, number, email })}>
        <PageForm
          id={`agency-${of}`}
          rules={newPasswordRules}
          labels={{ password: account('newPassword') }}
          answer={answer}
          asDocument
        >
          <NewPasswordFields email={email} />
          <SubmitButton>{t(`${of}.submit`)}</SubmitButton>
        </PageForm>
      </FormPage>
    )
  }

  return { loader, action, meta, Component }
}
