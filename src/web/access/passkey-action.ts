import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { href } from '../runtime/href.ts'
import { refused } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import type { AccessKind } from './access-kind.ts'
import { openSession } from './open-session.ts'
import { readAnswer } from './read-answer.ts'

/** In the address of a login page: the password was right, and the passkey is due. */
export const secondStep = 'passkey'
export const isSecondStep = (request: Request) => new URL(request.url).searchParams.has(secondStep)

type Kind = Pick<
  AccessKind,
  'session' | 'login' | 'target' | 'beginPasskeyLogin' | 'logInByPasskey'
>

/** What a form of the log-in by passkey asks; undefined: it is another form's. The answer comes as a document, whose answer sets the cookie. */
export async function logInByPasskey(
  page: PageContext,
  request: Request,
  form: FormData,
  kind: Kind,
) {
  const intent = textOf(form, 'intent')
  const body = isSecondStep(request) ? { afterPassword: true } : {}
  try {
    if (intent === 'begin-passkey') return await kind.beginPasskeyLogin(page, body)
    if (intent !== 'passkey') return undefined
    const user = await kind.logInByPasskey(page, { ...body, answer: readAnswer(form) })
    page.endSession('second')
    const wanted = new URL(request.url).searchParams.get('redirect')
    return openSession(page, kind, user, kind.target(page, wanted))
  } catch (error) {
    return refused(form, error)
  }
}

/** After a right password that is not enough: this browser keeps what waits for the passkey. Null: another refusal. Server only. */
export function goToSecondStep(
  page: PageContext,
  request: Request,
  kind: Pick<AccessKind, 'login'>,
  error: unknown,
): Response | null {
  if (!(error instanceof ApiError) || error.code !== errorCodes.passkeyNeeded) return null
  const { Vorgang, GueltigBis } = error.details as { Vorgang: string; GueltigBis: string }
  page.startSession('second', Vorgang, GueltigBis)
  const wanted = new URL(request.url).searchParams.get('redirect') ?? undefined
  const values = { [secondStep]: 1, redirect: wanted }
  return redirect(href(page.tenant, page.locale, kind.login, values))
}
