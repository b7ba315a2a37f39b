import { claimAnswered } from '../base/idempotency-store.ts'
import { shareWorkOfTenant } from '../base/share-work.ts'
import { withTenant } from '../db/connection.ts'
import { withFreshNumbers } from './fresh-numbers.ts'
import { again, answerOf, writeReferrals, type Asked } from './write-referrals.ts'

type Created = ReturnType<typeof answerOf>

/** A creation in a transaction of its own. */
export const createAlone = (asked: Asked): Promise<Created> =>
  withFreshNumbers(() =>
    asked.call.transaction(async (tx) => {
      const fresh = again(asked)
      await writeReferrals(tx, [fresh])
      return answerOf(fresh)
    }),
  )

// Each tenant's log is a chain, whose end is locked until the commit: a second commit gets ready meanwhile.
const atOnce = 2
const most = 50

/**
 * Whether a creation asks nothing more than most do: by a stranger, without captcha, agent and campaign, outside agencies. Those that arrive
 * together share a transaction.
 */
export function mayShare({ call, wish, ticked }: Asked): boolean {
  const { caller, tenant, deps, query } = call
  return (
    caller.kind === 'anyone' &&
    !query.captcha &&
    !wish.referral.agentId &&
    ticked.size === 0 &&
    !tenant.agencies &&
    !deps.db.looks
  )
}

/** Creates it with the others that arrive meanwhile. A creation that is refused or fails takes no other with it. */
export const createTogether = (asked: Asked): Promise<Created> =>
  share(asked.call.deps, asked.call.tenant.code, asked)

/** Two of the same address, mailbox, visitor or key come one after the other. */
const marksOf = ({ call, email, hits }: Asked) => [
  `email|${email}`,
  ...hits.map(({ bucket }) => `bucket|${bucket}`),
  ...(call.idempotent ? [`key|${call.idempotent.key}`] : []),
]

const share = shareWorkOfTenant((_deps, _tenant, all: Asked[]) => createAll(all), {
  atOnce,
  most,
  marks: marksOf,
})

/** In halves where one is refused, so that the others stay together: whoever sends many such slows nobody down much. */
async function createAll(all: Asked[]): Promise<PromiseSettledResult<Created>[]> {
  if (all.length === 1) return Promise.allSettled(all.map(createAlone))
  const created = await tryAll(all)
  if (created) return created.map((value) => ({ status: 'fulfilled', value }))
  const half = Math.ceil(all.length / 2)
  return [...(await createAll(all.slice(0, half))), ...(await createAll(all.slice(half)))]
}

/** Null: all was rolled back, as one has to be looked at alone. */
async function tryAll(all: Asked[]): Promise<Created[] | null> {
  const { deps, tenant, realNow } = all[0]!.call
  const created = all.map(answerOf)
  const keyed = all.flatMap(({ call }, at) =>
    call.idempotent ? [{ call: call.idempotent, answer: created[at] }] : [],
  )
  let isCommitting = false
  try {
    await withTenant(deps.db, tenant.code, async (tx) => {
      const areNew = await claimAnswered(tx, deps.keys, tenant.code, keyed, realNow)
      if (!areNew) throw new Error('A key has its answer already')
      await writeReferrals(tx, all)
      isCommitting = true
    })
    return created
  } catch (error) {
    // Of a commit that was sent and not answered nobody knows whether it came about: done again, there would be two.
    if (isCommitting && !isRefused(error)) throw error
    // A database that is away is away for each of them, too.
    if (isAway(error)) throw error
    return null
  }
}

/** Whether the database refused a statement, so that it rolled back: its rules, a deadlock, what the transaction had become by it. */
const isRefused = (error: unknown) =>
  /^(22|23|25|40|P0)[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code))

/** Whether the database has no room or cannot be reached. Of its driver's own failures the text alone says so. */
function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    /^((08|53|57|58)[0-9A-Z]{3}|E[A-Z_]{3,})$/.test(String(code)) ||
    /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated)/.test(
      String(message),
    )
  )
}
