import * as contract from '../../contract/betrieb-person-gesagt.ts'
import { lockPerson } from '../account/store.ts'
import type { Claimant } from '../base/claim-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { makeClaimOf } from '../order/claims.ts'
import { findOwnRecipient, lockConfirmed } from '../referral/recipient-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { decideAbout } from './find-person.ts'
import { isOwnReferral } from './own-case.ts'

type Side = 'Empfehler' | 'Empfaenger'

/** What a caller says is missing, as their own claim; who enters it does not answer it. */
export const enterPersonClaim = serve(contract.enterPersonClaim, async (call) => {
  const { tenant, params } = call
  const { operatorId } = personOf(call)
  const { side, number, reason, ...said } = call.body
  const find = async (tx: Tx) => {
    const { person } = await decideAbout(tx, call, params.person)
    const contact = person.contacts.find((one) => one.number === number)
    const id = side === 'Empfehler' ? person.account?.account_id : contact?.number
    if (!id) throw fail('not-found')
    const referral = contact?.referral_number ?? number
    if (await isOwnReferral(tx, call.deps, tenant.code, operatorId, referral))
      throw fail('own-case')
    return id
  }
  const id = await call.transaction(find)
  const claimant: Claimant = { kind: side === 'Empfehler' ? 'account' : 'recipient', id }
  const { state, answerBy } = await makeClaimOf(
    { ...call, body: said },
    {
      claimant,
      number: side === 'Empfehler' ? number : null,
      lock: (tx) => lock(tx, call, side, id).then(() => claimant),
      entered: { by: operatorId, reason },
    },
  )
  return { state, answerBy }
})

/** As they are locked for a claim of their own. */
async function lock(tx: Tx, { tenant }: Pick<Call, 'tenant'>, side: Side, id: string) {
  if (side === 'Empfehler') {
    if (!(await lockPerson(tx, tenant.code, id))) throw fail('not-found')
    return
  }
  await lockConfirmed(tx, tenant.code, id)
  const found = await findOwnRecipient(tx, tenant.code, id)
  if (found?.state !== 'confirmed') throw fail('not-found')
}
