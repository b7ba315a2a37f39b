import type { PageContext, SessionKind } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'

/** Who was let in, as every login answers it. */
export type LetIn = { token: string | null; tokenValidUntil: string }
export type Captcha = { captcha?: string }

/** The pages and calls by which people of a kind get in and out; the pages of all kinds are made of it. */
export type AccessKind<Person = unknown> = {
  session: SessionKind
  login: PageName
  forgot: PageName
  home: PageName // of whoever is logged in
  isIn(page: Pick<PageContext, 'user' | 'agencyUser' | 'salesPartner'>): boolean
  /** Where a login leads that was asked for on the way to `wanted`. */
  target(page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>, wanted: string | null): string
  logIn(
    page: PageContext,
    body: { email: string; password: string },
    query: Captcha,
  ): Promise<LetIn>
  logOut(page: PageContext): Promise<unknown>
  askForLink(page: PageContext, email: string, query: Captcha): Promise<unknown>
  readLink(page: PageContext, body: { token: string }): Promise<Person>
  setPassword(page: PageContext, body: { token: string; password: string }): Promise<LetIn>
}
