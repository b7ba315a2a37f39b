import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../../domain/tenant.ts'
import {
  isRecipientCookie,
  isRewardCookie,
  recipientCookieOf,
  rewardCookieOf,
  tokenCookies,
} from '../access/cookies.ts'
import type { OpenedLink } from '../../contract/page-context.ts'
import { linkSessions, startLinkSession, type LinkKind } from '../access/link-session.ts'
import { revokeByTexts } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import { tooManyRequests } from '../base/limits.ts'
import { AppError } from '../errors.ts'
import { countPress } from '../limit-reads.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { depsFor } from '../only-look.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'

/** The cookies of a page's visitor, with what its action has set. */
export type SentCookies = {
  sent: Readonly<Record<string, string>>
  set: (name: string, value: string | null) => void
}

/** What mailed links opened in this browser. */
const isOfLink = (name: string) =>
  isRewardCookie(name) || name === tokenCookies.address || isRecipientCookie(name)

/** Of a kind in one browser: cookies of more pages would make requests too long. */
const mostOpen = 10

/** Sessions of mailed links, as a page's actions begin and end them. */
export function pageLinks(
  shared: Deps,
  tenant: Tenant,
  request: FastifyRequest,
  { sent, set }: SentCookies,
) {
  const deps = depsFor(shared, request)
  const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(deps.db, tenant.code, work)

  /** Gives cookies another value; sessions that none of them holds any more end, and could not be replayed. */
  async function replace(names: readonly string[], value: string | null): Promise<void> {
    const former = names.flatMap((name) => sent[name] ?? [])
    for (const name of names) set(name, value)
    const kept = new Set(Object.values(sent))
    const over = former.filter((text) => !kept.has(text))
    if (over.length === 0) return
    const kinds = [...Object.values(linkSessions), 'address-proof'] as const
    await run((tx) => revokeByTexts(tx, tenant.code, kinds, over, deps.clock.realNow()))
  }

  return {
    async open(kind: LinkKind, text: string): Promise<OpenedLink | null> {
      const opened = await run(async (tx) => {
        const begun = await startLinkSession(tx, deps, tenant.code, kind, text)
        if (!begun) return null
        const wait = countPress(deps, tenant.code, begun.link.token_id)
        if (wait !== null) throw tooManyRequests(wait)
        if (kind === 'reward') return { ...begun, of: { reward: begun.link.subject } }
        const recipient = await findOwnRecipient(tx, tenant.code, begun.link.subject)
        return recipient && { ...begun, of: { referral: recipient.referral_number } }
      }).catch((error: unknown) => {
        if (error instanceof AppError && error.failure.name === 'too-many-requests')
          return 'busy' as const
        throw error
      })
      if (!opened) return null
      if (opened === 'busy') return { isBusy: true }
      const { link, token, of } = opened
      request.actor = { kind, id: link.subject }
      request.security = { event: 'log-in', reason: 'open-link' }
      // A device may accept several referrals, each with its recipient, and open several rewards.
      const own =
        of.reward === undefined ? recipientCookieOf(of.referral) : rewardCookieOf(of.reward)
      await replace([tokenCookies[kind], own], token)
      // Browsers send the oldest first.
      const others = Object.keys(sent).filter(
        (name) => name.startsWith(`${tokenCookies[kind]}_`) && name !== own,
      )
      const over = others.slice(0, Math.max(0, others.length + 1 - mostOpen))
      if (over.length > 0) await replace(over, null)
      return of
    },

    async end(referral?: string): Promise<void> {
      if (referral === undefined) return replace(Object.keys(sent).filter(isOfLink), null)
      const own = recipientCookieOf(referral.toUpperCase())
      const value = sent[own]
      if (value === undefined) return
      const isLast = sent[tokenCookies.recipient] === value
      await replace(isLast ? [own, tokenCookies.recipient] : [own], null)
    },
  }
}
