import type { Theme } from '../../domain/tenant.ts'

const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const serif = "Georgia, 'Times New Roman', Times, serif"

export const monospace = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace"

/** Mails load no fonts (some clients fall back to Times if the first family is unknown), so a theme's family maps to similar system fonts. */
export function mailFonts(theme: Theme): { body: string; heading: string } {
  return { body: kindOf(theme.fontBody), heading: kindOf(theme.fontHeading) }
}

function kindOf(families: string): string {
  return /(^|[\s,])serif\s*$/.test(families) ? serif : sans
}
