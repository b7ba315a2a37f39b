import { showReferral as endpoint } from '../../contract/empfehlen.ts'
import { serve } from '../serve.ts'
import { loadReferral, openView } from './referral-view.ts'

export const showReferral = serve(endpoint, async (call) =>
  openView(call, await call.transaction((tx) => loadReferral(tx, call, call.params.number))),
)
