import type { Tx } from '../db/connection.ts'

export type Payee = { reward_id: string | null; partner_id: string | null }

/** Whether a payment, to a person or a sales partner, is of whoever acts. */
export type IsOwn = (tx: Tx, of: Payee) => Promise<boolean>

/** For those who are nobody: jobs, and the demo's bank. */
export const nobodys: IsOwn = async () => false

/** The same of many at once: which of them are. */
export type OwnAmong = <P extends Payee>(tx: Tx, payees: readonly P[]) => Promise<Set<P>>

export const nobodysAmong: OwnAmong = async () => new Set()

export const ownCase = { refused: 'it concerns yourself: somebody else decides' }
