import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { FormPage } from './form-page.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordRules } from './password-link.ts'

/** Target of a mailed link. */
export function NewPasswordForm({
  id,
  title,
  intro,
  submit,
  email,
}: {
  id: string
  title: string
  intro: ReactNode
  submit: string
  email: string
}) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('account')
  return (
    <FormPage title={title} intro={intro}>
      <PageForm
        id={id}
        rules={newPasswordRules}
        labels={{ password: t('newPassword') }}
        answer={answer}
        asDocument
      >
        <NewPasswordFields email={email} />
        <SubmitButton>{submit}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
