import type { Theme } from '../../domain/tenant.ts'
import { darkColoursOf } from '../../domain/theme-colours.ts'

// A theme is data: it must not close the rule or the style element.
const declare = (lines: string[]) => lines.map((line) => line.replace(/[;{}<>]/g, '')).join(';')

const colourLines = (colours: Theme['colours']) =>
  Object.entries(colours).map(
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

/** Media in which pages are dark; print stays light. Also in ui/style.css. */
export const darkScreen = 'screen and (prefers-color-scheme: dark)'

/** The theme's colours where the visitor's system is dark; what is printed is shown as on paper. */
export function darkThemeCss({ colours }: Pick<Theme, 'colours'>): string {
  const dark = declare(['color-scheme:dark', ...colourLines(darkColoursOf(colours))])
  const paper = declare(['color-scheme:light', 'color:var(--c-text)', ...colourLines(colours)])
  return `@media ${darkScreen}{:root{${dark}}.paper-card{${paper}}}`
}
