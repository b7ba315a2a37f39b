import type { FastifyRequest } from 'fastify'
import { makeVisitorLimit } from './base/visitor-limit.ts'
import { quarterHour, tooManyRequests } from './base/limits.ts'
import { actorOf, type Caller, type Deps } from './context.ts'
import { AppError } from './errors.ts'
import { siteOf, visitorOf } from './visitor.ts'

type Read = 'directory' | 'statistics' | 'file' | 'number' | 'code' | 'own'

/**
 * Reads that are dear, or by which strangers would collect (all others are as cheap as a page), and `own`: what leaves rows behind each
 * time, as people do it to their own. Deleting and withdrawing is never limited.
 */
const reads: Partial<Record<string, Read>> = {
  searchAgents: 'directory',
  listAgents: 'directory',
  showAgent: 'directory',
  showStatistics: 'statistics',
  exportStatistics: 'file',
  showReportFile: 'file',
  showInvitationFile: 'file',
  showInvoiceList: 'file',
  showPartnerOrdersFile: 'file',
  showCommissionsFile: 'file',
  showEarningsFile: 'file',
  showEarningsPdf: 'file',
  showContactEarningsFile: 'file',
  showContactEarningsPdf: 'file',
  showReferral: 'number',
  showOwnReferral: 'number',
  showAnyReferral: 'number',
  showProductLink: 'number',
  countVisit: 'number',
  clickReferral: 'number',
  showRecipient: 'number',
  showCard: 'number',
  openOwnReward: 'own',
  openRecipientReward: 'own',
  saveBankData: 'own',
  correctRecipientData: 'own',
  consentRecipient: 'own',
}

/**
 * In a quarter of an hour: by one address, or by one person who is logged in. Far above what a person reads, and enough for an office
 * behind one address. Of numbers and codes only unknown ones count. Codes are limited by the database (referral/guess-code.ts): who is
 * stopped here is sent there.
 */
export const most: Record<Read, number> = {
  directory: 600,
  statistics: 600,
  file: 120,
  number: 60,
  code: 10,
  own: 60,
}
export const siteTimes = 10

const stranger: Caller = { kind: 'anyone' }

type Limits = Record<Read, ReturnType<typeof makeVisitorLimit>>
type LimitDeps = Pick<Deps, 'keys' | 'clock'>
type Sent = Pick<FastifyRequest, 'address'>

// In memory: a row for each read would cost more than the read.
const limits = new WeakMap<object, { one: Limits; site: Limits }>()

/** Made at the first read, or before it, so that what others counted is not missed. */
export function limitsOf({ keys, clock }: LimitDeps): { one: Limits; site: Limits } {
  const make = (of: string, times: number) =>
    Object.fromEntries(
      Object.entries(most).map(([read, many]) => [
        read,
        makeVisitorLimit(
          { name: `${of}-${read}`, most: many * times, windowMs: quarterHour * 1000 },
          () => clock.realNow().epochMilliseconds,
        ),
      ]),
    ) as Limits
  const found = limits.get(keys) ?? { one: make('one', 1), site: make('site', siteTimes) }
  limits.set(keys, found)
  return found
}

/** Throws for a caller who has read too much; counts a read. */
export function limitRead(
  deps: LimitDeps,
  tenant: string,
  name: string,
  caller: Caller,
  request: FastifyRequest,
): void {
  const read = reads[name]
  if (!read) return
  const { one, site } = limitsOf(deps)
  // Unknown numbers belong to a device, whoever is logged in on it.
  const by = readersOf(deps, tenant, read === 'number' ? stranger : caller, request)
  const may =
    read === 'number'
      ? !one[read].isReached(by.one) && !(by.site && site[read].isReached(by.site))
      : one[read].count(by.one) && (!by.site || site[read].count(by.site))
  if (!may) throw tooManyRequests(one[read].secondsLeft())
}

/** Whether anybody is stopped from that now. */
const isAnyStopped = (deps: LimitDeps, read: Read): boolean => {
  const { one, site } = limitsOf(deps)
  return one[read].isAnyReached() || site[read].isAnyReached()
}

/** Whether a stranger is, which is looked up only while anybody is. */
export function isStopped(deps: LimitDeps, tenant: string, read: Read, request: Sent): boolean {
  if (!isAnyStopped(deps, read)) return false
  const { one, site } = limitsOf(deps)
  const by = readersOf(deps, tenant, stranger, request)
  return one[read].isReached(by.one) || (by.site !== null && site[read].isReached(by.site))
}

/** Counts the press of a mailed link, which begins a session; returns the seconds to wait, or null. */
export function countPress(deps: LimitDeps, tenant: string, linkId: string): number | null {
  const { own } = limitsOf(deps).one
  return own.count(`${tenant}|link|${linkId}`) ? null : own.secondsLeft()
}

/** Counts a number, or a code, that there is not. */
export function noteUnknown(
  deps: LimitDeps,
  tenant: string,
  request: Sent,
  read: 'number' | 'code' = 'number',
): void {
  const { one, site } = limitsOf(deps)
  const by = readersOf(deps, tenant, stranger, request)
  one[read].count(by.one)
  if (by.site) site[read].count(by.site)
}

/** Stops who was stopped by more than this server knows. */
export function stopFrom(deps: LimitDeps, tenant: string, read: Read, request: Sent): void {
  const limit = limitsOf(deps).one[read]
  const { one } = readersOf(deps, tenant, stranger, request)
  while (limit.count(one));
}

/** Counts a refusal that says the number is none. */
export function noteRefused(
  deps: LimitDeps,
  tenant: string,
  name: string,
  request: FastifyRequest,
  error: unknown,
): void {
  const isUnknown = error instanceof AppError && error.failure.name === 'not-found'
  if (isUnknown && reads[name] === 'number') noteUnknown(deps, tenant, request)
}

/** A person counts wherever they are; strangers by their address and the /48 around it. */
function readersOf(deps: LimitDeps, tenant: string, caller: Caller, request: Sent) {
  if (caller.kind === 'anyone')
    return { one: visitorOf(deps, tenant, request), site: siteOf(deps, tenant, request) }
  const { kind, id } = actorOf(caller)
  return { one: `${tenant}|${kind}|${id}`, site: null }
}
