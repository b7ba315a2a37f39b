import { showAnyReferral as endpoint } from '../../contract/empfehlen.ts'
import { serve } from '../serve.ts'
import { verifyHex } from './hex.ts'
import { loadReferral, openView, ownView } from './referral-view.ts'

export const showAnyReferral = serve(endpoint, (call) =>
  call.transaction(async (tx) => {
    const loaded = await loadReferral(tx, call, call.params.number)
    const { number, owned_at } = loaded.referral
    const opens =
      owned_at !== null && verifyHex(call.deps.keys, call.tenant.code, number, call.params.hex)
    return opens ? ownView(tx, call, loaded) : openView(call, loaded)
  }),
)
