import { sql } from 'kysely'
import type { AgencyPlan } from '../../domain/bonus.ts'
import type { Tx } from '../db/connection.ts'

/** Serialises changes of an agency's plans. */
export async function lockPlans(tx: Tx, tenant: string, agencyId: string): Promise<void> {
  await tx
    .selectFrom('agencies')
    .select('agency_id')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .forNoKeyUpdate()
    .execute()
}

/** The agency of an account's referrals, or null. */
export async function findAgencyOf(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('accounts')
    .select('agency_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.agency_id ?? null
}

/** Whether an agency is active. */
export async function isAgencyActive(tx: Tx, tenant: string, agencyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('agencies')
    .select('state')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  return row?.state === 'active'
}

/** The agency's undeleted plans, newest first. */
export async function listPlans(tx: Tx, tenant: string, agencyId: string): Promise<AgencyPlan[]> {
  const rows = await tx
    .selectFrom('bonus_plans')
    .select(['plan_id', 'name', 'fixed_cents', 'stages', 'period_months', 'valid_from'])
    // As text, to the microsecond, for sorting.
    .select(
      sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('at'),
    )
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .orderBy('valid_from', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('plan_id', 'desc')
    .execute()
  return rows.map((row) => ({
    planId: row.plan_id,
    name: row.name,
    fixedCents: row.fixed_cents,
    stages: row.stages as AgencyPlan['stages'],
    periodMonths: row.period_months,
    validFrom: row.valid_from,
    createdAt: row.at,
  }))
}

export async function insertPlan(
  tx: Tx,
  tenant: string,
  plan: Omit<AgencyPlan, 'createdAt'> & {
    agencyId: string
    userId: string
    at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('bonus_plans')
    .values({
      tenant,
      plan_id: plan.planId,
      agency_id: plan.agencyId,
      name: plan.name,
      fixed_cents: plan.fixedCents,
      stages: JSON.stringify(plan.stages),
      period_months: plan.periodMonths,
      valid_from: plan.validFrom,
      created_at: plan.at.toString(),
      created_by: plan.userId,
    })
    .execute()
}

/** Marks a plan as deleted; false if unknown or deleted before. */
export async function deletePlan(
  tx: Tx,
  tenant: string,
  gone: { agencyId: string; planId: string; userId: string; at: Temporal.Instant },
): Promise<boolean> {
  const result = await tx
    .updateTable('bonus_plans')
    .set({ deleted_at: gone.at.toString(), deleted_by: gone.userId })
    .where('tenant', '=', tenant)
    .where('agency_id', '=', gone.agencyId)
    .where('plan_id', '=', gone.planId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Whether the plan is the agency's, deleted or not. */
export async function isOwnPlan(
  tx: Tx,
  tenant: string,
  agencyId: string,
  planId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('bonus_plans')
    .select('plan_id')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  return row !== undefined
}
