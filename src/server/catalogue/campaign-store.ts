import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { ListedCampaign } from './listing.ts'

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

export async function saveCampaign(
  tx: Tx,
  tenant: string,
  campaign: ListedCampaign,
): Promise<void> {
  await tx
    .insertInto('campaigns')
    .values({
      tenant,
      campaign_id: campaign.id,
      title: JSON.stringify(campaign.title),
      description: JSON.stringify(campaign.text),
      legal_text: JSON.stringify(campaign.legalText),
      consent: JSON.stringify(campaign.consent),
      version: campaign.version,
      starts_on: campaign.startsOn,
      ends_on: campaign.endsOn,
      position: campaign.position,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'campaign_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        description: eb.ref('excluded.description'),
        legal_text: eb.ref('excluded.legal_text'),
        consent: eb.ref('excluded.consent'),
        version: eb.ref('excluded.version'),
        starts_on: eb.ref('excluded.starts_on'),
        ends_on: eb.ref('excluded.ends_on'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}
