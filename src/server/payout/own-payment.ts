import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import type { Tx } from '../db/connection.ts'

export type Payee = { reward_id: string | null; partner_id: string | null }

/** Which of many payments, to people or sales partners, are of whoever acts. */
export type OwnAmong = <P extends Payee>(tx: Tx, payees: readonly P[]) => Promise<Set<P>>

/** For those who are nobody: jobs, and the demo's bank. */
export const nobodysAmong: OwnAmong = async () => new Set()

/** The same of one. */
export type IsOwn = (tx: Tx, of: Payee) => Promise<boolean>

export const isOwnOf =
  (ownAmong: OwnAmong): IsOwn =>
  async (tx, payee) =>
    (await ownAmong(tx, [payee])).size > 0

export const nobodys: IsOwn = isOwnOf(nobodysAmong)

export const ownCase = { refused: bankFileReason('own-case') }
