/**
 * The part of an address that identifies a visitor: all of IPv4, the first 64 bits of IPv6, because every subscriber has that
 * many. IPv4 in IPv6 (::ffff:192.0.2.1, and 64:ff9b::192.0.2.1 of RFC 6052) counts as IPv4; ports are ignored. Other text is
 * returned unchanged.
 */
export function visitorNetwork(address: string): string {
  const bare = (withoutPort(address).split('%')[0] ?? '').toLowerCase()
  if (!bare.includes(':')) return bare
  const groups = expand(bare)
  if (!groups) return bare
  const [high = 0, low = 0] = groups.slice(6)
  if (carriesV4.includes(groups.slice(0, 6).join(':'))) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The first 48 bits of an IPv6 address, which one customer of a provider can have whole; null for IPv4 and other text. */
export function visitorSite(address: string): string | null {
  const network = visitorNetwork(address)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null
}

// The first 96 bits in decimal groups: v4-mapped and the well-known NAT64 prefix.
const carriesV4 = [[0, 0, 0, 0, 0, 0xffff].join(':'), [0x64, 0xff9b, 0, 0, 0, 0].join(':')]

/** Without a proxy's port: `192.0.2.1:443`, `[2001:db8::1]:443`, also `[2001:db8::1]`. */
function withoutPort(address: string): string {
  const inside =
    /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1]
  return inside ?? address
}

/** The eight groups of an IPv6 address in any notation, or null. */
function expand(text: string): number[] | null {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return null
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')]
  const missing = 8 - front.length - back.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const all = [...front, ...Array.from({ length: missing }, () => 0), ...back]
  return all.every((group) => Number.isInteger(group) && group <= 0xffff) ? all : null
}

function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (/^[0-9a-f]{1,4}$/.test(group)) return [Number.parseInt(group, 16)]
    const bytes = group.split('.').map((byte) => (/^\d{1,3}$/.test(byte) ? Number(byte) : NaN))
    if (bytes.length !== 4 || !bytes.every((byte) => byte <= 255)) return [NaN]
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    return [a * 256 + b, c * 256 + d]
  })
}
