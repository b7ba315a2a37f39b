import { localDate } from '../../domain/dates.ts'
import { mailboxOf } from '../../domain/email.ts'
import { knownUntil, personText } from '../../domain/known-again.ts'
import { keptFor, type KeptFor } from '../../domain/recipient-end.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { closeProofs } from '../base/proof-store.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { deleteRecipients, withdrawRecipients } from '../referral/deletion-store.ts'
import { findRecipient } from '../referral/recipient-store.ts'
import { lockReferralOf } from '../referral/store.ts'
import { conflict, retryConflict } from '../db/retry-conflict.ts'
import { askForErasure, keepPerson, forgetPersonHashes } from '../referral/erasure-store.ts'
import {
  forgetTraces,
  listMerged,
  listProven,
  listToErase,
  lockForDeletion,
  readRecipientAccount,
  type RecipientAccount,
} from './recipient-account-store.ts'
import { refreshReferral } from './refresh-referral.ts'
import { isClaimedBack } from './reward-view.ts'

type Asked = { actor: Actor; now: Temporal.Instant; today: Temporal.PlainDate }

/**
 * Deletes a recipient without open matters: the row, or all but its number if an order refers to it, with a hash of the mailbox
 * while a rule counts per person. Payment records stay in payouts. Otherwise stores the request, deletes what is not needed, and
 * returns the reasons.
 */
export async function eraseRecipient(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  { code: tenant, ...rules }: Tenant,
  number: string,
  { actor, now, today }: Asked,
): Promise<KeptFor[]> {
  const before = await findRecipient(tx, tenant, number)
  if (!before) return []
  // Confirmed recipients are locked before their referral, others after it (order/store.ts).
  if (before.state !== 'confirmed') await lockReferralOf(tx, tenant, number)
  const state = await lockForDeletion(tx, tenant, number)
  if (!state) return []
  if (state !== before.state) throw conflict('Who leaves was confirmed meanwhile')
  const account = await readRecipientAccount(tx, tenant, number)
  const kept = keptOf(account)
  const note = (
    action: 'ask-erase-recipient' | 'erase-recipient',
    after: Record<string, unknown> | null,
  ) =>
    audit(tx, tenant, {
      at: now,
      actor,
      action,
      subjectKind: 'recipient',
      subjectId: number,
      change: { before: { state }, after },
    })
  if (kept.length > 0) {
    if (before.erase_asked_at) return kept
    await askForErasure(tx, tenant, number, now)
    await note('ask-erase-recipient', { state, keptFor: kept })
    return kept
  }
  await forgetTraces(tx, tenant, number)
  if (state === 'confirmed') {
    const endedAt = before.erase_asked_at ?? now
    await closeProofs(tx, keys, tenant, before.email, await listProven(tx, tenant, number), endedAt)
  }
  // Entries merged into this one keep an address for a while (referral/jobs.ts).
  const merged = await listMerged(tx, tenant, number)
  await withdrawRecipients(tx, tenant, merged)
  if (account.orders.length + merged.length > 0) await withdrawRecipients(tx, tenant, [number])
  else await deleteRecipients(tx, tenant, [number])
  const until = knownUntil(rules, pastOf(account))
  if (until && Temporal.PlainDate.compare(until, today) >= 0) {
    const hash = keys.lookup(personText(tenant, mailboxOf(before.email)))
    await keepPerson(tx, tenant, number, hash, until)
  }
  await note('erase-recipient', null)
  await refreshReferral(tx, tenant, before.referral_number, today)
  return []
}

export const keptOf = ({ orders, rewards }: RecipientAccount): KeptFor[] =>
  keptFor({
    orders: orders.map(({ state }) => state),
    rewards: rewards.map((reward) => ({
      state: reward.state,
      claimedBack: isClaimedBack(reward),
      codeWaits: reward.code_waits,
    })),
  })

const pastOf = ({ orders, rewards }: RecipientAccount) => ({
  rewardedOn: rewards
    .filter(({ state }) => state !== 'cancelled' && state !== 'expired')
    .map((reward) => localDate(reward.created_at)),
  contractsOn: orders
    .filter(({ state }) => state === 'released')
    .map(({ contract_on }) => Temporal.PlainDate.from(contract_on)),
})

const atOnce = 200

/** Deletes recipients who asked and have nothing open, each in its own transaction. Idempotent. */
export async function eraseAsked(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  tenant: Tenant,
): Promise<void> {
  for (let after = ''; ;) {
    const numbers = await withTenant(deps.db, tenant.code, (tx) =>
      listToErase(tx, tenant.code, after, atOnce),
    )
    const [now, today] = [deps.clock.now(), deps.clock.today()]
    await runEveryStep(
      numbers.map(
        (number) => () =>
          retryConflict(() =>
            withTenant(deps.db, tenant.code, (tx) =>
              eraseRecipient(tx, deps, tenant, number, { actor: system, now, today }),
            ),
          ),
      ),
    )
    if (numbers.length < atOnce) return
    after = numbers.at(-1) ?? ''
  }
}

/** Deletes the hashes of forgotten recipients once no rule needs them. Idempotent. */
export const forgetPersons = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string): Promise<void> =>
  withTenant(deps.db, tenant, (tx) => forgetPersonHashes(tx, tenant, deps.clock.today()))
