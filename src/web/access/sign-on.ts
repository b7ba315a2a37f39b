import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { redirect } from 'react-router'

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

/** A single sign-on in the address: to begin one (`sso=…`), or with the provider's answer; undefined: none. */
export async function signOnOf(
  page: Pick<PageContext, 'startSession' | 'endSession'>,
  search: URLSearchParams,
  {
    begin,
    end,
  }: {
    begin: (what: string) => Promise<Begun>
    end: (answer: ProviderAnswer) => Promise<Response>
  },
): Promise<Response | SignOnProblem | undefined> {
  try {
    const what = search.get('sso')
    if (what !== null) return redirect(leadToProvider(page, await begin(what)))
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
