import type { Theme } from '../../domain/tenant.ts'
import { darkColoursOf, primaryTextOf } from '../../domain/theme-colours.ts'

// A theme is data: it must not close the rule or the style element.
const declare = (lines: string[]) => lines.map((line) => line.replace(/[;{}<>]/g, '')).join(';')

const colourLines = (colours: Theme['colours']) =>
  Object.entries({ ...colours, primaryText: primaryTextOf(colours) }).map(
    ([name, value]) =>
      `--c-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
  )

/** A tenant's tokens as CSS custom properties; ui/style.css maps them to Tailwind names. */
export function themeCss(theme: Theme): string {
  const rest = [
    `--t-font-body:${theme.fontBody}`,
    `--t-font-heading:${theme.fontHeading}`,
    `--t-radius:${theme.radius}`,
    `--t-radius-button:${theme.buttonRadius}`,
  ]
  return `:root{${declare([...colourLines(theme.colours), ...rest])}}`
}

/** Print stays light. */
const darkScreen = 'screen and (prefers-color-scheme: dark)'

/** What the theme changes where the visitor's system is dark; a page that shows what it prints stays as on paper. */
export function darkThemeCss({ colours, logoDark }: Pick<Theme, 'colours' | 'logoDark'>): string {
  const light = colourLines(colours)
  const dark = colourLines(darkColoursOf(colours)).filter((line) => !light.includes(line))
  // The tenant's logo for dark pages; one that is drawn for light ones lies on a plate.
  const logo = logoDark
    ? `content:url("${logoDark.replace(/[^\w./-]/g, '')}")`
    : 'background:#fff;padding:.25rem .5rem'
  return [
    `@media ${darkScreen}{:root:not(:has(.paper-card)){${declare(['color-scheme:dark', ...dark])}}}`,
    // Forced colours have the logo for light pages on a plate of their own (ui/style.css).
    `@media ${darkScreen} and (forced-colors: none){html:not(:has(.paper-card)) .site-header img{${logo}}}`,
  ].join('')
}
