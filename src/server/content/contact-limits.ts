import { captchaRequired } from '../access/captcha.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import type { Solution } from '../access/use-solution.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'

/** Messages an hour. Many visitors at once cause captchas for all, never refusals. */
export const contactPerHour = { free: 5, most: 20, freeOfAll: 60 } as const

type Counted = Pick<Call, 'deps' | 'tenant' | 'visitor' | 'realNow'>

const everybody = 'contact|everybody'
const bucketOf = ({ visitor }: Pick<Call, 'visitor'>) => `contact|visitor|${visitor}`

/** Whether the visitor's next message needs a captcha. */
export async function isContactCaptchaDue(tx: Tx, call: Omit<Counted, 'deps'>): Promise<boolean> {
  const { tenant, realNow } = call
  const [own, all] = await together([
    () => readHits(tx, tenant.code, bucketOf(call), realNow, hour),
    () => readHits(tx, tenant.code, everybody, realNow, hour),
  ])
  return own >= contactPerHour.free || all >= contactPerHour.freeOfAll
}

/** Counts a message; throws if a captcha is due or the limit is reached. */
export async function countContactMessage(tx: Tx, call: Counted, solved: Solution): Promise<void> {
  const { deps, tenant, realNow } = call
  const [own, all] = await together([
    () => countHit(tx, tenant.code, bucketOf(call), realNow, hour),
    () => countHit(tx, tenant.code, everybody, realNow, hour),
  ])
  if (own > contactPerHour.most) throw tooManyRequests(secondsLeft(hour, realNow))
  // No mail confirms a message, so only work counts here.
  if (solved === 'work') return
  if (own > contactPerHour.free || all > contactPerHour.freeOfAll)
    throw await captchaRequired(deps.keys, tenant.code, realNow)
}
