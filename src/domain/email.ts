const maxLength = 254

/** Normal form of an address, as stored and compared. IDN domains become punycode (xn--…), since both are one mailbox. */
export function normaliseEmail(text: string): string {
  const address = text.trim().toLowerCase().normalize('NFC')
  const at = address.lastIndexOf('@')
  return at === -1 ? address : address.slice(0, at + 1) + asciiDomain(address.slice(at + 1))
}

function asciiDomain(domain: string): string {
  // Only possible domains: URL would silently cut off ports and paths.
  if (/^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.*-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The mailbox of an address, for comparison only, never for sending: without `+tag`, and without dots where the provider ignores
 * them.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@')
  const bare = local.split('+')[0] ?? ''
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${ignoresDots ? bare.replaceAll('.', '') : bare}@${ignoresDots ? 'gmail.com' : domain}`
}

/**
 * What two addresses have in common, for whoever sees them masked: one mailbox, or the same letters before the `@`, as with
 * another provider, other dots or a year behind the name.
 */
export function compareMailboxes(a: string, b: string): 'same' | 'alike' | 'other' {
  if (!isEmail(a) || !isEmail(b)) return 'other'
  if (mailboxOf(a) === mailboxOf(b)) return 'same'
  const [own, other] = [a, b].map((one) =>
    mailboxOf(one)
      .split('@')[0]!
      .replace(/[^a-z]/g, ''),
  )
  return own === other && own!.length > 3 ? 'alike' : 'other'
}

/**
 * A practical check: what providers accept and what needs no escaping in a mail header. IDN domains are allowed, local parts are
 * ASCII. No input makes the regular expressions slow.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxLength) return false
  const parts = text.split('@')
  const [local, domain] = parts
  if (parts.length !== 2 || !local || !domain || local.length > 64) return false
  if (!local.split('.').every((word) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(word))) return false
  const labels = domain.split('.')
  const top = labels[labels.length - 1]!
  if (labels.length < 2 || top.length < 2 || /^\p{N}+$/u.test(top)) return false
  return labels.every(isLabel)
}

function isLabel(label: string): boolean {
  if (label.length > 63 || label.startsWith('-') || label.endsWith('-')) return false
  return /^[\p{L}\p{M}\p{N}-]+$/u.test(label)
}
