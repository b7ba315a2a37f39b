import { data, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { fullName } from '../../domain/person.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { textOf } from '../ui/form/rules.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { AlreadyConfirmed } from './already-confirmed.tsx'
import { FormPage } from '../access/form-page.tsx'
import { InvitedRegistration, registerInvited } from './invited-registration.tsx'
import { LinkProblem } from '../access/link-problem.tsx'
import type { Invited } from './read-invitation.ts'
import { press, type PressAnswer } from './one-press.ts'
import { readPasswordLink, type PasswordLinkState } from '../access/password-link.ts'
import { customerAccess } from './customer-access.ts'
import { PressAtOnce } from '../ui/form/press-at-once.tsx'

type RegistrationState = PasswordLinkState & { invited: Invited | null }

/** After the welcome mail: the one press. After an agency's invitation or card: the registration. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const link = await readPasswordLink(page, request, customerAccess)
  if (link.data.person === null && page.tenant.agencies) {
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
  return press(page, request)
}

export function meta({ data: loaded, texts }: MetaArgs<() => RegistrationState>): Meta {
  const t = texts('account')
  if (loaded?.invited) return { title: texts('invited')('metaTitle'), robots: 'noindex' }
  return { title: t('register.titlePlain'), robots: 'noindex' }
}

export function Component() {
  const { problem, person, invited } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const answer = useActionData<PressAnswer>()
  const t = useTexts('account')
  if (invited) return <InvitedRegistration invited={invited} />
  const trouble = answer?.problem ?? problem
  if (trouble === 'used') return <AlreadyConfirmed />
  if (trouble || !person)
    return <LinkProblem problem={trouble ?? 'missing'} kind={customerAccess} />
  const name = fullName(person)
  return (
    <FormPage
      title={t('register.title', { name: tenant.address === 'du' ? person.firstName : name })}
      intro={t('register.intro')}
    >
      <PageForm
        id="registration"
        rules={{}}
        labels={{}}
        answer={undefined}
        asDocument
        draft={false}
      >
        {person.sameDevice ? <PressAtOnce form="registration" /> : null}
        <dl>
          <dt className="text-base text-muted">{t('email')}</dt>
          <dd className="font-semibold wrap-anywhere">{person.email}</dd>
        </dl>
        <SubmitButton>{t('register.submit')}</SubmitButton>
        <p className="text-base text-muted">{t('register.password')}</p>
      </PageForm>
    </FormPage>
  )
}
