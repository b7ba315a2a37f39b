import type { Tx } from '../db/connection.ts'

/** Whether a payment, to a person or a sales partner, is of whoever acts. */
export type IsOwn = (
  tx: Tx,
  of: { reward_id: string | null; partner_id: string | null },
) => Promise<boolean>

/** For those who are nobody: jobs, and the demo's bank. */
export const nobodys: IsOwn = async () => false

export const ownCase = { refused: 'it concerns yourself: somebody else decides' }
