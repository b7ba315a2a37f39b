import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { pages, type PageName } from '../contract/pages.ts'
import type { PageContext } from '../contract/page-context.ts'
import { ApiError } from './api-error.ts'
import { loginHref } from './href.ts'
import { pageOf } from './page-context.tsx'
import type { PageModule } from './page-module.ts'

// Open on tenants with forced login, too (spec section 2.3). Some are ours: who may enter data or choose a reward without an
// account must also get the page that comes after it, a mailed link must open, cookies are everybody's to decide, and employees must get in.
const openWithForcedLogin: ReadonlySet<PageName> = new Set<PageName>([
  'FileNotFound',
  'TOS',
  'Code',
  'Privacy',
  'RecipientData',
  'RecipientConfirmation',
  'ExpiredRecommendation',
  'Imprint',
  'Faq',
  'Contact',
  'Accessibility',
  'Login',
  'Logout',
  'SetPassword',
  'ForgotPassword',
  'RecipientArea',
  'RecipientTOSConsent',
  'RecipientConsent',
  'BankDetailsRecipient',
  'BankDetailsRecommender',
  'GoodwillThanks',
  'Reward',
  'RewardDetails',
  'RewardThanks',
  'Registration',
  'Confirmation',
  'Admin',
  'CookieSettings',
  'NewsletterOptin',
  'NewsletterOptout',
  'EmployeeRecommendation',
])

// The provider logs people in, so there is nothing to log in to, or out of, here (domain.md section 8).
const offWithAutoLogin: ReadonlySet<PageName> = new Set<PageName>([
  'Login',
  'Logout',
  'Registration',
  'SetPassword',
  'ForgotPassword',
  'ChangePassword',
])

export function pageExists(name: PageName, tenant: PageContext['tenant']): boolean {
  if (name === 'AgentRecommendations') return tenant.agentReferral
  if (name === 'EmployeeRecommendation') return tenant.employeesOnly && !tenant.autoLogin
  return !(tenant.autoLogin && offWithAutoLogin.has(name))
}

function needsLogin(name: PageName, page: PageContext): boolean {
  if (page.user) return false
  if (pages[name].access === 'login') return name !== 'Logout'
  return page.tenant.forcedLogin && !openWithForcedLogin.has(name)
}

/** The loader of a page behind its gate: who must log in goes to login, and a refused call becomes an error page. */
export function gatedLoader(name: PageName, load: PageModule['loader']) {
  return async (args: LoaderFunctionArgs) => {
    const page = pageOf(args.context)
    if (needsLogin(name, page)) throw redirect(loginHref(page, targetOf(args.request)))
    return refusing(args, () => load?.(args, undefined) ?? null)
  }
}

export function gatedAction(name: PageName, act: NonNullable<PageModule['action']>) {
  return async (args: LoaderFunctionArgs) => {
    const page = pageOf(args.context)
    if (needsLogin(name, page)) throw redirect(loginHref(page, targetOf(args.request)))
    return refusing(args, () => act(args, undefined))
  }
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
