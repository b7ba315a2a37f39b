import { mailboxOf } from '../../domain/email.ts'
import type { Deps } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { accountPlace, rewardPlace } from '../reward/check-bank-data.ts'
import { spellHome } from '../reward/judge-reward.ts'
import { findOperator } from '../team/store.ts'
import {
  listHomes,
  listIbans,
  readMailboxes,
  readOrderSides,
  readPeopleOf,
  readReferralSides,
  readSides,
  type KnownIban,
} from './own-case-store.ts'

/** Whom a decision is about: both sides, if it is about an order. */
export type Concerned = { accounts: readonly string[]; recipients: readonly string[] }

/**
 * Whether a decision concerns the operator: their mailbox, or the IBAN or household of somebody here with their mailbox.
 */
export async function isOwnCase(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  concerned: Concerned,
): Promise<boolean> {
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, operatorId))
  if (!operator) throw fail('session-missing')
  const own = mailboxOf(operator.email)
  const theirs = await readMailboxes(tx, tenant, concerned)
  if (theirs.includes(own)) return true
  if (theirs.length === 0) return false
  const homes = new Set((await listHomes(tx, tenant, [own])).map(spellHome))
  if (
    homes.size > 0 &&
    (await listHomes(tx, tenant, theirs)).some((one) => homes.has(spellHome(one)))
  )
    return true
  const hashes = new Set(await ibanHashesOf(tx, keys, tenant, [own]))
  return (
    hashes.size > 0 && (await listIbans(tx, tenant, theirs)).some(({ hash }) => hashes.has(hash))
  )
}

/** Hashes differ by key: the known IBANs of mailboxes are opened, and hashed by all of them. */
export async function ibanHashesOf(
  tx: Tx,
  keys: Deps['keys'],
  tenant: string,
  mailboxes: readonly string[],
): Promise<string[]> {
  const placeOf = ({ kind, id }: KnownIban) =>
    kind === 'account' ? accountPlace(tenant, id) : rewardPlace(tenant, id)
  return (await listIbans(tx, tenant, mailboxes)).flatMap((iban) =>
    keys.lookups(keys.decrypt(iban.sealed, placeOf(iban))),
  )
}

/** The same about a reward: both of its sides. */
export async function isOwnReward(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  rewardId: string,
): Promise<boolean> {
  const sides = await readSides(tx, tenant, rewardId)
  return isOwnCase(tx, deps, tenant, operatorId, {
    accounts: sides?.account_id ? [sides.account_id] : [],
    recipients: sides?.recipient_number ? [sides.recipient_number] : [],
  })
}

/** The same about an order: who recommended, and who signed. */
export async function isOwnOrder(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  number: string,
): Promise<boolean> {
  return isOwnCase(tx, deps, tenant, operatorId, await readOrderSides(tx, tenant, number))
}

/** The same about a referral and whoever accepted it. */
export async function isOwnReferral(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  number: string,
): Promise<boolean> {
  return isOwnCase(tx, deps, tenant, operatorId, await readReferralSides(tx, tenant, number))
}

/** The same about an e-mail address, whoever has it. @param email normalised */
export async function isOwnAddress(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  email: string,
): Promise<boolean> {
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, operatorId))
  if (operator && mailboxOf(operator.email) === mailboxOf(email)) return true
  return isOwnCase(tx, deps, tenant, operatorId, await readPeopleOf(tx, tenant, email))
}
