import { data, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { askForLink, ForgotPassword } from '../access/forgot-password.tsx'
import { inArea } from '../access/in-area.ts'
import { LinkProblem } from '../access/link-problem.tsx'
import { NewPasswordForm } from '../access/new-password-form.tsx'
import {
  readPasswordLink,
  setPasswordByLink,
  type LinkProblem as Problem,
} from '../access/password-link.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { partnerAccess } from './partner-access.ts'

type Person = { email: string; firstName: string; isNew: boolean }
type State = { sent: boolean; problem: Problem | null; person: Person | null }

const hasToken = (request: Request) => new URL(request.url).searchParams.has('t')

/** Without a token it asks for the address; with one it offers to set a password, and uses nothing up before that. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!hasToken(request)) {
    const sent = new URL(request.url).searchParams.has('sent')
    return data<State>({ sent, problem: null, person: null })
  }
  const link = await readPasswordLink(pageOf(context), request, partnerAccess)
  return data<State>({ sent: false, ...link.data }, link.init ?? undefined)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  return hasToken(request)
    ? setPasswordByLink(page, request, partnerAccess)
    : askForLink(page, await request.formData(), partnerAccess)
}

export const meta = inArea(
  'salesPartner',
  ({ data: loaded, texts }: MetaArgs<() => State>): Meta => {
    const t = texts('account')
    const own = texts('salesPartner')
    const title =
      loaded?.problem || loaded?.person
        ? own(loaded.person?.isNew ? 'password.newTitle' : 'password.title')
        : t(loaded?.sent ? 'forgot.sentTitle' : 'forgot.title')
    return { title, robots: 'noindex' }
  },
)

export function Component() {
  const { sent, problem, person } = useLoaderData<typeof loader>()
  const t = useTexts('salesPartner')
  if (problem) return <LinkProblem problem={problem} kind={partnerAccess} />
  if (!person) return <ForgotPassword id="partner-forgot" kind={partnerAccess} sent={sent} />
  const { email, firstName: name, isNew } = person
  return (
    <NewPasswordForm
      id="partner-password"
      title={t(isNew ? 'password.newTitle' : 'password.title')}
      intro={t(isNew ? 'password.newIntro' : 'password.intro', { name, email })}
      submit={t(isNew ? 'password.newSubmit' : 'password.submit')}
      email={email}
    />
  )
}
