import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type Campaign = {
  campaign_id: string
  title: Localised
  description: Localised
  legal_text: Localised
  consent: Localised
  version: string
}

/** The campaigns running on a day, first and last day included. */
export async function listActiveCampaigns(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<Campaign[]> {
  const { rows } = await sql<Campaign>`
    select campaign_id, title, description, legal_text, consent, version from campaigns
    where tenant = ${tenant} and starts_on <= ${today.toString()}
      and (ends_on is null or ends_on >= ${today.toString()})
    order by position, campaign_id`.execute(tx)
  return rows
}
