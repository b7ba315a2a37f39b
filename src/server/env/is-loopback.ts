import { isIP } from 'node:net'

/** Whether a host (address or name, IPv6 with or without brackets) is this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (isIP(bare) === 4) return bare.startsWith('127.')
  if (isIP(bare) === 6) return new URL(`http://[${bare}]`).hostname === '[::1]'
  // RFC 6761: names below localhost are this machine.
  return bare === 'localhost' || bare.endsWith('.localhost')
}
