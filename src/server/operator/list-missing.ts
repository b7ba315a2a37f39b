import type { Listing } from '../catalogue/listing.ts'
import type { Pool } from '../reward/voucher-pool-store.ts'

/** What a tenant lacks before its first payment, a sentence each with the command to add it. */
export function listMissing(
  tenant: string,
  { products, rewardOptions }: Listing,
  pools: Pool[],
): string[] {
  const add = `add them to the file and run "tenant create FILE.json --replace"`
  const empty = rewardOptions
    .filter(
      ({ kind, id, voucher }) =>
        kind === 'voucher' &&
        !voucher?.order &&
        !pools.some(({ option, free }) => option === id && free > 0),
    )
    .map(
      ({ id }) =>
        `Voucher ${id} has no codes: "vouchers import FILE --option ${id} --tenant ${tenant}".`,
    )
  return [
    ...(products.some(({ active }) => active)
      ? []
      : [`There are no products ("products"), so nothing can be recommended: ${add}.`]),
    ...(rewardOptions.length > 0
      ? []
      : [`There are no reward options ("rewardOptions"), so no reward can be taken: ${add}.`]),
    ...empty,
  ]
}
