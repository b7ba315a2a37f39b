import type { PageContext, SessionKind } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'

export type LetIn = { token: string | null; tokenValidUntil: string }
export type Captcha = { captcha?: string }
type Options = Record<string, unknown>
/** `afterPassword`: the password was right, and this browser has what waits for the passkey. */
type Second = { afterPassword?: boolean }

/** Pages and calls to log one kind of person in and out. */
export type AccessKind<Person = unknown> = {
  session: SessionKind
  login: PageName
  forgot: PageName
  home: PageName // after login
  isIn(page: Pick<PageContext, 'user' | 'agencyUser' | 'salesPartner'>): boolean
  /** Where a login on the way to `wanted` leads. */
  target(page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>, wanted: string | null): string
  logIn(
    page: PageContext,
    body: { email: string; password: string },
    query: Captcha,
  ): Promise<LetIn>
  beginPasskeyLogin(page: PageContext, body: Second): Promise<{ options: Options }>
  logInByPasskey(page: PageContext, body: Second & { answer: Options }): Promise<LetIn>
  logOut(page: PageContext): Promise<unknown>
  askForLink(page: PageContext, email: string, query: Captcha): Promise<unknown>
  readLink(page: PageContext, body: { token: string }): Promise<Person>
  setPassword(page: PageContext, body: { token: string; password: string }): Promise<LetIn>
  changePassword(
    page: PageContext,
    body: { oldPassword: string; password: string },
  ): Promise<unknown>
}
