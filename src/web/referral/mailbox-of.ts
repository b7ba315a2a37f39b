// Webmail of large providers; others open their mail as usual.
const mailboxes: Record<string, string> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'gmx.de': 'https://www.gmx.net/',
  'gmx.net': 'https://www.gmx.net/',
  'gmx.at': 'https://www.gmx.net/',
  'gmx.ch': 'https://www.gmx.net/',
  'web.de': 'https://web.de/',
  't-online.de': 'https://email.t-online.de/',
  'freenet.de': 'https://email.freenet.de/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'outlook.de': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'hotmail.de': 'https://outlook.live.com/mail/',
  'live.de': 'https://outlook.live.com/mail/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'me.com': 'https://www.icloud.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'yahoo.de': 'https://mail.yahoo.com/',
  'posteo.de': 'https://posteo.de/',
  'mailbox.org': 'https://login.mailbox.org/',
  'proton.me': 'https://mail.proton.me/',
}

/** Webmail page of an address; null if unknown. The demo's mail is in its inbox. */
export function mailboxOf(address: string, demo: boolean): string | null {
  if (demo) return '/demo/inbox'
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return Object.hasOwn(mailboxes, domain) ? mailboxes[domain]! : null
}
