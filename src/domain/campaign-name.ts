import { channelIn, type Campaign } from './campaign.ts'
import { channelOf, type Channel } from './channels.ts'

/** The way by which somebody came, as the statistics keep it: `xx` for none or an unknown channel, null for no campaign. */
export type Way = { channel: Channel; campaign: string | null }

export const noWay: Way = { channel: 'xx', campaign: null }

// Newsletters put addresses, customer numbers and keys of their readers into links; none of that is a campaign.
const identifying = [/@/, /\d{9,}/, /[0-9a-f]{16,}/i, /[\p{L}\p{N}_-]{48,}/u, /[A-Z2-7]{16,}/]
const plain = /^[\p{L}\p{N}][\p{L}\p{N} ._:,+&()/-]{0,79}$/u

/** The name of a campaign where it is one; what could tell a person apart is not kept. */
export function campaignName(campaign: Campaign | null): string | null {
  const said = (campaign?.mtm_campaign ?? campaign?.pk_campaign ?? '').trim()
  return plain.test(said) && !identifying.some((sign) => sign.test(said)) ? said : null
}

/** What the address says counts as a whole; only where it says nothing does what was remembered. */
export function wayOf(said: Campaign | null, remembered: Campaign | null = null): Way {
  const way = said ?? remembered
  return { channel: channelOf(channelIn(way)), campaign: campaignName(way) }
}
