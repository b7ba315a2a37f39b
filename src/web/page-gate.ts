import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { isAgencyPage, isConsolePage, isSalesPartnerPage } from '../contract/page-kinds.ts'
import { pages, type PageName, type TenantPage } from '../contract/pages.ts'
import type { PageContext } from '../contract/page-context.ts'
import { ApiError } from './runtime/api-error.ts'
import { takeTokenAway } from './account/take-token-away.ts'
import { carryAlong, href, loginHref } from './runtime/href.ts'
import { pageOf } from './runtime/page-context.tsx'
import type { PageModule } from './runtime/page-module.ts'

// Open despite forced login (spec section 2.3). Added by us: pages after entering data or choosing a reward without an account, mailed
// links, cookie settings, and self-registration of employees.
const openWithForcedLogin: ReadonlySet<PageName> = new Set<PageName>([
  'FileNotFound',
  'TOS',
  'Code',
  'Privacy',
  'RecipientData',
  'RecipientConfirmation',
  'Click',
  'ExpiredRecommendation',
  'Imprint',
  'Faq',
  'Contact',
  'Accessibility',
  'Login',
  'Logout',
  'SetPassword',
  'EmailChange',
  'ReviewAnswer',
  'ForgotPassword',
  'RecipientArea',
  'RecipientClaims',
  'RecipientTOSConsent',
  'RecipientConsent',
  'BankDetails',
  'BankDetailsRecipient',
  'BankDetailsRecommender',
  'GoodwillThanks',
  'Reward',
  'RewardDetails',
  'HolderQuestion',
  'RewardThanks',
  'Registration',
  'Confirmation',
  'Admin',
  'CookieSettings',
  'NewsletterOptin',
  'NewsletterOptout',
  'EmployeeRecommendation',
])

const openInConsole: ReadonlySet<PageName> = new Set<PageName>([
  'ConsoleSignIn',
  'ConsoleInvitation',
])

/** Open to whoever has to make a passkey first. */
const openForPasskey: ReadonlySet<PageName> = new Set<PageName>([
  'AgencySessions',
  'AgencyLogout',
  'SalesPartnerSessions',
])

/** Where a visitor must go first; null: nowhere. Only the login if the entry page is not open. */
function firstPage(name: PageName, page: PageContext): PageName | null {
  const { user, agencyUser, salesPartner, operator, tenant } = page
  if (isConsolePage(name)) return openInConsole.has(name) || operator ? null : 'ConsoleSignIn'
  // The agency area has its own login, whatever other session exists.
  if (isAgencyPage(name)) {
    if (pages[name].access !== 'agency' || (openForPasskey.has(name) && agencyUser)) return null
    if (!agencyUser) return 'AgencyLogin'
    return agencyUser.passkeyMissing ? 'AgencySessions' : null
  }
  if (isSalesPartnerPage(name)) {
    if (pages[name].access !== 'sales-partner' || (openForPasskey.has(name) && salesPartner))
      return null
    if (!salesPartner) return 'SalesPartnerEntry'
    return salesPartner.passkeyMissing ? 'SalesPartnerSessions' : null
  }
  if (user) return null
  if (pages[name].access === 'login') return name === 'Logout' ? null : 'Login'
  if (!tenant.forcedLogin || openWithForcedLogin.has(name)) return null
  const entry = tenant.entryPage
  if (name === entry) return null
  return isPage(entry) && pages[entry].access === 'open' ? entry : 'Login'
}

const isPage = (name: string): name is TenantPage => Object.hasOwn(pages, name)

/** A page's loader behind its gate: redirects to login where needed, and turns a refused call into an error page. */
export function gatedLoader(name: PageName, load: PageModule['loader']) {
  return gated(name, (args) => load?.(args, undefined) ?? null)
}

export function gatedAction(name: PageName, act: NonNullable<PageModule['action']>) {
  return gated(name, (args) => act(args, undefined))
}

function gated(name: PageName, run: (args: LoaderFunctionArgs) => unknown) {
  return async (args: LoaderFunctionArgs) => {
    try {
      return stayInFrame(await passing(name, args, run), args.request)
    } catch (thrown) {
      throw stayInFrame(thrown, args.request)
    }
  }
}

async function passing(
  name: PageName,
  args: LoaderFunctionArgs,
  run: (args: LoaderFunctionArgs) => unknown,
): Promise<unknown> {
  const page = pageOf(args.context)
  if (import.meta.env.SSR && name !== 'Admin') takeTokenAway(page, args.request)
  const first = firstPage(name, page)
  if (first)
    throw redirect(href(page.tenant, page.locale, first, { redirect: targetOf(args.request) }))
  return refusing(args, () => run(args))
}

/** Keeps redirects inside the same frame of the provider's page. */
function stayInFrame(answer: unknown, request: Request): unknown {
  if (!(answer instanceof Response)) return answer
  const to = answer.headers.get('Location')
  const widget = new URL(request.url).searchParams.get('widget')
  if (to?.startsWith('/') && widget !== null)
    answer.headers.set('Location', carryAlong(to, new URLSearchParams({ widget }).toString()))
  return answer
}

async function refusing(args: LoaderFunctionArgs, run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const page = pageOf(args.context)
    if (error.status === 401) {
      page.endSession()
      throw redirect(loginHref(page, targetOf(args.request)))
    }
    throw data(error.failure, { status: error.status || 503 })
  }
}

function targetOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
