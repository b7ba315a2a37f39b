import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { inArea } from '../access/in-area.ts'
import { LinkProblem } from '../access/link-problem.tsx'
import { NewPasswordForm } from '../access/new-password-form.tsx'
import { readPasswordLink, setPasswordByLink } from '../access/password-link.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { agencyAccess } from './agency-access.ts'

/** A page behind a mailed link where an agency user chooses a password: `of` selects its texts, `next` follows. */
export function makePasswordPage(of: 'confirm' | 'first' | 'reset', next: PageName) {
  const loader = async ({ request, context }: LoaderFunctionArgs) =>
    readPasswordLink(pageOf(context), request, agencyAccess)

  const action = async ({ request, context }: ActionFunctionArgs) =>
    setPasswordByLink(pageOf(context), request, agencyAccess, next)

  const meta = inArea('agency', ({ texts }: MetaArgs) => ({
    title: texts('agency')(`${of}.title`),
    robots: 'noindex',
  }))

  function Component() {
    const { problem, person } = useLoaderData<typeof loader>()
    const t = useTexts('agency')
    if (!person) return <LinkProblem problem={problem} kind={agencyAccess} />
    const { agencyName: agency, agencyNumber: number, email } = person
    return (
      <NewPasswordForm
        id={`agency-${of}`}
        title={t(`${of}.title`)}
        intro={t(`${of}.intro`, { agency, number, email })}
        submit={t(`${of}.submit`)}
        email={email}
      />
    )
  }

  return { loader, action, meta, Component }
}
