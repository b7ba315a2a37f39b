import * as contract from '../../contract/betrieb-auszahlungen.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { say } from '../../domain/say.ts'
import { initialsOf } from '../../domain/initials.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { isAboveOwn, ownLimit, ownLimitHours } from '../../domain/payout-limits.ts'
import { cannotApprove, scheduler, type ProposalState } from '../../domain/payout-proposal.ts'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { sumPayable } from '../payout/partner-store.ts'
import { findSeenFlags } from '../payout/payment-flags-store.ts'
import { differences } from '../payout/proposed-now.ts'
import {
  findProposal,
  listApprovals,
  listItems,
  sumApprovedAlone,
  type Approval,
  type Proposal,
} from '../payout/proposal-store.ts'
import { countChecks } from '../reward/payee-check-store.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { sumDue } from '../reward/due-store.ts'
import { changedReason } from '../payout/release-payout.ts'
import { whyNotTell } from '../payout/tell-bank.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listOtherApprovers, readAlone } from './pay-as.ts'
import { ownAmong } from './own-payments.ts'
import {
  listPayoutFiles,
  listPayoutRows,
  listSumsBefore,
  readPayoutRow,
  sumAside,
  type PayoutRow,
} from './payout-list-store.ts'
import { checkPayments, listPaymentRows, type PaymentRow } from './payout-payment-store.ts'
import { operatorOf } from './reward-list.ts'

const stateOf = new Map(
  Object.entries(contract.payoutStates).map(([state, name]) => [name, state as ProposalState]),
)
export const statesOf = ({ state }: { state?: string | string[] | undefined }): ProposalState[] =>
  [state ?? []].flat().flatMap((name) => stateOf.get(name as never) ?? [])

const atBankWords = { has: 'hat', executed: 'ausgefuehrt' } as const

/** What came of all that was released, though some of it may have come back; null: the bank has more to say. */
const outcomeOf = ({ state, taken_back, in_transit, paid, failed, returned }: PayoutRow) => {
  if (state !== 'released') return null
  if (taken_back) return 'zurueckgenommen' as const
  if (in_transit > 0 || paid + failed === 0) return null
  return paid + returned > 0 ? ('ausgefuehrt' as const) : ('abgewiesen' as const)
}

export function payoutView(row: PayoutRow, names: ReadonlyMap<string, string>) {
  return {
    id: row.proposal_id,
    state: contract.payoutStates[row.state],
    proposedBy:
      row.proposed_by === scheduler ? null : (names.get(row.proposed_by) ?? row.proposed_by),
    proposedAt: row.proposed_at.toString(),
    expiresAt: row.expires_at.toString(),
    payments: row.payments,
    cents: row.total_cents,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    inTransit: row.in_transit,
    paid: row.paid,
    failed: row.failed,
    returned: row.returned,
    outcome: outcomeOf(row),
    version: row.version,
  }
}

export const listPayouts = serve(contract.listPayouts, ({ tenant, body, now, transaction }) =>
  transaction(async (tx) => {
    const { page = 1, pageSize = 50, orderBy = 'VorgeschlagenAm', descending = true } = body
    const { rows, count, cents } = await listPayoutRows(tx, tenant.code, {
      states: statesOf(body.filter ?? {}),
      now,
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map((row) => row.proposed_by),
    )
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => payoutView(row, names)),
      sums: { cents },
    }
  }),
)

export const showDue = serve(contract.showDue, ({ tenant, caller, today, now, transaction }) =>
  transaction(async (tx) => {
    const rewards = await sumDue(tx, tenant.code, today, isAllBlocked(tenant))
    const partners = await sumPayable(tx, tenant.code)
    const { rows } = await listPayoutRows(tx, tenant.code, {
      states: ['open', 'approved'],
      now,
      orderBy: 'VorgeschlagenAm',
      descending: true,
      limit: 1,
      offset: 0,
    })
    const { proposeCents, aloneCents, aloneReason, schedule } = tenant.payouts
    const [ongoing] = rows
    return {
      payments: Number(rewards.count) + Number(partners.count),
      cents: rewards.cents + partners.cents,
      ongoing: ongoing?.proposal_id ?? null,
      aside: await sumAside(tx, tenant.code, today),
      proposeCents,
      aloneCents,
      ownCents: ownLimit(tenant.payouts, operatorOf(caller).roles, 'create'),
      aloneReason,
      schedule,
    }
  }),
)

const seenBy = (row: PaymentRow, seesPeople: boolean) => ({
  id: row.item_id,
  reward: row.reward_id,
  partner: row.partner_number,
  person: seesPeople ? (row.account_id ?? row.recipient_number) : null,
  name: row.name === null || seesPeople ? row.name : initialsOf(row.name),
  ibanEnd: row.iban_end,
  country: row.country,
  cents: row.cents,
})

const sinceApproval = {
  de: 'Seit der Freigabe geändert',
  en: 'Changed since the approval',
}

const mostLargest = 10
const mostSums = 5

export const showPayout = serve(contract.showPayout, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params } = call
    const operator = operatorOf(call.caller)
    const row = await readPayoutRow(tx, tenant.code, params.id, call.now)
    const proposal = row && (await findProposal(tx, tenant.code, params.id))
    if (!row || !proposal) throw fail('not-found')
    const approvals = await listApprovals(tx, tenant.code, params.id)
    const files = await listPayoutFiles(tx, tenant.code, params.id)
    const fileIds = files.map(({ batch_id: id }) => id)
    const found = await countChecks(tx, tenant.code, fileIds)
    const names = await operatorNames(tx, tenant.code, [
      row.proposed_by,
      proposal.closed_by,
      ...approvals.map(({ approved_by: by }) => by),
      ...files.flatMap((file) => [file.cancel_by, file.told_by, file.untold_from, file.untold_by]),
    ])
    const seen = await findSeenFlags(tx, tenant.code, params.id)
    const checks = await checkPayments(tx, tenant.code, params.id, seen)
    const items = row.state === 'open' ? await listItems(tx, tenant.code, params.id) : []
    const changed = await differences(tx, deps, tenant, items)
    const { rows: largest } = await listPaymentRows(tx, tenant.code, params.id, {
      seenBy: seen?.approved_by ?? null,
      kinds: ['drin'],
      orderBy: 'WertCent',
      descending: true,
      limit: mostLargest,
      offset: 0,
    })
    const cannotTell = await whyNotTell(tx, tenant.code, files, operator.operatorId)
    const alone = await readAlone(tx, deps, tenant, operator.operatorId)
    const aloneReason = alone.reason
    const others = await listOtherApprovers(tx, deps, tenant.code, [
      operator.operatorId,
      proposal.proposed_by,
      ...approvals.map(({ approved_by: by }) => by),
    ])
    return {
      ...payoutView(row, names),
      hash: proposal.content_hash,
      closedAt: proposal.closed_at?.toString() ?? null,
      closedBy: proposal.closed_by && (names.get(proposal.closed_by) ?? null),
      closeReason: proposal.close_reason,
      approvedBy: approvals.map((one) => ({
        name: names.get(one.approved_by) ?? one.approved_by,
        at: one.approved_at.toString(),
        aloneReason: one.alone_reason,
      })),
      cannotApprove: await whyNot(tx, deps, tenant, { proposal, approvals, aloneReason, operator }),
      ownLimit: await limitBelow(tx, deps, tenant, proposal.total_cents, operator),
      others,
      isOwnProposal: proposal.proposed_by === operator.operatorId,
      aloneReason,
      aloneFrom: alone.from?.toString() ?? null,
      account: {
        name: tenant.payoutAccount.name,
        ibanEnd: tenant.payoutAccount.iban.replaceAll(' ', '').slice(-4),
      },
      leftOwn: proposal.left_own,
      leftFresh: proposal.left_fresh,
      sentBack: proposal.sent_back,
      isFull: proposal.is_full,
      takenOut: checks.taken_out,
      filesPlanned: proposal.files_planned,
      filesUntil:
        row.state === 'released' ? await openUntil(tx, deps, tenant, params.id, operator) : null,
      checks: {
        lastCents: await listSumsBefore(tx, tenant.code, proposal.proposed_at, mostSums),
        newAccounts: checks.new_accounts,
        freshAccounts: checks.fresh_accounts,
        sharedAccounts: checks.shared_accounts,
        foreignAccounts: checks.foreign_accounts,
        firstPayments: checks.first_payments,
        seenAt: seen?.approved_at.toString() ?? null,
        changed: changed.size,
        largest: largest.map((one) => seenBy(one, operator.seesPeople)),
      },
      files: files.map((file) => ({
        id: file.batch_id,
        part: file.part,
        payments: file.transfers,
        cents: file.total_cents,
        executionOn: file.execution_on,
        hash: file.file_hash,
        cancelBy: file.cancel_by && (names.get(file.cancel_by) ?? file.cancel_by),
        isOwnCancel: file.cancel_by === operator.operatorId,
        atBank: file.at_bank && atBankWords[file.at_bank],
        isCancelled: file.cancelled_at !== null,
        payees: payeesOf(found.filter((one) => one.batch_id === file.batch_id)),
        toldBy: file.told_by && (names.get(file.told_by) ?? file.told_by),
        isOwnTold: file.told_by === operator.operatorId,
        cannotTell: (aloneReason === null && cannotTell.get(file.batch_id)) || null,
        untoldFrom: file.untold_from && (names.get(file.untold_from) ?? file.untold_from),
        untoldBy: file.untold_by && (names.get(file.untold_by) ?? file.untold_by),
      })),
    }
  }),
)

/** What the caller approves alone within a day, if this is above it. */
async function limitBelow(
  tx: Tx,
  { clock }: Deps,
  tenant: Tenant,
  cents: number,
  { operatorId: by, roles }: ReturnType<typeof operatorOf>,
): Promise<number | null> {
  if (!operatorAbilities(roles).can('approve', 'payouts')) return null
  const limit = ownLimit(tenant.payouts, roles, 'approve')
  if (limit === null) return null
  const since = clock.now().subtract({ hours: ownLimitHours })
  const alone = await sumApprovedAlone(tx, tenant.code, { by, since })
  return isAboveOwn(limit, cents, alone) ? limit : null
}

/** How long the caller's proof lets them fetch files; null: it is to be asked for, or they may not, as of an own case. */
async function openUntil(
  tx: Tx,
  deps: Deps,
  { code }: Tenant,
  proposalId: string,
  { roles, isScript, provedUntil, operatorId }: ReturnType<typeof operatorOf>,
): Promise<string | null> {
  if (isScript || !provedUntil || !operatorAbilities(roles).can('approve', 'payouts')) return null
  const items = await listItems(tx, code, proposalId)
  const own = await ownAmong(deps, code, operatorId)(tx, items)
  return own.size > 0 ? null : provedUntil.toString()
}

function payeesOf(found: readonly { result: PayeeResult; count: number }[]) {
  if (found.length === 0) return null
  const counts = { match: 0, close: 0, none: 0, impossible: 0 }
  for (const { result, count } of found) counts[result] = count
  return counts
}

async function whyNot(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  asked: {
    proposal: Proposal
    approvals: readonly Approval[]
    aloneReason: string | null
    operator: ReturnType<typeof operatorOf>
  },
) {
  const { proposal, approvals, aloneReason, operator } = asked
  if (!operatorAbilities(operator.roles).can('approve', 'payouts')) return 'not-authorised'
  const why = cannotApprove(
    {
      state: proposal.state,
      expiresAt: proposal.expires_at,
      proposedBy: proposal.proposed_by,
      approvedBy: approvals.map(({ approved_by: by }) => by),
    },
    { operatorId: operator.operatorId, isAlone: aloneReason !== null },
    deps.clock.now(),
  )
  if (why) return why
  const items = await listItems(tx, tenant.code, proposal.proposal_id)
  const own = await ownAmong(deps, tenant.code, operator.operatorId)(tx, items)
  return own.size > 0 ? 'own-case' : null
}

export const listPayments = serve(contract.listPayments, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body } = call
    const { seesPeople } = operatorOf(call.caller)
    const { page = 1, pageSize = 50, orderBy = 'Folge', descending = false, filter = {} } = body
    const proposal = await findProposal(tx, tenant.code, params.id)
    if (!proposal) throw fail('not-found')
    const seen = await findSeenFlags(tx, tenant.code, params.id)
    const { rows, count, cents } = await listPaymentRows(tx, tenant.code, params.id, {
      seenBy: seen?.approved_by ?? null,
      kinds: [filter.kind ?? []].flat(),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map(({ taken_out_by: by }) => by),
    )
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => ({
        ...seenBy(row, seesPeople),
        isNew: row.is_new,
        isFresh: row.is_fresh,
        isShared: row.is_shared,
        isFirst: row.is_first,
        check: row.check_result,
        state: row.state,
        takenOutBy: row.taken_out_by && (names.get(row.taken_out_by) ?? null), // null: by itself
        takenOutReason:
          row.taken_out_reason === changedReason ? say(sinceApproval, call) : row.taken_out_reason,
      })),
      sums: { cents },
    }
  }),
)
