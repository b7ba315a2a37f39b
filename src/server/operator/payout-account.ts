import * as contract from '../../contract/betrieb-zahlkonto.ts'
import { groupIban, maskIban } from '../../domain/iban.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import {
  accountNoticeHours,
  accountUseFrom,
  cannotApproveAccount,
  isAccountUsed,
  readPayoutAccount,
  type AccountProblem,
  type PayoutAccount,
} from '../../domain/payout-account.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit, system } from '../base/audit-store.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import {
  endExpiredChanges,
  insertAccountChange,
  listAccountChanges,
  lockAccountChange,
  markAccountApproved,
  markAccountStopped,
  type AccountChange,
} from '../payout/account-change-store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { findTenantRow, lockTenantRow } from '../tenant/store.ts'
import { maskAccount, tellAccountChange } from './tell-account-change.ts'

const mostShown = 20

const masked = ({ name, iban, bic }: PayoutAccount) => ({ name, iban: maskIban(iban), bic })
const whole = ({ name, iban, bic }: PayoutAccount) => ({ name, iban: groupIban(iban), bic })

export const showPayoutAccount = serve(contract.showPayoutAccount, async (call) => {
  const { deps, tenant, caller, now } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const mayApprove = operatorAbilities(caller.roles).can('approve', 'payout-account')
  const row = await findTenantRow(deps.db, tenant.code)
  if (!row) throw fail('not-found')
  return call.transaction(async (tx) => {
    const changes = await listAccountChanges(tx, tenant.code, { now, limit: mostShown })
    const ids = changes.flatMap((one) => [one.proposed_by, one.approved_by, one.stopped_by])
    const names = await operatorNames(tx, tenant.code, ids)
    const nameOf = (id: string | null) => id && (names.get(id) ?? id)
    return {
      account: masked(row.config.payoutAccount),
      isDraft: row.published_at === null,
      noticeDays: accountNoticeHours / 24,
      changes: changes.map((one) => {
        const isOngoing = one.state === 'open' || one.state === 'approved'
        const why = cannotApproveAccount(
          { state: one.state, proposedBy: one.proposed_by },
          caller.operatorId,
        )
        return {
          id: one.change_id,
          state: contract.accountStates[one.state],
          before: masked(one.old_account),
          // Whoever approves compares it with the bank's letter.
          after: isOngoing && mayApprove ? whole(one.account) : masked(one.account),
          reason: one.reason,
          proposedBy: nameOf(one.proposed_by),
          proposedAt: one.proposed_at.toString(),
          approvedBy: nameOf(one.approved_by),
          approvedAt: one.approved_at?.toString() ?? null,
          useFrom: one.use_from?.toString() ?? null,
          usedAt: one.used_at?.toString() ?? null,
          stoppedBy: nameOf(one.stopped_by),
          stoppedAt: one.stopped_at?.toString() ?? null,
          stopReason: one.stop_reason,
          cannotApprove: why ?? (mayApprove ? null : ('not-authorised' as const)),
          version: one.version,
        }
      }),
    }
  })
})

const fields = { name: 'Inhaber', iban: 'IBAN', bic: 'BIC' } as const
const problemTexts: Record<AccountProblem['problem'], Said> = {
  missing: { de: 'Das fehlt.', en: 'This is missing.' },
  long: { de: 'Banken nehmen 70 Zeichen an.', en: 'Banks take 70 characters.' },
  letters: {
    de: 'Banken nehmen Namen nur in lateinischen Buchstaben an.',
    en: 'Banks take names in Latin letters only.',
  },
  invalid: { de: 'Das ist nicht gültig.', en: 'This is not valid.' },
  'other-country': {
    de: 'Diese Bank ist in einem anderen Land als das Konto.',
    en: 'This bank is in another country than the account.',
  },
  same: {
    de: 'Von diesem Konto kommen die Auszahlungen schon.',
    en: 'Payouts leave from this account already.',
  },
}
const draft: Said = {
  de: 'Ein Entwurf zahlt noch nicht: Sein Konto steht in den Einstellungen.',
  en: 'A draft pays nothing yet: its account is in the settings.',
}

export const proposePayoutAccount = serve(contract.proposePayoutAccount, async (call) => {
  const { deps, tenant, body, now } = call
  personOf(call)
  const { code } = tenant
  const { reason } = body
  const actor = { ...actorOf(call.caller), reason }
  await call.transaction(async (tx) => {
    const row = await lockTenantRow(tx, code)
    if (!row) throw fail('not-found')
    if (row.published_at === null)
      throw fail('validation', { fields: [{ field: 'IBAN', message: say(draft, call) }] })
    const before = row.config.payoutAccount
    const read = readPayoutAccount(body, before)
    if ('problems' in read)
      throw fail('validation', {
        fields: read.problems.map(({ field, problem }) => ({
          field: fields[field],
          message: say(problemTexts[problem], call),
        })),
      })
    const { account } = read
    const id = uuidv7()
    const given = { id, before, account, by: actor.id, at: now, reason }
    for (const expired of await endExpiredChanges(tx, code, now))
      await audit(tx, code, {
        at: now,
        actor: system,
        action: 'payout-account-expired',
        subjectKind: 'payout-account',
        subjectId: expired,
        change: { before: { state: 'open' }, after: { state: 'expired' } },
      })
    if (!(await insertAccountChange(tx, code, given))) throw fail('changed-meanwhile')
    await audit(tx, code, {
      at: now,
      actor,
      action: 'payout-account-proposed',
      subjectKind: 'payout-account',
      subjectId: id,
      change: {
        before: { account: maskAccount(before) },
        after: { account: maskAccount(account), state: 'open' },
      },
    })
    const told = { change_id: id, old_account: before, account, use_from: null }
    await tellAccountChange(tx, deps, code, told, { step: 'proposed', by: actor.id, reason })
  })
  return undefined
})

/** As it was seen, and not over yet. */
async function lockSeenChange(
  tx: Tx,
  tenant: string,
  { id, version, now }: { id: string; version: number; now: Temporal.Instant },
): Promise<AccountChange> {
  const change = isUuid(id) ? await lockAccountChange(tx, tenant, id, now) : undefined
  if (!change) throw fail('not-found')
  const isUsed =
    change.state === 'used' || (change.use_from !== null && isAccountUsed(change.use_from, now))
  const isOver = isUsed || change.state === 'stopped' || change.state === 'expired'
  if (isOver || change.version !== version) throw fail('changed-meanwhile')
  return change
}

export const approvePayoutAccount = serve(contract.approvePayoutAccount, async (call) => {
  const { deps, tenant, params, body, now } = call
  personOf(call)
  const { code } = tenant
  const actor = actorOf(call.caller)
  const useFrom = accountUseFrom(now)
  await call.transaction(async (tx) => {
    const change = await lockSeenChange(tx, code, { id: params.id, version: body.version, now })
    const why = cannotApproveAccount(
      { state: change.state, proposedBy: change.proposed_by },
      actor.id,
    )
    if (why) throw fail(why === 'own-proposal' ? 'second-person' : 'changed-meanwhile')
    await markAccountApproved(tx, code, change.change_id, { by: actor.id, at: now, useFrom })
    await audit(tx, code, {
      at: now,
      actor,
      action: 'payout-account-approved',
      subjectKind: 'payout-account',
      subjectId: change.change_id,
      details: { proposedBy: change.proposed_by, account: maskAccount(change.account) },
      change: {
        before: { state: 'open' },
        after: { state: 'approved', from: useFrom.toString() },
      },
    })
    const told = { ...change, use_from: useFrom }
    await tellAccountChange(tx, deps, code, told, { step: 'approved', by: actor.id, reason: null })
  })
  return { useFrom: useFrom.toString() }
})

export const stopPayoutAccount = serve(contract.stopPayoutAccount, async (call) => {
  const { deps, tenant, params, body, now } = call
  personOf(call)
  const { code } = tenant
  const { reason } = body
  const actor = { ...actorOf(call.caller), reason }
  await call.transaction(async (tx) => {
    const change = await lockSeenChange(tx, code, { id: params.id, version: body.version, now })
    await markAccountStopped(tx, code, change.change_id, { by: actor.id, at: now, reason })
    await audit(tx, code, {
      at: now,
      actor,
      action: 'payout-account-stopped',
      subjectKind: 'payout-account',
      subjectId: change.change_id,
      details: { proposedBy: change.proposed_by, account: maskAccount(change.account) },
      change: { before: { state: change.state }, after: { state: 'stopped' } },
    })
    await tellAccountChange(tx, deps, code, change, { step: 'stopped', by: actor.id, reason })
  })
  return undefined
})
