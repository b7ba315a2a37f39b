import { showRecipient as endpoint } from '../../contract/empfaenger.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { readRecipientHex } from './hex.ts'
import { resolveRecipient } from './recipient-store.ts'
import { recipientView, typedView } from './recipient-view.ts'

/** By the secret that the form answered; once somebody confirmed the entry it tells how it stands, and no data. */
export const showRecipient = serve(endpoint, async (call) => {
  const number = readRecipientHex(call.deps.keys, call.tenant.code, call.params.hex)
  if (number === null) throw fail('not-found')
  const recipient = await call.transaction((tx) => resolveRecipient(tx, call.tenant.code, number))
  // The secret of one that was merged into another opens nothing: it may be in the hands of whoever typed the address.
  if (recipient?.number !== number) throw fail('not-found')
  return (recipient.state === 'confirmed' ? typedView : recipientView)(call, recipient)
})
