import { feedOrder, type importOrders } from '../../contract/auftraege.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { readPart } from '../../contract/read-input.ts'
import { errorCatalogue, type ErrorName } from '../../domain/errors.ts'
import { say, type Listener } from '../../domain/say.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { failureOf } from '../answer-error.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { inStep, withoutTrace } from '../db/in-step.ts'
import { causeOf, together } from '../db/together.ts'
import { AppError } from '../errors.ts'
import { describeRefusal, describeWrongLine } from '../order/describe-order-line.ts'
import { planRounds, type Planned } from '../order/plan-rounds.ts'
import type { FeedOrder } from '../order/record-order.ts'
import { lockReported } from '../order/store.ts'
import { lockAllConfirmed } from '../referral/recipient-store.ts'
import { perSet, runInSets } from '../run-in-sets.ts'
import { importOrder, type ImportedOrder, type OrderSource } from './import-order.ts'
import { lockReferrals } from './referral-state-store.ts'

/** What lines earn at most, and take back. */
export type Sums = { cents: number; lostCents: number }
const none: Sums = { cents: 0, lostCents: 0 }

/** Each of these throws what may not be imported. */
export type LineCheck = {
  of: (tx: Tx, imported: ImportedOrder, line: FeedOrder) => Promise<Sums>
  /** Of all lines of a transaction. */
  within?: (tx: Tx, sums: Sums) => Promise<void>
  /** They are in. */
  counted?: (sums: Sums) => void
}

export type LineResult = AnswerOf<typeof importOrders>['results'][number]
type Result = { result: LineResult; sums: Sums }

/**
 * Checks and imports lines in their order, in sets of a transaction each (run-in-sets.ts). Of a set, what is asked for a line is asked for all
 * (db/in-step.ts); lines that depend on each other come one after another. A wrong line stops no other: its set is repeated line by line.
 * Throws only if the database is down.
 */
export async function importLines(
  deps: Deps,
  tenant: Tenant,
  lines: readonly Record<string, unknown>[],
  context: {
    source: OrderSource
    actor: Actor
    locale: Locale
    isTrial?: boolean // nothing of it stays
    check?: LineCheck
    atOnce?: number
  },
): Promise<Result[]> {
  const { source, actor, locale, check, isTrial = false, atOnce = perSet } = context
  const listener = { locale, tenant }
  const results: Result[] = []
  const items: { at: number; line: FeedOrder }[] = []
  const note = (at: number, result: Omit<LineResult, 'externalNumber'>, sums = none) => {
    const given = lines[at]!.ExterneAuftragsnummer
    const externalNumber = typeof given === 'string' ? given.trim().slice(0, 80) : null
    results[at] = { result: { externalNumber, ...result }, sums }
  }
  for (const [at, line] of lines.entries()) {
    const checked = feedOrder.safeDecode(readPart(feedOrder, line) as never)
    if (checked.success) items.push({ at, line: checked.data })
    else note(at, refusal('validation', describeWrongLine(checked.error, line, locale)))
  }
  const one = async (tx: Tx, line: FeedOrder) => {
    const imported = await importOrder(tx, deps, tenant, line, source, actor)
    return { imported, sums: (await check?.of(tx, imported, line)) ?? none }
  }
  await runInSets(items, {
    sizeOf: () => atOnce,
    work: async (some) => {
      const done = await inTransaction(deps, tenant.code, isTrial, async (tx) => {
        const planned = await planRounds(
          tx,
          tenant.code,
          some.map(({ line }) => line),
        )
        const taken = some.slice(0, lengthOf(planned))
        if (taken.length > 1) await lockAll(tx, tenant.code, planned.slice(0, taken.length))
        const came: Came[] = []
        for (const round of roundsOf(planned.slice(0, taken.length))) {
          const run = () =>
            inStep(tx, round, (part, at) => one(part, taken[at]!.line), { placeOf: (at) => at })
          const all = isTrial ? await withoutTrace(tx, run) : await run()
          for (const [at, each] of all.entries()) came[round[at]!] = each
        }
        const wrong = came.flatMap((each) =>
          each.status === 'rejected' && !(isTrial && each.reason instanceof AppError)
            ? [each.reason as unknown]
            : [],
        )
        if (wrong.length > 0) throw causeOf(wrong)
        const sums = totalOf(
          came.flatMap((each) => (each.status === 'fulfilled' ? each.value.sums : [])),
        )
        await check?.within?.(tx, sums)
        return { taken, came, sums }
      })
      check?.counted?.(done.sums)
      for (const [at, each] of done.came.entries())
        if (each.status === 'rejected') note(done.taken[at]!.at, refused(each.reason))
        else note(done.taken[at]!.at, resultOf(each.value.imported, listener), each.value.sums)
      return some.slice(done.taken.length)
    },
    failed: ({ at }, error) => note(at, refused(error)),
  })
  return results

  function refused(error: unknown): Omit<LineResult, 'externalNumber'> {
    if (error instanceof AppError) {
      const { name, said } = error.failure
      return refusal(name, say(said ?? errorCatalogue[name], listener))
    }
    // Message only: a database error's details may quote a row.
    const message = error instanceof Error ? error.message : String(error)
    deps.log.error({ err: { message }, tenant: tenant.code }, 'An order line failed')
    const { name } = failureOf(error)
    return refusal(name, say(errorCatalogue[name], listener))
  }
}

/** What several rounds lock is locked before the first, as ever by kind (order/store.ts) and in the order of their keys. */
async function lockAll(tx: Tx, tenant: string, planned: readonly Planned[]): Promise<void> {
  const people = planned.flatMap((of) => of.people)
  const referrals = planned.flatMap((of) => of.referrals)
  await together([
    () => lockReported(tx, tenant, people),
    () => lockAllConfirmed(tx, tenant, people),
    () => lockReferrals(tx, tenant, referrals),
  ])
}

type Came = PromiseSettledResult<{ imported: ImportedOrder; sums: Sums }>

const totalOf = (all: readonly Sums[]): Sums => ({
  cents: all.reduce((sum, one) => sum + one.cents, 0),
  lostCents: all.reduce((sum, one) => sum + one.lostCents, 0),
})

// Whoever waits for what is locked, as for a recommendation that many lines are about, waits no longer.
const mostRounds = 5

/** How many lines go in one transaction, in their order: up to one that comes alone, or would come late. */
function lengthOf(planned: readonly Planned[]): number {
  const end = planned.findIndex(({ isAlone, round }) => isAlone || round >= mostRounds)
  return end === -1 ? planned.length : Math.max(1, end)
}

/** The places of each step's lines. */
const roundsOf = (planned: readonly Planned[]): number[][] => {
  const places = planned.map((of, at) => ({ ...of, at }))
  return [...Map.groupBy(places, ({ round }) => round)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, some]) => {
      const side = some.flatMap(({ isAlone, at }) => (isAlone ? [] : at))
      const alone = some.flatMap(({ isAlone, at }) => (isAlone ? [[at]] : []))
      return side.length > 0 ? [side, ...alone] : alone
    })
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

function resultOf(imported: ImportedOrder, listener: Listener): Omit<LineResult, 'externalNumber'> {
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
