import { createHash } from 'node:crypto'
import { payableBic } from '../../domain/bic.ts'
import { checkIban } from '../../domain/iban.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import { executionDay, sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Keys } from '../base/keys.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { writeCreditTransfer } from '../gateways/bank-files/write-credit-transfer.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { post } from '../reward/ledger-store.ts'
import { type Claimed, claimDue, giveBackClaims } from '../reward/due-store.ts'
import { postNotes } from '../billing/note-payment-store.ts'
import { readBankData } from './bank-data-store.ts'
import { endToEndIdOf, messageIdOf, newBatchId } from './batch-ids.ts'
import { claimPartners, purposeOf, type PartnerTransfer, type SentBack } from './pay-partners.ts'
import { nobodys, type IsOwn } from './own-payment.ts'
import { batchFilePlace, payoutPlace } from './places.ts'
import { reopenReward } from './reopen-reward.ts'
import { insertBatch, insertPayouts, type NewPayout } from './store.ts'

export type CreatedBatch = {
  batchId: string
  file: string
  transfers: number
  totalCents: number
  /** The batch reached its limit, so run it again. */
  full: boolean
}

// Banks take 9,999,999 transfers per file, but we read reports of up to 10,000 (parse-bank-xml.ts).
const most = 5_000

/** Result of a run. Without batch: nothing was due, or all was sent back or `own`: left to somebody else's batch. */
export type BatchRun = { batch: CreatedBatch | null; sentBack: SentBack[]; own: number }

/** runBatch(), the batch only. */
export async function createBatch(
  ...input: Parameters<typeof runBatch>
): Promise<CreatedBatch | null> {
  return (await runBatch(...input)).batch
}

/**
 * Builds a payout batch of due payments (at most `limit`: partners, then rewards, longest due first) in one transaction.
 * Parallel runs put each reward and credit note in exactly one batch. A reward with unpayable bank data goes back to its owner
 * with a new link, or is held if erased, without stopping others (domain.md section 3, Payouts).
 */
export async function runBatch(
  deps: Deps,
  code: string,
  actor: Actor,
  { limit = most, isOwn = nobodys }: { limit?: number; isOwn?: IsOwn } = {},
): Promise<BatchRun> {
  const tenant = await deps.tenants.get(code)
  const now = deps.clock.now()
  const today = deps.clock.today()
  const allBlocked = isAllBlocked(tenant)
  return withTenant(deps.db, code, async (tx) => {
    const seed = uuidv7()
    const claim = { seed, limit, actor, isOwn }
    const {
      good: partners,
      sentBack,
      own: ownPartners,
    } = await claimPartners(tx, deps, tenant, claim)
    const room = limit - partners.length
    let [claimed, good]: [Claimed[], Good[]] = [[], []]
    const own: string[] = []
    // If nothing claimed is payable, other due ones must not wait for the next run.
    while (good.length === 0 && room > 0) {
      claimed = await claimDue(tx, code, {
        seed: uuidv7(),
        today,
        limit: room,
        allBlocked,
        except: own,
      })
      if (claimed.length === 0) break
      const others = await leaveOwn(tx, code, claimed, own, isOwn)
      const sorted = await sort(tx, deps.keys, code, others)
      good = sorted.good
      for (const { reward, problem } of sorted.bad) {
        const follows = await reopenReward(tx, deps, tenant, {
          reward,
          from: 'collected',
          event: null,
          eventKey: `payout:${reward.payout_id}:not-sent`,
          reasonCode: problem,
          actor,
        })
        sentBack.push({ id: reward.reward_id, problem, follows })
      }
    }
    const left = own.length + ownPartners
    if (good.length === 0 && partners.length === 0) return { batch: null, sentBack, own: left }

    const batchId = newBatchId(today)
    const messageId = messageIdOf(batchId)
    const executionOn = executionDay(today)
    const transfers = [
      ...partners.map((one) => partnerPayout(deps.keys, tenant, one)),
      ...good.map((one) => payoutOf(deps.keys, tenant, one)),
    ]
    const totalCents = sumCents(transfers.map(({ payout }) => payout.cents))
    const file = writeCreditTransfer({
      messageId,
      createdAt: now,
      executionDate: executionOn,
      debtor: tenant.payoutAccount,
      transfers: transfers.map(({ payout, iban, purpose }) => ({
        endToEndId: payout.endToEndId,
        cents: payout.cents,
        name: payout.holder,
        iban,
        ...(payout.bic !== null && { bic: payout.bic }),
        purpose,
      })),
    })
    await insertBatch(tx, code, {
      batchId,
      messageId,
      executionOn,
      totalCents,
      transfers: transfers.length,
      fileEncrypted: deps.keys.encrypt(file, batchFilePlace(code, batchId)),
      fileHash: createHash('sha256').update(file).digest('hex'),
      now,
      createdBy: actor.id,
    })
    await insertPayouts(
      tx,
      code,
      batchId,
      transfers.map(({ payout }) => payout),
      now,
    )
    for (const { reward } of good) {
      const { reward_id: rewardId, cents } = reward
      await post(
        tx,
        code,
        { rewardId, cents },
        'claimed-for-payout',
        `payout:${reward.payout_id}:claimed`,
        now,
      )
    }
    for (const { payoutId, notes } of partners)
      await postNotes(tx, code, notes, 'claimed-for-payout', `payout:${payoutId}:claimed`, now)
    await audit(tx, code, {
      at: now,
      actor,
      action: 'payout-batch-created',
      subjectKind: 'payout-batch',
      subjectId: batchId,
      details: { partners: partners.length, sentBack: sentBack.length, own: left },
      change: { before: null, after: { transfers: transfers.length, totalCents } },
    })
    const full = partners.length + claimed.length === limit
    const batch = { batchId, file, transfers: transfers.length, totalCents, full }
    return { batch, sentBack, own: left }
  })
}

/** Gives back what is of whoever makes the batch, and adds it to `own`. @returns the others */
async function leaveOwn(
  tx: Tx,
  tenant: string,
  claimed: readonly Claimed[],
  own: string[],
  isOwn: IsOwn,
): Promise<Claimed[]> {
  const others: Claimed[] = []
  const found: string[] = []
  for (const one of claimed)
    if (await isOwn(tx, { reward_id: one.reward_id, partner_id: null })) found.push(one.reward_id)
    else others.push(one)
  if (found.length > 0) await giveBackClaims(tx, tenant, found)
  own.push(...found)
  return others
}

type Good = { reward: Claimed; holder: string; iban: string; mask: string; bic: string | null }
type Bad = { reward: Claimed; problem: Problem }
type Problem = 'iban-missing' | 'iban-invalid' | 'bic-missing' | 'holder-letters'

/** Separates unpayable ones before writing the file: a bank refuses all of it for one bad line. */
async function sort(
  tx: Tx,
  keys: Keys,
  tenant: string,
  claimed: Claimed[],
): Promise<{ good: Good[]; bad: Bad[] }> {
  const rows = await readBankData(
    tx,
    tenant,
    claimed.map((reward) => reward.reward_id),
  )
  const data = new Map(rows.map((row) => [row.reward_id, row]))
  const good: Good[] = []
  const bad: Bad[] = []
  for (const reward of claimed) {
    const given = data.get(reward.reward_id)
    if (!given) {
      bad.push({ reward, problem: 'iban-missing' })
      continue
    }
    const check = checkIban(
      keys.decrypt(given.iban_encrypted, rewardPlace(tenant, reward.reward_id)),
      { germanOnly: false },
    )
    if (check.kind !== 'ok') bad.push({ reward, problem: 'iban-invalid' })
    else if (!isLatinName(given.holder)) bad.push({ reward, problem: 'holder-letters' })
    else {
      const bic = payableBic(check.iban, given.bic)
      if (bic === undefined) bad.push({ reward, problem: 'bic-missing' })
      else good.push({ reward, holder: given.holder, iban: check.iban, mask: given.iban_mask, bic })
    }
  }
  return { good, bad }
}

type Transfer = { payout: NewPayout; iban: string; purpose: string }

/** A copy of the bank data: later changes affect later payouts only. */
function payoutOf(
  keys: Keys,
  tenant: Pick<Tenant, 'code' | 'name' | 'rewardWord'>,
  { reward, holder, iban, mask, bic }: Good,
): Transfer {
  const endToEndId = endToEndIdOf(reward.payout_id)
  return {
    payout: {
      payoutId: reward.payout_id,
      rewardId: reward.reward_id,
      partnerId: null,
      endToEndId,
      cents: reward.cents,
      holder,
      ibanEncrypted: keys.encrypt(iban, payoutPlace(tenant.code, reward.payout_id)),
      ibanMask: mask,
      bic,
    },
    iban,
    purpose: `${tenant.name} ${tenant.rewardWord}, Ref. ${endToEndId.slice(0, 8)}`,
  }
}

function partnerPayout(
  keys: Keys,
  tenant: Pick<Tenant, 'code' | 'name'>,
  { partner, payoutId, notes, cents, iban, bic }: PartnerTransfer,
): Transfer {
  return {
    payout: {
      payoutId,
      rewardId: null,
      partnerId: partner.partner_id,
      endToEndId: endToEndIdOf(payoutId),
      cents,
      holder: partner.holder,
      ibanEncrypted: keys.encrypt(iban, payoutPlace(tenant.code, payoutId)),
      ibanMask: partner.iban_mask,
      bic,
    },
    iban,
    purpose: purposeOf(tenant, notes),
  }
}
