import { mailboxOf } from '../../domain/email.ts'
import type { SellerKind } from '../../domain/seller.ts'
import type { Keys } from '../base/keys.ts'
import type { Deps } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { fail } from '../errors.ts'
import { accountPlace, rewardPlace } from '../reward/check-bank-data.ts'
import type { IsOwnMatch } from '../reward/match-unmatched.ts'
import { spellHome } from '../reward/judge-reward.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import { findOperator, type Operator } from '../team/store.ts'
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
export type Concerned = {
  accounts: readonly string[]
  recipients: readonly string[]
  agencies?: readonly string[]
  partners?: readonly string[]
}

const placesOf = {
  account: accountPlace,
  reward: rewardPlace,
  partner: partnerPlace,
}

export const openIban = (keys: Keys, tenant: string, { kind, id, sealed }: KnownIban): string =>
  keys.decrypt(sealed, placesOf[kind](tenant, id))

/** What is known of an operator at a tenant. */
export type Oneself = { mailbox: string; homes: Set<string>; ibans: string[]; hashes: Set<string> }

export async function readOneself(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
): Promise<Oneself> {
  const found = await readThem(tx, tenant, { keys, operatorId })
  if (!found) throw fail('session-missing')
  return found
}

// Nothing else sees the platform's rows meanwhile, and nobody is read once for each line of a file.
const readThem = forMany(
  async (tx, tenant, asked: readonly { keys: Keys; operatorId: string }[]) => {
    const found = new Map<string, Oneself | undefined>()
    for (const { keys, operatorId } of asked)
      if (!found.has(operatorId)) found.set(operatorId, await readOne(tx, keys, tenant, operatorId))
    return asked.map(({ operatorId }) => found.get(operatorId))
  },
  { isAlone: true },
)

async function readOne(
  tx: Tx,
  keys: Keys,
  tenant: string,
  operatorId: string,
): Promise<Oneself | undefined> {
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, operatorId))
  if (!operator) return undefined
  const mailbox = mailboxOf(operator.email)
  const homes = new Set((await listHomes(tx, tenant, [mailbox])).map(spellHome))
  // Hashes differ by key: the own IBANs are opened, and hashed by all of them.
  const ibans = (await listIbans(tx, tenant, [mailbox])).map((one) => openIban(keys, tenant, one))
  const hashes = new Set(ibans.flatMap((iban) => keys.lookups(iban)))
  return { mailbox, homes, ibans, hashes }
}

/** Of all tenants. */
const findAnyOperator = forMany(
  async (tx, tenant, ids: readonly string[]): Promise<(Operator | undefined)[]> => {
    const found = new Map<string, Operator | undefined>()
    await onPlatform(tx, tenant, async () => {
      for (const id of new Set(ids)) found.set(id, await findOperator(tx, id))
    })
    return ids.map((id) => found.get(id))
  },
  { isAlone: true },
)

/**
 * Whether a decision concerns the operator: their mailbox or seller, or the IBAN or household of somebody here with their mailbox.
 */
export async function isOwnCase(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  concerned: Concerned,
): Promise<boolean> {
  return concerns(tx, deps, tenant, await readOneself(tx, deps, tenant, operatorId), concerned)
}

/** The same of somebody who was read before. */
async function concerns(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  { mailbox, homes, ibans, hashes }: Oneself,
  concerned: Concerned,
): Promise<boolean> {
  const theirs = await readMailboxes(tx, tenant, concerned)
  if (theirs.includes(mailbox)) return true
  if (theirs.length === 0) return false
  if (
    homes.size > 0 &&
    (await listHomes(tx, tenant, theirs)).some((one) => homes.has(spellHome(one)))
  )
    return true
  if (hashes.size === 0) return false
  return (await listIbans(tx, tenant, theirs)).some((one) =>
    one.hash === null ? ibans.includes(openIban(keys, tenant, one)) : hashes.has(one.hash),
  )
}

/** Hashes differ by key: the known IBANs of mailboxes are opened, and hashed by all of them. */
export async function ibanHashesOf(
  tx: Tx,
  keys: Deps['keys'],
  tenant: string,
  mailboxes: readonly string[],
): Promise<string[]> {
  return (await listIbans(tx, tenant, mailboxes)).flatMap((iban) =>
    keys.lookups(openIban(keys, tenant, iban)),
  )
}

/** The same about an agency, with everybody in it, or a sales partner. */
export async function isOwnSeller(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  kind: SellerKind,
  id: string,
): Promise<boolean> {
  const sellers = kind === 'agency' ? { agencies: [id] } : { partners: [id] }
  return isOwnCase(tx, deps, tenant, operatorId, { accounts: [], recipients: [], ...sellers })
}

/** The same about a reward: both of its sides. */
export async function isOwnReward(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  rewardId: string,
): Promise<boolean> {
  return isOwnCase(tx, deps, tenant, operatorId, await readSides(tx, tenant, rewardId))
}

/** The same about an order: who recommended, also as an agency, and who signed. */
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
  const operator = await findAnyOperator(tx, tenant, operatorId)
  if (operator && mailboxOf(operator.email) === mailboxOf(email)) return true
  return isOwnCase(tx, deps, tenant, operatorId, await readPeopleOf(tx, tenant, email))
}

/** The same long after somebody acted; of whoever is gone nothing is known, so it is. */
export const isOwnMatch =
  (deps: Pick<Deps, 'keys'>): IsOwnMatch =>
  async (tx, tenant, operatorId, { recipient, referral }) => {
    const operator = await findAnyOperator(tx, tenant, operatorId)
    if (!operator) return true
    const sides = await readReferralSides(tx, tenant, referral)
    return isOwnCase(tx, deps, tenant, operatorId, { ...sides, recipients: [recipient] })
  }
