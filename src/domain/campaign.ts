/** Campaign parameters (spec section 2.3): in the address, and after consent in the channel cookie. */
export const campaignParameters = ['channel', 'c', 'pk_campaign', 'mtm_campaign'] as const

export type Campaign = Partial<Record<(typeof campaignParameters)[number], string>>

// Four fit into one cookie in any script.
const longest = 80

/** The campaign in an address or channel cookie; null for none. */
export function readCampaign(search: string): Campaign | null {
  const query = new URLSearchParams(search)
  const said = campaignParameters
    .map((name) => [name, cleaned(query.get(name) ?? '')] as const)
    .filter(([, value]) => value !== '')
  return said.length > 0 ? Object.fromEntries(said) : null
}

/** The campaign of a parsed query. */
export const campaignOf = (query: Campaign): Campaign | null => readCampaign(writeCampaign(query))

/** In a fixed order of parameters, so that equal campaigns are equal texts. */
export function writeCampaign(campaign: Campaign): string {
  const said = campaignParameters.flatMap((name) => {
    const value = cleaned(campaign[name] ?? '')
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(said).toString()
}

/** The channel of a campaign, for channelOf. */
export const channelIn = (campaign: Campaign | null): string | undefined =>
  campaign?.channel ?? campaign?.c

const cleaned = (text: string) =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longest)
