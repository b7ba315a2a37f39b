import { confirmOwnData as endpoint } from '../../contract/empfaenger-konto.ts'
import { isOpen } from '../base/token-store.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { confirmByOwner } from './confirm-recipient.ts'
import { isOver } from './find-waiting.ts'
import { findOwnRecipient, lockConfirmed } from './recipient-store.ts'
import { recipientOf } from './recipient-view.ts'
import { lockReferralOf } from './store.ts'

/**
 * Confirms on the own page. Its mailed link proves the mailbox; the form's token proves nothing. If the mailbox is confirmed
 * already, the entry is merged, and its mailed links lead to the remaining one.
 */
export const confirmOwnData = serve(endpoint, async (call) => {
  const { caller, tenant } = call
  const asked = recipientOf(caller)
  if (caller.kind !== 'recipient' || !caller.mailed) throw fail('recipient-token-invalid')
  const confirm = async (tx: Tx) => {
    await together([
      () => lockConfirmed(tx, tenant.code, asked),
      () => lockReferralOf(tx, tenant.code, asked),
    ])
    // A parallel correction of the address (create-recipient.ts) revokes the link.
    if (!(await isOpen(tx, tenant.code, caller.tokenId))) throw fail('recipient-token-invalid')
    // A double click may have merged it already.
    const own = await findOwnRecipient(tx, tenant.code, asked)
    if (own?.state === 'accepted' && isOver(own, call.today)) throw fail('recipient-token-invalid')
    const found = await confirmByOwner(tx, call, asked)
    if (found?.state !== 'confirmed') throw fail('recipient-token-invalid')
  }
  await retryConflict(() => call.transaction(confirm))
  return {}
})
