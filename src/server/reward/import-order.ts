import { feedOrder, type importOrders } from '../../contract/auftraege.ts'
import { readPart } from '../../contract/read-input.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { errorCatalogue, type ErrorName } from '../../domain/errors.ts'
import { say, type Listener } from '../../domain/say.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { failureOf, isDatabaseAway } from '../answer-error.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import { describeRefusal, describeWrongLine } from '../order/describe-order-line.ts'
import { matchClaims } from '../order/end-claim.ts'
import { recordOrder, type FeedOrder } from '../order/record-order.ts'
import type { UnmatchedOrder } from '../order/unmatched-store.ts'
import { recordPartnerOrder } from '../order/record-partner-order.ts'
import { lockOrder } from '../order/store.ts'
import { askToClaim } from '../referral/ask-to-claim.ts'
import { mailStep } from '../referral/mail-step.ts'
import { isCappedByYear } from '../referral/used-cap.ts'
import { mailIfCapped } from './capped-reward.ts'
import { readOrderFacts } from './release-store.ts'
import { cancelOrder } from './cancel-order.ts'
import { doubtCancellation } from './doubt-cancellation.ts'
import { refreshReferral } from './refresh-referral.ts'
import { retryConflict } from '../db/retry-conflict.ts'

/** Result of a line; `number` is our order number, `fields` are wire names. */
export type ImportedOrder =
  | { kind: 'new'; number: string; kept?: UnmatchedOrder } // what was known of it while it fitted nobody
  | { kind: 'unchanged' | 'stays-cancelled'; number: string }
  | { kind: 'cancelled'; number: string; lostCents: number } // of what was released
  | { kind: 'lost-cancelled' }
  | { kind: 'failed'; error: ErrorName; fields: string[]; isKept?: boolean; uncancelled?: string }

/**
 * Source of an order: the provider's call, a file, the demo's shop; or a contract of the feed that fitted nobody, by a claim or by an
 * operator.
 */
export type OrderSource = 'feed' | 'file' | 'shop' | 'claim' | 'hand'

/**
 * Imports an order line and its consequences: confirms the recipient's data, cancels rewards, updates the referral, asks an
 * unclaimed referral's maker to claim it, answers those who said that it is missing. Idempotent by the provider's order number. Run
 * through retryConflict(). @param claimId by which it comes: its answer is the caller's
 */
export async function importOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys' | 'publicOrigin'>,
  tenant: Tenant,
  line: FeedOrder,
  source: OrderSource,
  actor: Actor,
  claimId: string | null = null,
): Promise<ImportedOrder> {
  const ofPartner = await recordPartnerOrder(tx, tenant, line, {
    source,
    actor,
    now: deps.clock.now(),
  })
  if (ofPartner) return ofPartner
  const recorded = await recordOrder(tx, tenant, line, {
    source,
    actor,
    now: deps.clock.now(),
    keys: deps.keys,
  })
  switch (recorded.kind) {
    case 'failed':
      if (recorded.uncancelled) {
        const at = deps.clock.now()
        await doubtCancellation(tx, tenant, recorded.uncancelled, { source, actor, at })
      }
      return recorded
    case 'lost-cancelled':
      return recorded
    case 'unchanged':
      return {
        kind: recorded.staysCancelled ? 'stays-cancelled' : 'unchanged',
        number: recorded.number,
      }
    case 'to-cancel': {
      const answer = await cancelOrder(tx, deps, tenant, recorded.number, actor)
      const { number } = recorded
      return answer.kind === 'cancelled'
        ? { kind: 'cancelled', number, lostCents: answer.lostCents }
        : { kind: 'unchanged', number }
    }
    case 'new':
    case 'new-cancelled':
      if (recorded.kind === 'new') {
        const { number, referralNumber: referral } = recorded
        await askToClaim(tx, deps, tenant, referral)
        if (isCappedByYear(tenant))
          await mailIfCapped(tx, deps, tenant, await readOrderFacts(tx, tenant.code, number))
        await mailStep(tx, deps, tenant, {
          template: 'contractConcluded',
          referral,
          of: number,
        })
        const order = await lockOrder(tx, tenant.code, number)
        if (order) await matchClaims(tx, { deps, tenant, actor }, order, claimId)
      }
      await refreshReferral(tx, tenant.code, recorded.referralNumber, deps.clock.today())
      return recorded.kind === 'new'
        ? {
            kind: 'new',
            number: recorded.number,
            ...(recorded.kept ? { kept: recorded.kept } : {}),
          }
        : { kind: 'cancelled', number: recorded.number, lostCents: 0 }
  }
}

/** Throws what may not be imported. */
export type LineCheck = (tx: Tx, imported: ImportedOrder, line: FeedOrder) => Promise<void>

export type LineResult = AnswerOf<typeof importOrders>['results'][number]

/**
 * Checks and imports one line in its own transaction: a wrong line stops no other, and an acknowledged one stays. Throws only if
 * the database is down.
 */
export async function importLine(
  deps: Deps,
  tenant: Tenant,
  line: Record<string, unknown>,
  context: {
    source: OrderSource
    actor: Actor
    locale: Locale
    isTrial?: boolean // nothing of it stays
    check?: LineCheck
  },
): Promise<LineResult> {
  const given = line.ExterneAuftragsnummer
  const externalNumber = typeof given === 'string' ? given.trim().slice(0, 80) : null
  const listener = { locale: context.locale, tenant }
  const checked = feedOrder.safeDecode(readPart(feedOrder, line) as never)
  if (!checked.success) {
    const why = describeWrongLine(checked.error, line, context.locale)
    return { externalNumber, ...refusal('validation', why) }
  }
  try {
    const imported = await retryConflict(() =>
      inTransaction(deps, tenant.code, context.isTrial === true, async (tx) => {
        const { source, actor } = context
        const imported = await importOrder(tx, deps, tenant, checked.data, source, actor)
        await context.check?.(tx, imported, checked.data)
        return imported
      }),
    )
    return { externalNumber, ...resultOf(imported, listener) }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof AppError) {
      const { name, said } = error.failure
      return { externalNumber, ...refusal(name, say(said ?? errorCatalogue[name], listener)) }
    }
    // Message only: a database error's details may quote a row.
    const message = error instanceof Error ? error.message : String(error)
    deps.log.error({ err: { message }, tenant: tenant.code }, 'An order line failed')
    const { name } = failureOf(error)
    return {
      externalNumber,
      ...refusal(name, say(errorCatalogue[name], listener)),
    }
  }
}

class Tried<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('A trial ends without a trace')
    this.value = value
  }
}

/** A trial is rolled back: what it would do is found by doing it. */
async function inTransaction<T>(
  { db }: Pick<Deps, 'db'>,
  tenant: string,
  isTrial: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!isTrial) return withTenant(db, tenant, work)
  try {
    return await withTenant(db, tenant, async (tx): Promise<T> => {
      throw new Tried(await work(tx))
    })
  } catch (error) {
    if (error instanceof Tried) return error.value as T
    throw error
  }
}

export function resultOf(
  imported: ImportedOrder,
  listener: Listener,
): Omit<LineResult, 'externalNumber'> {
  switch (imported.kind) {
    case 'new':
      return { result: 'neu' }
    case 'cancelled':
    case 'lost-cancelled':
      return { result: 'storniert' }
    case 'unchanged':
      return { result: 'unveraendert' }
    case 'stays-cancelled':
      return {
        result: 'unveraendert',
        message: staysCancelled[listener.locale],
      }
    case 'failed':
      return {
        ...refusal(
          imported.error,
          [
            describeRefusal(imported.error, imported.fields, listener),
            ...(imported.uncancelled ? [notCancelled[listener.locale]] : []),
          ].join(' '),
        ),
        ...(imported.isKept ? { isKept: true } : {}),
      }
  }
}

const staysCancelled = {
  de: 'Dieser Auftrag wurde storniert und bleibt es. Ein neuer Vertrag braucht eine neue Auftragsnummer.',
  en: 'This order was cancelled and stays so. A new contract needs a new order number.',
}

const notCancelled = {
  de: 'Storniert wurde nichts; was der Auftrag einbringt, wartet auf eine Prüfung.',
  en: 'Nothing was cancelled; what the order earns waits for a review.',
}

const refusal = (error: ErrorName, message: string): Omit<LineResult, 'externalNumber'> => ({
  result: 'fehler',
  errorCode: errorCatalogue[error].code,
  message,
})
