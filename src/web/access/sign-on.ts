import { data } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'

/** Why a single sign-on failed; the other way in still works. */
export type SignOnProblem = 'refused' | 'unknown' | 'left' | 'over' | 'away' | 'cancelled'

type Begun = { url: string; verifier: string; validUntil: string }
export type ProviderAnswer = { code: string; state: string; issuer?: string }

/** The provider's login; this browser keeps the verifier. */
export function leadToProvider(
  page: Pick<PageContext, 'startSession'>,
  { url, verifier, validUntil }: Begun,
): string {
  page.startSession('sso', verifier, validUntil)
  return url
}

/** Intent of the button that begins a single sign-on; also what an address asks for that button by. */
export const signOnIntent = 'sso'

/** The button's answer: on to the provider, or why not. */
export type SignOnBegun = { provider: string } | { problem: SignOnProblem }

/**
 * Begins a single sign-on. The answer is a page that leads on by itself, with and without script: our CSP (form-action) lets no form be
 * redirected to another host.
 */
export async function beginSignOn(
  page: Pick<PageContext, 'startSession'>,
  begin: () => Promise<Begun>,
) {
  try {
    const provider = leadToProvider(page, await begin())
    return data<SignOnBegun>({ provider }, { headers: { Refresh: `0; url=${provider}` } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data<SignOnBegun>({ problem: problemOf(error) }, { status: error.status || 503 })
  }
}

/** A single sign-on's answer in the address, which only the browser that began has the secret of; undefined: none. */
export async function signOnOf(
  page: Pick<PageContext, 'endSession'>,
  search: URLSearchParams,
  end: (answer: ProviderAnswer) => Promise<Response>,
): Promise<Response | SignOnProblem | undefined> {
  try {
    if (search.has('error')) {
      page.endSession('sso')
      return search.get('error') === 'access_denied' ? 'cancelled' : 'refused'
    }
    const [code, state, issuer] = ['code', 'state', 'iss'].map((name) => search.get(name))
    if (!code || !state) return undefined
    const answer = await end({ code, state, ...(issuer ? { issuer } : {}) })
    page.endSession('sso')
    return answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    page.endSession('sso')
    return problemOf(error)
  }
}

function problemOf(error: ApiError): SignOnProblem {
  if (error.details.Grund === 'unbekannt') return 'unknown'
  if (error.code === errorCodes.tokenUsed || error.code === errorCodes.linkExpired) return 'over'
  if (error.code === 'PSOF0210') return 'left'
  return error.status >= 500 || error.status === 429 || error.status === 0 ? 'away' : 'refused'
}
