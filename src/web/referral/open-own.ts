import { data } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { linkIn } from './open-link.tsx'

/** `hasPart`: whether the recipient gets a share of the reward. */
export type Own = AnswerOf<Endpoints['showRecipientData']> & { hasPart: boolean }
export type Opened = { own: Own; missing: null } | { own: null; missing: Missing }
type Missing = 'press' | 'link' | 'over' | 'valid-link'

/** The referral in the address of a recipient's page; without it, the last one accepted on this device. */
export function referralIn(request: Request): { referral?: string } {
  const number = new URL(request.url).searchParams.get('empfehlung')
  return number && /^[0-9A-Za-z]{16}$/.test(number) ? { referral: number.toUpperCase() } : {}
}

/** Loads the recipient's own pages; a token in the address waits for the press. */
export async function openOwn(page: PageContext, request: Request) {
  const token = linkIn(request)
  if (token === '') return missing('valid-link', 410)
  if (token !== null) return missing('press', 200)
  const own = await readOwn(page, referralIn(request))
  if (own) return data<Opened>({ own, missing: null })
  return page.hasRecipientToken ? missing('over', 410) : missing('link', 200)
}

const missing = (what: Missing, status: number) =>
  data<Opened>({ own: null, missing: what }, { status })

/** Null without a valid cookie. */
export async function readOwn(
  page: PageContext,
  query: { referral?: string },
): Promise<Own | null> {
  try {
    const own = await callApi(page, 'showRecipientData', { query })
    return { ...own, hasPart: own.reward !== null || (await isPromised(page, own.referralNumber)) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  }
}

async function isPromised(page: PageContext, number: string): Promise<boolean> {
  try {
    const { recipientCents } = await callApi(page, 'showReferral', { params: { number } })
    return recipientCents > 0
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
