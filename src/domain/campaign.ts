// Campaign parameters of an address (spec section 2.3). They travel in the address, and after consent in the channel cookie.
export const campaignParameters = ['channel', 'c', 'pk_campaign', 'mtm_campaign'] as const

export type Campaign = Partial<Record<(typeof campaignParameters)[number], string>>

// Four of them fit into one cookie, whatever letters they are of.
const longest = 80

/** What an address, or the text of a channel cookie, says of a campaign; null where it says nothing. */
export function readCampaign(search: string): Campaign | null {
  const query = new URLSearchParams(search)
  const said = campaignParameters
    .map((name) => [name, cleaned(query.get(name) ?? '')] as const)
    .filter(([, value]) => value !== '')
  return said.length > 0 ? Object.fromEntries(said) : null
}

/** What the query of a call says, which was taken apart already. */
export const campaignOf = (query: Campaign): Campaign | null => readCampaign(writeCampaign(query))

/** The same as text, parameters in their fixed order, so that equal campaigns are equal texts. */
export function writeCampaign(campaign: Campaign): string {
  const said = campaignParameters.flatMap((name) => {
    const value = cleaned(campaign[name] ?? '')
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(said).toString()
}

/** The channel that a campaign names, for channelOf; a campaign's own name is none. */
export const channelIn = (campaign: Campaign | null): string | undefined =>
  campaign?.channel ?? campaign?.c

const cleaned = (text: string) =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longest)
