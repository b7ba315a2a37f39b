import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { LinkProblem } from '../access/link-problem.tsx'
import { NewPasswordForm } from '../access/new-password-form.tsx'
import { readPasswordLink, setPasswordByLink } from '../access/password-link.ts'
import { collectWanted } from '../referral/open-reward.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { customerAccess } from './customer-access.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readPasswordLink(pageOf(context), request, customerAccess)
}

export async function action({ request, context }: ActionFunctionArgs) {
  return setPasswordByLink(pageOf(context), request, customerAccess, 'Dashboard', collectWanted)
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('account')('setPassword.title'), robots: 'noindex' }
}

export function Component() {
  const { problem, person } = useLoaderData<typeof loader>()
  const t = useTexts('account')
  if (!person) return <LinkProblem problem={problem} kind={customerAccess} />
  return (
    <NewPasswordForm
      id="set-password"
      title={t('setPassword.title')}
      intro={t('setPassword.intro', { email: person.email })}
      submit={t('setPassword.submit')}
      email={person.email}
    />
  )
}
