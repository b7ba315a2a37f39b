import { sameText } from '../base/keys.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { grantsOfSession } from './still-at-work.ts'

// A draft on its own host, for those who work at it. The console gives a link, the link a cookie; both are signed and good for nothing
// once the console's session or the right has ended.

export const previewCookie = 'zs_vorschau'
export const previewMinutes = 60
const linkMinutes = 5

const minutesOf = { link: linkMinutes, cookie: previewMinutes }
type Use = keyof typeof minutesOf
type Shown = Pick<Deps, 'db' | 'keys' | 'clock'>

const signed = (use: Use, tenant: string, session: string, until: string) =>
  `preview|${use}|${tenant}|${session}|${until}`

/** @param session id of the console's session */
export function makePreview(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  use: Use,
  tenant: string,
  session: string,
): string {
  const until = clock.realNow().add({ minutes: minutesOf[use] }).epochMilliseconds.toString(36)
  return `${session}.${until}.${keys.lookup(signed(use, tenant, session, until))}`
}

/** The console's session that a preview is of, or null. */
export async function readPreview(
  { db, keys, clock }: Shown,
  use: Use,
  tenant: string,
  text: string | undefined,
): Promise<string | null> {
  const [session = '', until = '', signature = ''] = (text ?? '').split('.')
  const now = clock.realNow()
  const isOurs = keys
    .proofs(signed(use, tenant, session, until))
    .some((proof) => sameText(proof, signature))
  const ends = Number.parseInt(until, 36)
  if (!isOurs || ends <= now.epochMilliseconds) return null
  const openedAt = Temporal.Instant.fromEpochMilliseconds(ends).subtract({
    minutes: minutesOf[use],
  })
  const { operatorAbilities } = await import('../../domain/operator-abilities.ts')
  return withTenant(db, platformCode, async (tx) => {
    const grants = await grantsOfSession(tx, { session, openedAt }, now)
    const may = grants?.some(({ tenant: place, role }) =>
      place === platformCode
        ? operatorAbilities([role]).can('read', 'platform')
        : place === tenant && operatorAbilities([role]).can('read', 'settings'),
    )
    return may ? session : null
  })
}
