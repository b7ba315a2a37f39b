export type ShareMessage = { subject: string; text: string } // neither contains the link

/** `link?channel=wa`: each share channel is counted separately. */
export function linkFor(link: string, channel: string): string {
  const url = new URL(link)
  url.searchParams.set('channel', channel)
  return url.href
}

type Target = (link: string, message: ShareMessage, facebookId: string) => string

const query = (parameters: Record<string, string>) =>
  // Mail programs show an encoded "+" as a plus sign, not a space.
  new URLSearchParams(parameters).toString().replaceAll('+', '%20')

const body = (link: string, { text }: ShareMessage) => `${text}\n\n${link}`

const targets: Record<string, Target> = {
  em: (link, message) =>
    `mailto:?${query({ subject: message.subject, body: body(link, message) })}`,
  wa: (link, message) => `https://wa.me/?${query({ text: body(link, message) })}`,
  fb: (link, _, facebookId) =>
    facebookId
      ? `https://www.facebook.com/dialog/share?${query({ app_id: facebookId, display: 'popup', href: link })}`
      : `https://www.facebook.com/sharer/sharer.php?${query({ u: link })}`,
  xi: (link) => `https://www.xing.com/spi/shares/new?${query({ url: link })}`,
  li: (link) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url: link })}`,
  tw: (link, message) => `https://x.com/intent/post?${query({ text: message.text, url: link })}`,
  gm: (link, message) =>
    `https://mail.google.com/mail/?${query({ view: 'cm', fs: '1', su: message.subject, body: body(link, message) })}`,
  ol: (link, message) =>
    `https://outlook.live.com/mail/0/deeplink/compose?${query({ subject: message.subject, body: body(link, message) })}`,
  ya: (link, message) =>
    `https://compose.mail.yahoo.com/?${query({ subject: message.subject, body: body(link, message) })}`,
}

/** The URL that opens a channel with the link and an honest text; null if it has none. */
export function shareAddress(
  channel: string,
  link: string,
  message: ShareMessage,
  facebookId: string,
): string | null {
  return targets[channel]?.(linkFor(link, channel), message, facebookId) ?? null
}

/** Two channels beside the first (ux.md), the others behind "more", in the tenant's order (spec section 3). None without a URL. */
export function placeChannels(channels: readonly string[]) {
  const isNear = (channel: string): channel is 'wa' | 'em' => channel === 'wa' || channel === 'em'
  return {
    beside: channels.filter(isNear),
    more: channels.filter((channel) => !isNear(channel) && Object.hasOwn(targets, channel)),
  }
}
