const maxLength = 254

// One spelling per address, as it is stored and compared. A domain beyond ASCII is written as mail servers have it (xn--…): people
// type either, and both are one mailbox. The database does the same (migration 0039).
export function normaliseEmail(text: string): string {
  const address = text.trim().toLowerCase().normalize('NFC')
  const at = address.lastIndexOf('@')
  return at === -1 ? address : address.slice(0, at + 1) + asciiDomain(address.slice(at + 1))
}

function asciiDomain(domain: string): string {
  // Only what can be a domain is handed on: the rest of an address bar's syntax (ports, paths) would be cut off in silence.
  if (/^[ -~]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.*-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The mailbox behind an address, for telling whether two are one person's: without `+tag`, and without dots where the provider
 * ignores them. For comparing alone, never to send to.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@')
  const bare = local.split('+')[0] ?? ''
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com'
  return `${ignoresDots ? bare.replaceAll('.', '') : bare}@${ignoresDots ? 'gmail.com' : domain}`
}

// A practical check: what providers hand out and what can be put into a mail header without
// escaping. Domains may have letters beyond ASCII, local parts may not. No regular expression here
// can be made slow by its input.
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
