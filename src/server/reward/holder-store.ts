import type { Tx } from '../db/connection.ts'

/** Keeps how the bank spells the owner of a reward's account, until the owner says whether that is them. */
export async function keepSpelling(
  tx: Tx,
  tenant: string,
  rewardId: string,
  bankSpells: string | null,
): Promise<void> {
  await tx
    .updateTable('reward_bank_data')
    .set({ bank_spells: bankSpells })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .execute()
}

export function findSpelling(tx: Tx, tenant: string, rewardId: string) {
  return tx
    .selectFrom('reward_bank_data')
    .select(['holder', 'iban_mask', 'bank_spells'])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .executeTakeFirst()
}

/** The owner is spelled as the bank does. The account is as old as before. */
export async function takeSpelling(tx: Tx, tenant: string, rewardId: string): Promise<void> {
  await tx
    .updateTable('reward_bank_data')
    .set((eb) => ({ holder: eb.ref('bank_spells').$notNull(), bank_spells: null }))
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('bank_spells', 'is not', null)
    .execute()
}
