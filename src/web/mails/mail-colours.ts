import { mix } from '../../domain/colours.ts'
import type { Theme } from '../../domain/tenant.ts'
import { darkColoursOf } from '../../domain/theme-colours.ts'

export type MailColours = {
  page: string
  card: string
  text: string
  muted: string
  line: string
  link: string
  button: string
  onButton: string
  band: string
  onBand: string
  accent: string
  tint: string
}

export function lightColours({ colours }: Pick<Theme, 'colours'>): MailColours {
  return {
    page: colours.background,
    card: colours.surface,
    text: colours.text,
    muted: colours.muted,
    line: mix(colours.line, colours.surface, 0.6),
    link: colours.link,
    button: colours.primary,
    onButton: colours.onPrimary,
    band: colours.heroBackground,
    onBand: colours.heroText,
    accent: colours.accent,
    tint: mix(colours.primary, colours.surface, 0.93),
  }
}

/** For mail programs that honour prefers-color-scheme: as the pages are. */
export const darkColours = ({ colours }: Pick<Theme, 'colours'>): MailColours =>
  lightColours({ colours: darkColoursOf(colours) })
