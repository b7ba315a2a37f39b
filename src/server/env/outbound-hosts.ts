import { isIP } from 'node:net'
import { StartError } from './start-error.ts'

/** Which hosts the server may ask by HTTP (gateways/http/where-to-ask.ts). */
export type OutboundRules = {
  /** The only hosts that are asked, `*.` before those below one; null: whatever settings name. */
  listed: string[] | null
}

const label = String.raw`[a-z0-9_]([a-z0-9_-]*[a-z0-9])?`
const name = new RegExp(`^${label}(\\.${label})*$`)
const below = new RegExp(`^\\*\\.${label}(\\.${label})*$`)

/** OUTBOUND_HOSTS: names and addresses, separated by commas; null without it. */
export function readOutboundHosts(text: string | null): string[] | null {
  if (text === null) return null
  return text.split(',').map((part) => {
    const host = part.trim().toLowerCase()
    if (isIP(host) > 0 || name.test(host) || below.test(host)) return host
    throw new StartError(
      `OUTBOUND_HOSTS has "${part.trim()}", but it must be host names without scheme and port, separated by commas, for example feed.example,*.cms.example.`,
    )
  })
}
