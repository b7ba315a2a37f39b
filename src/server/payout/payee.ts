import { createHash } from 'node:crypto'
import { payableBic } from '../../domain/bic.ts'
import { checkIban } from '../../domain/iban.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Keys } from '../base/keys.ts'
import { isKnownFormat, readMark } from '../base/seal-formats.ts'
import type { Deps } from '../context.ts'
import type { Item } from './proposal-store.ts'

export type Payee = { holder: string; iban: string; bic: string | null }

export type PayeeProblem = 'iban-invalid' | 'bic-missing' | 'holder-letters'

/** Bank data as a file has them, or why no bank would take them: it refuses a whole file for one bad line. */
export function checkPayee(given: Payee): Payee | PayeeProblem {
  const check = checkIban(given.iban, { germanOnly: false })
  if (check.kind !== 'ok') return 'iban-invalid'
  if (!isLatinName(given.holder)) return 'holder-letters'
  const bic = payableBic(check.iban, given.bic)
  return bic === undefined ? 'bic-missing' : { holder: given.holder, iban: check.iban, bic }
}

/** Why it does not open: it is damaged or another row's, or it needs a key or format that this process lacks and that may come. */
export type Unopened = 'iban-unopened' | 'key-missing'

/** The same of a stored account. One that cannot be opened stops nobody else's payment. */
export function openPayee(
  keys: Keys,
  stored: { holder: string; iban_encrypted: string; bic: string | null },
  place: string,
): Payee | PayeeProblem | Unopened {
  const { holder, iban_encrypted: sealed, bic } = stored
  let iban: string
  try {
    iban = keys.decrypt(sealed, place)
  } catch {
    const { format, keyId } = readMark(sealed)
    return keys.ids.includes(keyId) && isKnownFormat(format) ? 'iban-unopened' : 'key-missing'
  }
  return checkPayee({ holder, iban, bic })
}

/** In one line: with a key that is lost these are many. */
export function logUnopened(
  { log }: Pick<Deps, 'log'>,
  tenant: string,
  all: ReadonlyMap<string, string>,
): void {
  for (const why of ['iban-unopened', 'key-missing'] satisfies Unopened[]) {
    const ids = [...all].flatMap(([id, one]) => (one === why ? [id] : []))
    if (ids.length > 0)
      log.error({ tenant, why, count: ids.length, ids: ids.slice(0, 10) }, 'accounts do not open')
  }
}

const spelled = ({ holder, iban, bic }: Payee) => JSON.stringify([holder, iban, bic])

/** Keyed, as IBANs can be guessed. */
export const payeeHash = (keys: Keys, payee: Payee) => keys.lookup(spelled(payee))

/** Whether it is still the payee that was proposed, also by a key of before. */
export const isPayee = (keys: Keys, payee: Payee, hash: string) =>
  keys.lookups(spelled(payee)).includes(hash)

/** What is approved: each payment with amount, payee and in whose name it is paid, and the account that pays. */
export function contentHash(
  account: Tenant['payoutAccount'],
  items: readonly Pick<Item, 'item_id' | 'cents' | 'payee_hash' | 'ultimate_debtor'>[],
): string {
  const hash = createHash('sha256').update(
    JSON.stringify([account.name, account.iban, account.bic]),
  )
  const sorted = items.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))
  for (const { item_id: id, cents, payee_hash: payee, ultimate_debtor: debtor } of sorted)
    hash.update(`\n${id} ${cents} ${payee}${debtor === null ? '' : ` ${JSON.stringify(debtor)}`}`)
  return hash.digest('hex')
}
