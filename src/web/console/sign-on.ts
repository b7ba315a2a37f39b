import { redirect } from 'react-router'
import { proofState } from '../../contract/proof-state.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { beginSignOn, signOnIntent, signOnOf } from '../access/sign-on.ts'
import { callApi } from '../runtime/api.ts'
import { href, ownAddress } from '../runtime/href.ts'

/** What asks the provider for a new login, of somebody who is signed in. */
export const prove = 'bestaetigen'

/** Where somebody wanted to go, if it is of this host. */
export const afterSignIn = (page: PageContext, target: string | null): string =>
  ownAddress(page, target) ?? href(page.tenant, page.locale, 'ConsoleStart')

/** Whether the address asks for a proof. */
export const asksProof = (search: URLSearchParams) => search.get(signOnIntent) === prove

/** The press of the provider's button, for a sign-in or a proof. */
export const leadOn = (page: PageContext, search: URLSearchParams) =>
  beginSignOn(page, () => {
    if (asksProof(search)) return callApi(page, 'beginSignOnProof', {})
    const target = search.get('redirect')
    const body = target ? { target: target.slice(0, 500) } : {}
    return callApi(page, 'beginOperatorSignOn', { body })
  })

/** Ends a sign-in or a proof with what the provider answered. */
export const signOn = (page: PageContext, search: URLSearchParams) =>
  signOnOf(page, search, async (body) => {
    if (body.state.startsWith(proofState)) {
      await callApi(page, 'endSignOnProof', { body })
      return redirect(href(page.tenant, page.locale, 'ConsoleSignIn', { bestaetigt: '1' }))
    }
    const { token, validUntil, target } = await callApi(page, 'endOperatorSignOn', { body })
    page.startSession('operator', token, validUntil)
    return redirect(afterSignIn(page, target))
  })
