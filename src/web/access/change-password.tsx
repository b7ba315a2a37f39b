import { redirect, useActionData } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { href } from '../runtime/href.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import type { AccessKind } from './access-kind.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useOwnWords } from './own-words.ts'
import { PasswordField } from './password-field.tsx'
import { newPasswordRules } from './password-link.ts'
import { passwordOf } from './password-rules.ts'

const rules = { oldPassword: [required], ...newPasswordRules }

/** Changes the password of whoever is logged in; `next` says `saved`. */
export async function changePassword(
  page: PageContext,
  form: FormData,
  kind: Pick<AccessKind, 'changePassword'>,
  next: PageName,
) {
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await kind.changePassword(page, {
      oldPassword: passwordOf(form, 'oldPassword'),
      password: passwordOf(form, 'password'),
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, next, { saved: 'password' }))
}

/** The form of it. */
export function ChangePasswordForm({
  id,
  email,
  cancel,
}: {
  id: string
  email: string
  cancel: PageName
}) {
  const t = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    PSOF0201: t('change.wrongOld'),
    PSOF0001: t('change.failed'),
    PSOF0002: t('change.failed'),
    [errorCodes.tooManyRequests]: t('limit'),
  })
  return (
    <PageForm
      id={id}
      rules={rules}
      labels={{ oldPassword: t('oldPassword'), password: t('newPassword') }}
      answer={answer}
      draft={false}
    >
      <PasswordField name="oldPassword" autoComplete="current-password" />
      <NewPasswordFields email={email} />
      <div className="flex flex-col gap-3 md:flex-row">
        <SubmitButton>{t('change.submit')}</SubmitButton>
        <PageLink page={cancel} className={buttonClass('secondary')}>
          {t('cancel')}
        </PageLink>
      </div>
    </PageForm>
  )
}
