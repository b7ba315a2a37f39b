import { wire } from 'virtual:wire-agency'
import { data } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { addCalls, callApi } from '../runtime/api.ts'

// Loaded by the registration page only, at tenants with agencies.

/** The inviter, or why the invitation is over. */
export type Invited =
  | {
      kind: 'open'
      agencyName: string
      employeeName: string | null
      firstName: string
      lastName: string
      email: string
      validUntil: string | null // null: a card, which does not expire
      key: string
    }
  | { kind: 'over'; reason: 'angenommen' | 'zurueckgezogen' | 'abgelaufen' | 'card' }
  | { kind: 'sent' }

const answer = (invited: Invited, status = 200) =>
  data({ problem: null, person: null, invited }, { status })

/** The invitation in the registration page's address: `t` its token, `m` a card's code. Null: none. */
export async function readInvitation(page: PageContext, request: Request) {
  addCalls(wire)
  const { searchParams } = new URL(request.url)
  if (searchParams.has('sent')) return answer({ kind: 'sent' })
  const code = searchParams.get('m')
  try {
    return code === null
      ? await readToken(page, searchParams.get('t') ?? '')
      : await readCard(page, code)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.linkExpired) throw error
    return code === null ? null : answer({ kind: 'over', reason: 'card' }, 410)
  }
}

async function readToken(page: PageContext, token: string) {
  if (token.length < 20 || token.length > 100) return null
  const found = await callApi(page, 'verifyAgencyToken', { query: { token } })
  const { status, agencyName, employeeName, validUntil, firstName, lastName, email } = found
  if (status !== 'offen') return answer({ kind: 'over', reason: status }, 410)
  return answer({
    kind: 'open',
    agencyName,
    employeeName,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    validUntil,
    key: crypto.randomUUID(),
  })
}

async function readCard(page: PageContext, code: string) {
  const found = await callApi(page, 'showCard', { params: { code: code.slice(0, 60) || '-' } })
  const nobody = { firstName: '', lastName: '', email: '', validUntil: null }
  return answer({ kind: 'open', ...found, ...nobody, key: crypto.randomUUID() })
}
