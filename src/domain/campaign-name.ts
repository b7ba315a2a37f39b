import { channelIn, type Campaign } from './campaign.ts'
import { channelOf, type Channel } from './channels.ts'

/** Attribution in the statistics: `xx` for no or an unknown channel, null for no campaign. */
export type Way = { channel: Channel; campaign: string | null }

export const noWay: Way = { channel: 'xx', campaign: null }

// Newsletters put addresses, customer numbers and keys of readers into links; these are no campaigns.
const identifying = [
  /@|\(\s*at\s*\)|\S\s+at\s+\S+\.\p{L}{2,}/iu, // an address
  /(?<!\p{N})\p{N}{1,2}[ ./-]+\p{N}{1,2}[ ./-]+\p{N}{2,4}(?!\p{N})/u, // a date, possibly of birth
  /[0-9a-f]{16,}/i, // a key
  /[0-9A-Z]{16,}/, // a number of ours
  /(?=[\p{L}\p{N}_-]{20})[\p{L}\p{N}_-]*\p{L}\p{N}+\p{L}/u, // random letters and digits
  /[\p{L}\p{N}_-]{48,}/u,
]
// Phone, account and contract numbers in any notation, but not a campaign's date (20261121, 2026-11-21).
const mostDigits = 6
const campaignDay = /(?<!\p{N})20[2-9]\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\p{N})/u
const digitsIn = (said: string) => said.replace(campaignDay, '').match(/\p{N}/gu)?.length ?? 0
const plain = /^[\p{L}\p{N}][\p{L}\p{N} ._:,+&()/-]{0,79}$/u

/** A valid campaign name; personal data is dropped. */
export function campaignName(campaign: Campaign | null): string | null {
  const said = (campaign?.mtm_campaign ?? campaign?.pk_campaign ?? '').trim()
  // Length first: the other patterns are not for long texts.
  if (!plain.test(said) || digitsIn(said) > mostDigits) return null
  return identifying.some((sign) => sign.test(said)) ? null : said
}

/** The address wins as a whole; the remembered campaign is the fallback. */
export function wayOf(said: Campaign | null, remembered: Campaign | null = null): Way {
  const way = said ?? remembered
  return { channel: channelOf(channelIn(way)), campaign: campaignName(way) }
}
