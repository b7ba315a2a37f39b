import { approvalsNeeded, isFresh, proposalHours } from '../../domain/payout-proposal.ts'
import { sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { conflict, retryConflict } from '../db/retry-conflict.ts'
import { checkPayingAccount } from '../gateways/bank-files/write-credit-transfer.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { lockPayable } from '../reward/due-store.ts'
import { newBatchId } from './batch-ids.ts'
import { endOver } from './end-proposal.ts'
import { listDueRewards, type DueReward } from './due-payments-store.ts'
import { nobodysAmong, type OwnAmong } from './own-payment.ts'
import {
  contentHash,
  logUnopened,
  openPayee,
  payeeHash,
  type PayeeProblem,
  type Unopened,
} from './payee.ts'
import { findPayable, type SentBack } from './pay-partners.ts'
import { insertItems, insertProposal, lockOngoing, type Item } from './proposal-store.ts'
import { reopenReward } from './reopen-reward.ts'
import { readOwnLimit } from './role-limit.ts'
import { readUltimateDebtors } from './ultimate-debtor.ts'

export type Proposed = {
  proposalId: string
  payments: number
  totalCents: number
  approvalsNeeded: 1 | 2
  /** More is due than one proposal takes. */
  full: boolean
}

/** Without proposal: `ongoing` says which one is not over yet, else nothing was due, or all was sent back or left out. */
export type ProposalRun = {
  proposal: Proposed | null
  ongoing: string | null
  sentBack: SentBack[]
  own: number // left to somebody else
  fresh: number // to accounts that were changed lately
  above: number // each alone more than may be proposed
}

export type ProposalWish = {
  limit?: number
  leastCents?: number // less is not worth a file
  withFresh?: boolean // accounts that were changed lately, too: two people approve
  ownAmong?: OwnAmong
}

const most = 50_000
const atOnce = 5_000

/**
 * Proposes to pay what is due: sales partners, then rewards, longest due first. Nothing is claimed; two people run it at once, and one
 * proposal comes. A reward with unpayable bank data goes back to its owner with a new link, or is held if erased.
 */
export async function proposePayout(
  deps: Deps,
  code: string,
  actor: Actor,
  wish: ProposalWish = {},
): Promise<ProposalRun> {
  const tenant = await deps.tenants.get(code)
  checkPayingAccount(tenant.payoutAccount)
  return retryConflict(() =>
    withTenant(deps.db, code, (tx) => proposeIn(tx, deps, tenant, actor, wish)),
  )
}

async function proposeIn(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  actor: Actor,
  { limit = most, leastCents = 0, withFresh = false, ownAmong = nobodysAmong }: ProposalWish,
): Promise<ProposalRun> {
  const now = deps.clock.now()
  const ongoing = await lockOngoing(tx, tenant.code)
  if (ongoing && !(await endOver(tx, deps, tenant, ongoing)))
    return {
      proposal: null,
      ongoing: ongoing.proposal_id,
      sentBack: [],
      own: 0,
      fresh: 0,
      above: 0,
    }
  const limitCents = await readOwnLimit(tx, deps, tenant, actor, 'create')
  const most = Math.min(tenant.payouts.proposeCents, limitCents ?? Infinity)
  const search: Search = { tx, deps, tenant, actor, now, withFresh, ownAmong, limit }
  const partners = await findPartners(search)
  const rewards = await findRewards({ ...search, limit: limit - partners.items.length })
  const all = [...partners.items, ...rewards.items]
  // One that no proposal can hold keeps nobody behind it waiting.
  const found = all.filter((item) => item.cents <= most)
  const above = all.length - found.length
  const sentBack = [...partners.sentBack, ...rewards.sentBack]
  const items = withinSum(found, most)
  const cents = sumCents(items.map((item) => item.cents))
  const own = partners.own + rewards.own
  const fresh = partners.fresh + rewards.fresh
  const none = { proposal: null, ongoing: null, sentBack, own, fresh, above }
  if (items.length === 0 || cents < leastCents) return none
  const proposalId = newBatchId(deps.clock.today())
  const needed = approvalsNeeded(
    { cents, hasFreshAccounts: items.some((item) => item.is_fresh) },
    tenant.payouts,
  )
  const full = items.length < found.length || rewards.full
  const isFirst = await insertProposal(tx, tenant.code, {
    proposal_id: proposalId,
    proposed_by: actor.id,
    proposed_at: now.toString(),
    expires_at: now.add({ hours: proposalHours }).toString(),
    payments: items.length,
    total_cents: cents,
    content_hash: contentHash(tenant.payoutAccount, items),
    approvals_needed: needed,
    left_own: own,
    left_fresh: fresh,
    sent_back: sentBack.length,
    is_full: full,
  })
  // Somebody else was first; nothing of this one stays.
  if (!isFirst) throw conflict('Another payout is proposed')
  await insertItems(tx, tenant.code, proposalId, items)
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'payout-proposed',
    subjectKind: 'payout-proposal',
    subjectId: proposalId,
    details: {
      own,
      fresh,
      sentBack: sentBack.length,
      ...(above > 0 || limitCents !== null ? { above } : {}),
      ...(limitCents === null ? {} : { ownLimitCents: limitCents }),
    },
    change: { before: null, after: { payments: items.length, totalCents: cents, state: 'open' } },
  })
  const proposal = {
    proposalId,
    payments: items.length,
    totalCents: cents,
    approvalsNeeded: needed,
    full,
  }
  return { ...none, proposal }
}

type Search = {
  tx: Tx
  deps: Deps
  tenant: Tenant
  actor: Actor
  now: Temporal.Instant
  withFresh: boolean
  ownAmong: OwnAmong
  limit: number
}
type Found = { items: Item[]; sentBack: SentBack[]; own: number; fresh: number; full: boolean }

/** The first payments whose sum is within the limit. */
function withinSum(items: readonly Item[], mostCents: number): Item[] {
  const taken: Item[] = []
  let sum = 0
  for (const item of items) {
    if (sum + item.cents > mostCents) break
    sum += item.cents
    taken.push(item)
  }
  return taken
}

async function findPartners(search: Search): Promise<Found> {
  const { tx, deps, tenant, now, withFresh, ownAmong } = search
  const { payable, sentBack } = await findPayable(tx, deps, tenant, search)
  const own = await ownAmong(
    tx,
    payable.map(({ partner }) => ({ reward_id: null, partner_id: partner.partner_id })),
  )
  const ownIds = new Set([...own].map(({ partner_id: id }) => id))
  const found: Found = { items: [], sentBack, own: 0, fresh: 0, full: false }
  for (const { partner, cents, payee } of payable) {
    const isNew = isFresh(partner.account_changed_at, now)
    if (ownIds.has(partner.partner_id)) found.own += 1
    else if (isNew && !withFresh) found.fresh += 1
    else
      found.items.push({
        item_id: partner.partner_id,
        reward_id: null,
        partner_id: partner.partner_id,
        cents,
        payee_hash: payeeHash(deps.keys, payee),
        iban_hash: deps.keys.lookup(payee.iban),
        iban_mask: partner.iban_mask,
        iban_end: payee.iban.slice(-4),
        is_fresh: isNew,
        ultimate_debtor: null,
      })
  }
  return found
}

async function findRewards(search: Search): Promise<Found> {
  const { tx, deps, tenant, ownAmong, limit } = search
  const allBlocked = isAllBlocked(tenant)
  const found: Found = { items: [], sentBack: [], own: 0, fresh: 0, full: false }
  let after: DueReward | null = null
  while (found.items.length < limit) {
    const rows: DueReward[] = await listDueRewards(tx, tenant.code, {
      today: deps.clock.today(),
      limit: Math.min(atOnce, limit - found.items.length),
      allBlocked,
      after,
    })
    const last = rows.at(-1)
    if (!last) return found
    after = last
    const own = await ownAmong(
      tx,
      rows.map((row) => ({ ...row, partner_id: null })),
    )
    const ownIds = new Set([...own].map(({ reward_id: id }) => id))
    found.own += ownIds.size
    const debtors = await readUltimateDebtors(
      tx,
      tenant,
      rows.map(({ reward_id: id }) => id),
    )
    const bad = new Map<string, Problem>()
    for (const row of rows) {
      if (ownIds.has(row.reward_id)) continue
      const item = itemOf(search, row, debtors.get(row.reward_id) ?? null)
      if (typeof item === 'string') bad.set(row.reward_id, item)
      else if (item.is_fresh && !search.withFresh) found.fresh += 1
      else found.items.push(item)
    }
    logUnopened(deps, tenant.code, bad)
    if (bad.size > 0) found.sentBack.push(...(await sendBack(search, bad, allBlocked)))
  }
  found.full = true
  return found
}

type Problem = PayeeProblem | Unopened | 'iban-missing'

function itemOf(
  { deps: { keys }, tenant, now }: Search,
  row: DueReward,
  ultimateDebtor: string | null,
): Item | Problem {
  if (row.holder === null || row.iban_encrypted === null || row.iban_mask === null)
    return 'iban-missing'
  const { holder, iban_encrypted, bic } = row
  const payee = openPayee(
    keys,
    { holder, iban_encrypted, bic },
    rewardPlace(tenant.code, row.reward_id),
  )
  if (typeof payee === 'string') return payee
  return {
    item_id: row.reward_id,
    reward_id: row.reward_id,
    partner_id: null,
    cents: row.cents,
    payee_hash: payeeHash(keys, payee),
    iban_hash: keys.lookup(payee.iban),
    iban_mask: row.iban_mask,
    iban_end: payee.iban.slice(-4),
    is_fresh: isFresh(row.changed_at, now),
    ultimate_debtor: ultimateDebtor,
  }
}

/** Back to their owners; whatever somebody holds at this moment, or needs a key that is missing, waits for the next run. */
async function sendBack(
  { tx, deps, tenant, actor }: Search,
  bad: ReadonlyMap<string, Problem>,
  allBlocked: boolean,
): Promise<SentBack[]> {
  const sentBack: SentBack[] = []
  const ids = [...bad].flatMap(([id, problem]) => (problem === 'key-missing' ? [] : id))
  for (const reward of await lockPayable(tx, tenant.code, ids, allBlocked)) {
    const found = bad.get(reward.reward_id)!
    const problem = found === 'iban-unopened' ? 'iban-missing' : found
    const follows = await reopenReward(tx, deps, tenant, {
      reward,
      from: 'collected',
      event: null,
      eventKey: `reward:${reward.reward_id}:${reward.provisions}:not-sent`,
      reasonCode: problem,
      actor,
    })
    sentBack.push({ id: reward.reward_id, problem, follows })
  }
  return sentBack
}
