import { normaliseEmail } from '../../domain/email.ts'
import type { Tx } from '../db/connection.ts'
import { findRecipient, resolveRecipient } from '../referral/recipient-store.ts'
import {
  findByEmailAndProduct,
  findByReferralAndEmail,
  findOnlyOne,
  type MatchedRecipient,
} from './recipient-store.ts'

/** A line's or browser's hints whose contract it is. */
export type Clues = {
  recipientNumber?: string
  referralNumber?: string
  email?: string
  productIds: readonly string[] // ours; empty where the e-mail alone must not decide
}

/**
 * Finds the contract's person, strongest hint first. All hints must agree: a wrong e-mail beside the right referral number may
 * be a stranger with the link, and a reward must not go to the wrong person.
 */
export async function matchRecipient(
  tx: Tx,
  tenant: string,
  clues: Clues,
): Promise<MatchedRecipient | undefined> {
  const referral = spell(clues.referralNumber)
  const recipient = spell(clues.recipientNumber)
  const email = clues.email ? normaliseEmail(clues.email) : undefined
  if (recipient) {
    const found = await findPerson(tx, tenant, recipient)
    return found && referral && found.referral_number !== referral ? undefined : found
  }
  if (referral && email) return findByReferralAndEmail(tx, tenant, { referral, email })
  if (referral) return findOnlyOne(tx, tenant, referral)
  if (email && clues.productIds.length > 0)
    return findByEmailAndProduct(tx, tenant, { email, products: clues.productIds })
  return undefined
}

/** Numbers are capitals; input may not be. */
export const spell = (number: string | undefined) => number?.trim().toUpperCase() || undefined

/** The recipient of a number, or the one it was merged into. */
export async function findPerson(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<MatchedRecipient | undefined> {
  const found = await findRecipient(tx, tenant, number)
  return found?.state === 'withdrawn' ? resolveRecipient(tx, tenant, number) : found
}
