import { sql, type RawBuilder } from 'kysely'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Tx } from '../db/connection.ts'

// What banks said of the payees of payments on their way. Here and not with the payments, since the end of an account forgets it.

const worse: PayeeResult[] = ['match', 'impossible', 'close', 'none']

export type KeptCheck = { result: PayeeResult; bank_spells: string | null }

/**
 * Keeps results of payments that are still on their way. @param onlyWorse what a person hands in makes nothing better that the bank found
 * @param by whoever handed it in; null: the bank's folder, which also bears out what a person had said
 * @returns those that are, and those of them that are news
 */
export async function keepChecks(
  tx: Tx,
  tenant: string,
  checks: readonly { payoutId: string; result: PayeeResult; bankSpells: string | null }[],
  { at, by, onlyWorse }: { at: Temporal.Instant; by: string | null; onlyWorse: boolean },
): Promise<{ open: number; news: PayeeResult[] }> {
  const given = JSON.stringify(checks)
  const { rows: open } = await sql<{ payout_id: string }>`
    select payouts.payout_id from jsonb_to_recordset(${given}::jsonb) as given ("payoutId" uuid)
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = given."payoutId"
    where payouts.state = 'in-transit' order by payouts.payout_id for no key update of payouts`.execute(
    tx,
  )
  const { rows } = await sql<{ result: PayeeResult }>`
    insert into payee_checks (tenant, payout_id, result, bank_spells, checked_at, checked_by)
    select payouts.tenant, given."payoutId", given.result, given."bankSpells", ${at.toString()}::timestamptz, ${by}
    from jsonb_to_recordset(${given}::jsonb) as given ("payoutId" uuid, result text, "bankSpells" text)
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = given."payoutId" and payouts.state = 'in-transit'
    where payouts.tenant = ${tenant}
    order by given."payoutId"
    on conflict (tenant, payout_id) do update
      set result = excluded.result, bank_spells = excluded.bank_spells, checked_at = excluded.checked_at,
        checked_by = excluded.checked_by
      where (payee_checks.result, payee_checks.bank_spells) is distinct from (excluded.result, excluded.bank_spells)
        and (not ${onlyWorse} or array_position(${worse}::text[], excluded.result) >= array_position(${worse}::text[], payee_checks.result))
    returning result`.execute(tx)
  if (by === null)
    await sql`
      update payee_checks set checked_by = null
      from jsonb_to_recordset(${given}::jsonb) as given ("payoutId" uuid, result text)
      where payee_checks.tenant = ${tenant} and payee_checks.payout_id = given."payoutId"
        and payee_checks.result = given.result and checked_by is not null`.execute(tx)
  return { open: open.length, news: rows.map(({ result }) => result) }
}

export const findCheck = async (
  tx: Tx,
  tenant: string,
  payoutId: string,
): Promise<KeptCheck | undefined> => (await findChecks(tx, tenant, [payoutId])).get(payoutId)

/** The same of many, by payment. */
export async function findChecks(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
): Promise<Map<string, KeptCheck>> {
  const rows = await tx
    .selectFrom('payee_checks')
    .select(['payout_id', 'result', 'bank_spells'])
    .where('tenant', '=', tenant)
    .where('payout_id', '=', sql<string>`any(${[...payoutIds]}::uuid[])`)
    .$narrowType<{ result: PayeeResult }>()
    .execute()
  return new Map(rows.map(({ payout_id: id, ...check }) => [id, check]))
}

/** The payments are over: their owners were asked, or have the money. */
export async function forgetSpelling(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('payee_checks')
    .set({ bank_spells: null })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', sql<string>`any(${[...payoutIds]}::uuid[])`)
    .where('bank_spells', 'is not', null)
    .execute()
}

/** Their owner is forgotten. @param rewardIds an array in SQL */
export async function forgetSpellingsOf(
  tx: Tx,
  tenant: string,
  rewardIds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update payee_checks set bank_spells = null
    where tenant = ${tenant} and bank_spells is not null and payout_id = any (array(
      select payout_id from payouts where payouts.tenant = ${tenant} and reward_id = any (${rewardIds})))`.execute(
    tx,
  )
}

/** Of payments by what was found, per file. */
export async function countChecks(
  tx: Tx,
  tenant: string,
  batchIds: readonly string[],
): Promise<{ batch_id: string; result: PayeeResult; count: number }[]> {
  const { rows } = await sql<{ batch_id: string; result: PayeeResult; count: number }>`
    select batch_id, result, count(*)::int as count
    from payouts join payee_checks on payee_checks.tenant = ${tenant} and payee_checks.payout_id = payouts.payout_id
    where payouts.tenant = ${tenant} and batch_id = any (${[...batchIds]}::text[])
    group by batch_id, result`.execute(tx)
  return rows
}

/** Those of the files of which somebody handed in what stands of a payee. */
export async function filesCheckedBy(
  tx: Tx,
  tenant: string,
  batchIds: readonly string[],
  by: string,
): Promise<string[]> {
  const { rows } = await sql<{ batch_id: string }>`
    select distinct batch_id
    from payouts join payee_checks on payee_checks.tenant = ${tenant} and payee_checks.payout_id = payouts.payout_id
    where payouts.tenant = ${tenant} and batch_id = any (${[...batchIds]}::text[]) and checked_by = ${by}`.execute(
    tx,
  )
  return rows.map(({ batch_id: id }) => id)
}
