import { data, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { fullName } from '../../domain/person.ts'
import type { FormAnswer } from '../form-answer.ts'
import { pageOf, usePage } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { textOf } from '../ui/form/rules.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioRow } from '../ui/form/radio-cards.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { FormPage } from './form-page.tsx'
import { InvitedRegistration, registerInvited } from './invited-registration.tsx'
import { LinkProblem } from './link-problem.tsx'
import type { Invited } from './read-invitation.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import {
  newPasswordRules,
  readPasswordLink,
  setPasswordByLink,
  type PasswordLinkState,
} from './password-link.ts'

type RegistrationState = PasswordLinkState & { invited: Invited | null }

/** Behind the welcome mail: the password. Behind the invitation of an agency, or on its card: the registration itself. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const link = await readPasswordLink(page, request)
  if (link.data.account === null && page.tenant.agencies) {
    const { readInvitation } = await import('./read-invitation.ts')
    const invited = await readInvitation(page, request)
    if (invited) return invited
  }
  return data({ ...link.data, invited: null }, link.init ?? undefined)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.clone().formData()
  if (textOf(form, 'intent') === 'join') return registerInvited(page, request, form)
  return setPasswordByLink(page, request)
}

export function meta({ data: loaded, texts }: MetaArgs<() => RegistrationState>): Meta {
  const t = texts('account')
  if (loaded?.invited) return { title: texts('invited')('metaTitle'), robots: 'noindex' }
  const problem = loaded?.problem
  return {
    title: problem ? t(`link.${problem}Title`) : t('register.titlePlain'),
    robots: 'noindex',
  }
}

export function Component() {
  const { problem, account, invited } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('account')
  if (invited) return <InvitedRegistration invited={invited} />
  if (!account) return <LinkProblem problem={problem} />
  const name = fullName(account)
  return (
    <FormPage
      title={t('register.title', { name: tenant.address === 'du' ? account.firstName : name })}
      intro={t('register.intro')}
    >
      <PageForm
        id="registration"
        rules={newPasswordRules}
        labels={{
          salutation: t('register.salutation'),
          password: t('password'),
          passwordAgain: t('passwordAgain'),
        }}
        answer={answer}
        asDocument
      >
        <dl className="grid gap-x-6 gap-y-3 rounded-field bg-tint px-4 py-3.5 md:grid-cols-2">
          <div className="min-w-0">
            <dt className="text-base text-muted">{t('register.name')}</dt>
            <dd className="font-semibold">{name}</dd>
          </div>
          <div className="min-w-0">
            <dt className="text-base text-muted">{t('email')}</dt>
            <dd className="font-semibold wrap-anywhere">{account.email}</dd>
          </div>
        </dl>
        <RadioRow
          name="salutation"
          options={[
            { value: 'Frau', title: t('salutation.frau') },
            { value: 'Herr', title: t('salutation.herr') },
            { value: 'Divers', title: t('salutation.divers') },
            { value: '', title: t('salutation.none') },
          ]}
        />
        <NewPasswordFields email={account.email} />
        <SubmitButton>{t('register.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
