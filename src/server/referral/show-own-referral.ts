import { showOwnReferral as endpoint } from '../../contract/empfehlen.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { verifyHex } from './hex.ts'
import { loadReferral, ownView } from './referral-view.ts'

/** Only once claimed by the mailed link (domain.md section 4). */
export const showOwnReferral = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const loaded = await loadReferral(tx, call, call.params.number)
    const { number, owned_at } = loaded.referral
    if (!owned_at || !verifyHex(call.deps.keys, call.tenant.code, number, call.params.hex))
      throw fail('not-found')
    return ownView(tx, call, loaded)
  }),
)
