import { orderKey, type ClaimedContract } from './claim.ts'
import type { Localised } from './tenant.ts'

/** What speaks against a contract being the one of whoever it was given to (633, 675). */
export const doubts = [
  'number',
  'product',
  'day',
  'email',
  'claimed-beside',
  'brought',
  'unnamed',
  'other-number',
  'worth-more',
  'cancel-differs',
] as const
export type Doubt = (typeof doubts)[number]

/** Where a contract differs from what the person said of it; what they did not say does not differ. */
export function differences(
  claim: ClaimedContract,
  order: ClaimedContract,
): Record<'number' | 'product' | 'day', boolean> {
  const key = orderKey(claim.externalNumber)
  return {
    number: key !== '' && key !== orderKey(order.externalNumber),
    product: claim.productId !== order.productId,
    day: claim.contractOn !== null && claim.contractOn !== order.contractOn,
  }
}

type Differences = ReturnType<typeof differences>

/** The same of whichever of several is likest; none without any. */
export function leastDifferences(
  claims: readonly ClaimedContract[],
  order: ClaimedContract,
): Partial<Differences> {
  const count = (found: Differences) => Object.values(found).filter(Boolean).length
  const all = claims.map((claim) => differences(claim, order))
  return all.toSorted((a, b) => count(a) - count(b))[0] ?? {}
}

const texts: Record<Doubt, Localised> = {
  number: {
    de: 'Die Person nannte eine andere Nummer.',
    en: 'The person gave another number.',
  },
  product: {
    de: 'Genannt oder empfohlen war ein anderes Produkt.',
    en: 'Another product was named or recommended.',
  },
  day: {
    de: 'Die Person nannte einen anderen Tag.',
    en: 'The person gave another day.',
  },
  email: {
    de: 'Beim Anbieter steht zu diesem Vertrag eine andere E-Mail-Adresse.',
    en: 'The provider has another e-mail address for this contract.',
  },
  'claimed-beside': {
    de: 'Dieselbe Nummer hat auch jemand anderes gemeldet.',
    en: 'Somebody else reported the same number, too.',
  },
  brought: {
    de: 'Eingelesen hat den Vertrag jemand, den er selbst betrifft.',
    en: 'The contract was imported by somebody whom it concerns.',
  },
  unnamed: {
    de: 'Der Anbieter nennt zu diesem Vertrag niemanden, und was eine Person an einem Tag so zuordnet, war ausgeschöpft.',
    en: 'The provider names nobody for this contract, and what one person attaches like that in a day was used up.',
  },
  'other-number': {
    de: 'Der Anbieter nennt zu diesem Vertrag eine andere Nummer als die des Kontakts oder der Empfehlung.',
    en: 'The provider names another number for this contract than that of the contact or the recommendation.',
  },
  'worth-more': {
    de: 'Der Vertrag bringt mehr, als bei der Prüfung der Datei gezählt war.',
    en: 'The contract earns more than was counted when its file was checked.',
  },
  'cancel-differs': {
    de: 'Der Anbieter hat diesen Vertrag unter derselben Nummer, aber mit anderen Angaben storniert. Gilt das Storno, wird der Auftrag storniert.',
    en: 'The provider cancelled this contract by the same number, but with other entries. If the cancellation holds, the order is cancelled.',
  },
}

/** For the log and whoever reviews. */
export const doubtsText = (found: readonly Doubt[], locale: 'de' | 'en'): string =>
  found.map((one) => texts[one][locale]).join(' ')
