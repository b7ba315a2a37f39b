import { redirect, useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { FormPage } from '../access/form-page.tsx'
import { NewPasswordFields } from '../access/new-password-fields.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { PasswordField } from '../access/password-field.tsx'
import { newPasswordRules } from '../access/password-link.ts'
import { passwordOf } from '../access/password-rules.ts'

const rules = { oldPassword: [required], ...newPasswordRules }

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await callApi(page, 'changePassword', {
      body: {
        oldPassword: passwordOf(form, 'oldPassword'),
        password: passwordOf(form, 'password'),
      },
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'Settings', { saved: 'password' }))
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('account')('change.title'), robots: 'noindex' }
}

export function Component() {
  const { user } = usePage()
  const t = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    PSOF0201: t('change.wrongOld'),
    PSOF0001: t('change.failed'),
    PSOF0002: t('change.failed'),
    [errorCodes.tooManyRequests]: t('limit'),
  })
  return (
    <FormPage title={t('change.title')} intro={t('change.intro')}>
      <PageForm
        id="change-password"
        rules={rules}
        labels={{
          oldPassword: t('oldPassword'),
          password: t('newPassword'),
        }}
        answer={answer}
        draft={false}
      >
        <PasswordField name="oldPassword" autoComplete="current-password" />
        <NewPasswordFields email={user?.email ?? ''} />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('change.submit')}</SubmitButton>
          <PageLink page="Settings" className={buttonClass('secondary')}>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </FormPage>
  )
}
