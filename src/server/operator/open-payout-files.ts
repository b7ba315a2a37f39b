import { openPayoutFiles as contract } from '../../contract/betrieb-auszahlungen.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { listItems } from '../payout/proposal-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { refuseOwnPayments } from './pay-as.ts'
import { readPayoutRow } from './payout-list-store.ts'

/** A file's own answer is a download, so its proof is asked for, and an own case is said, before. */
export const openPayoutFiles = serve(contract, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, now } = call
    const { provedUntil } = personOf(call)
    if (!(await readPayoutRow(tx, tenant.code, params.id, now))) throw fail('not-found')
    const items = await listItems(tx, tenant.code, params.id)
    await refuseOwnPayments(tx, deps, tenant.code, items, actorOf(call.caller))
    if (!provedUntil) throw fail('proof-needed')
    return { validUntil: provedUntil.toString() }
  }),
)
