/** Channel codes on the wire (domain.md section 3); `xx` is any unknown code. */
export const channels = [
  'em', // e-mail client
  'fb', // Facebook
  'wa', // WhatsApp
  'xi', // Xing
  'li', // LinkedIn
  'tw', // Twitter
  'gm', // Gmail
  'ol', // Outlook
  'ya', // Yahoo
  'ns', // native share
  'ln', // copied link
  'qr', // QR code
  'co', // code
  'of', // offline
  'xx',
] as const

export type Channel = (typeof channels)[number]

/** An unknown or missing channel is `xx`, never an error. */
export function channelOf(text: string | undefined): Channel {
  const code = text?.trim().toLowerCase()
  return channels.find((channel) => channel === code) ?? 'xx'
}

/** The tenant's channel modules under their wire names (spec section 3). */
export const channelModules = {
  ModuleEmailClient: 'em',
  ModuleFacebook: 'fb',
  ModuleWhatsapp: 'wa',
  ModuleXing: 'xi',
  ModuleLinkedIn: 'li',
  ModuleTwitter: 'tw',
  ModuleGmail: 'gm',
  ModuleOutlook: 'ol',
  ModuleYahoo: 'ya',
} as const satisfies Record<string, Channel>

/** The active channels by value; below 0 or missing is off. Equal values keep the order of the list above. */
export function orderChannels(config: Partial<Record<Channel, number>>): Channel[] {
  const value = (channel: Channel) => config[channel] ?? -1
  return channels.filter((channel) => value(channel) > -1).sort((a, b) => value(a) - value(b))
}
