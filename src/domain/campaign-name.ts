import { channelIn, type Campaign } from './campaign.ts'
import { channelOf, type Channel } from './channels.ts'

/** The way by which somebody came, as the statistics keep it: `xx` for none or an unknown channel, null for no campaign. */
export type Way = { channel: Channel; campaign: string | null }

export const noWay: Way = { channel: 'xx', campaign: null }

// Newsletters put addresses, customer numbers and keys of their readers into links; none of that is a campaign.
const identifying = [
  /@|\(\s*at\s*\)|\S\s+at\s+\S+\.\p{L}{2,}/iu, // an address
  /(?<!\p{N})\p{N}{1,2}[ ./-]+\p{N}{1,2}[ ./-]+\p{N}{2,4}(?!\p{N})/u, // a day, of birth perhaps
  /[0-9a-f]{16,}/i, // a key
  /[0-9A-Z]{16,}/, // a number of ours
  /(?=[\p{L}\p{N}_-]{20})[\p{L}\p{N}_-]*\p{L}\p{N}+\p{L}/u, // random letters and digits
  /[\p{L}\p{N}_-]{48,}/u,
]
// Telephone numbers, accounts, contracts, however they are written; the day of a campaign (20261121, 2026-11-21) is none of them.
const mostDigits = 6
const campaignDay = /(?<!\p{N})20[2-9]\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\p{N})/u
const digitsIn = (said: string) => said.replace(campaignDay, '').match(/\p{N}/gu)?.length ?? 0
const plain = /^[\p{L}\p{N}][\p{L}\p{N} ._:,+&()/-]{0,79}$/u

/** The name of a campaign where it is one; what could tell a person apart is not kept. */
export function campaignName(campaign: Campaign | null): string | null {
  const said = (campaign?.mtm_campaign ?? campaign?.pk_campaign ?? '').trim()
  // First whether it is a short name at all: the other patterns are not for long texts.
  if (!plain.test(said) || digitsIn(said) > mostDigits) return null
  return identifying.some((sign) => sign.test(said)) ? null : said
}

/** What the address says counts as a whole; only where it says nothing does what was remembered. */
export function wayOf(said: Campaign | null, remembered: Campaign | null = null): Way {
  const way = said ?? remembered
  return { channel: channelOf(channelIn(way)), campaign: campaignName(way) }
}
