import { correctPersonHome as endpoint } from '../../contract/betrieb-person.ts'
import { audit } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { noteHomeChanged, setContactHome } from '../referral/correct-contact-store.ts'
import { lockUnpaidOfOrders } from '../reward/account-end-store.ts'
import { holdAfterCorrection } from '../reward/hold-after-correction.ts'
import { isSameHousehold } from '../reward/judge-reward.ts'
import { serve } from '../serve.ts'
import { listPairs } from './correct-home-store.ts'
import { lockContacts } from './correct-person.ts'
import { decideAbout, subjectOf, type Person } from './find-person.ts'

const fields = ['street', 'house_number', 'zip', 'city'] as const

/** In all entries that have one: a contact who moved. Whoever makes a household, or ends one, decides nothing that they earn (720). */
export const correctPersonHome = serve(endpoint, (call) =>
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { tenant, params, body, now: at } = call
      const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
      await lockContacts(tx, call, person)
      const { street, houseNumber: house_number, zip, city } = body.address
      const home = { street, house_number, zip, city }
      const known = person.contacts.filter((entry) => entry.zip !== null)
      if (known.length === 0) throw fail('not-found')
      const changed = known.filter((entry) => fields.some((key) => entry[key] !== home[key]))
      if (changed.length === 0) return {}
      const before = await listHouseholds(tx, call, person)
      await setContactHome(
        tx,
        tenant.code,
        changed.map(({ number }) => number),
        home,
      )
      const after = await listHouseholds(tx, call, person)
      await audit(tx, tenant.code, {
        at,
        actor,
        action: 'correct-home',
        ...subjectOf(person),
        // Which of them, not what they say.
        change: {
          before: sayFields(() => 'kept'),
          after: sayFields((key) =>
            changed.some((entry) => entry[key] !== home[key]) ? 'changed' : 'kept',
          ),
        },
      })
      const moved = [...before.symmetricDifference(after)]
      if (moved.length === 0) return {}
      await noteHomeChanged(tx, tenant.code, moved, actor.id)
      const rewards = await lockUnpaidOfOrders(tx, tenant.code, moved)
      await holdAfterCorrection(tx, call, rewards, actor.id, 'home-corrected')
      return {}
    }),
  ),
)

const sayFields = (say: (key: (typeof fields)[number]) => string) => ({
  street: say('street'),
  houseNumber: say('house_number'),
  zip: say('zip'),
  city: say('city'),
})

/** The contacts whom a new address may concern, and who live with their referrer now; none where that does not matter. */
async function listHouseholds(
  tx: Tx,
  { tenant }: Pick<Call, 'tenant'>,
  { account, contacts }: Person,
): Promise<Set<string>> {
  if (tenant.eligibility.sameHousehold !== 'hold') return new Set()
  const pairs = await listPairs(tx, tenant.code, {
    accountId: account?.account_id ?? null,
    numbers: contacts.map(({ number }) => number),
  })
  const same = new Set<string>()
  for (const pair of pairs) if (await isSameHousehold(tx, tenant.code, pair)) same.add(pair.number)
  return same
}
