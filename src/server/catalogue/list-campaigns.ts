import { listCampaigns as endpoint } from '../../contract/aktion.ts'
import { serve } from '../serve.ts'
import { listActiveCampaigns } from './campaign-store.ts'

export const listCampaigns = serve(endpoint, async ({ tenant, today, locale, transaction }) => {
  const campaigns = await transaction((tx) => listActiveCampaigns(tx, tenant.code, today))
  return campaigns.map((campaign) => ({
    id: campaign.campaign_id,
    title: campaign.title[locale],
    text: campaign.description[locale],
    legalText: campaign.legal_text[locale],
    ticked: false,
    consent: campaign.consent[locale],
  }))
})
