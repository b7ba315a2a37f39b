import type { AfterFailure } from '../../domain/bank-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { BankWord } from './read-bank-file.ts'
import type { Payout } from './store.ts'

/** A payout moved by a bank's or operator's status. */
export type PayoutChange = {
  tx: Tx
  deps: Deps
  tenant: Tenant
  payout: Payout // as it was before
  word: BankWord
  /** Of a failed payment; null if settled. */
  follows: AfterFailure | null
  actor: Actor
  /** The booking day of what the word says, as far as the bank told it: the ledgers have it under that day. */
  bookedAt: Temporal.Instant
  /** The payee's name, which they may confirm. */
  bankSpells: string | null
}
