import { showRecipient as endpoint } from '../../contract/empfaenger.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { readRecipientHex } from './hex.ts'
import { resolveRecipient } from './recipient-store.ts'
import { recipientView, typedView } from './recipient-view.ts'

/** By the form's secret; after confirmation, progress only. */
export const showRecipient = serve(endpoint, async (call) => {
  const number = readRecipientHex(call.deps.keys, call.tenant.code, call.params.hex)
  if (number === null) throw fail('not-found')
  const recipient = await call.transaction((tx) => resolveRecipient(tx, call.tenant.code, number))
  // A merged entry's secret opens nothing: it may be a stranger's.
  if (recipient?.number !== number) throw fail('not-found')
  return (recipient.state === 'confirmed' ? typedView : recipientView)(call, recipient)
})
