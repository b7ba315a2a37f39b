import type { Theme } from '../../domain/tenant.ts'

/** A tenant's tokens as CSS custom properties; ui/style.css maps them to Tailwind names. */
export function themeCss(theme: Theme): string {
  const colours = Object.entries(theme.colours).map(
    ([name, value]) =>
      `--c-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
  )
  const rest = [
    `--t-font-body:${theme.fontBody}`,
    `--t-font-heading:${theme.fontHeading}`,
    `--t-radius:${theme.radius}`,
    `--t-radius-button:${theme.buttonRadius}`,
  ]
  // A theme is data: it must not close the rule or the style element.
  return `:root{${[...colours, ...rest].map((line) => line.replace(/[;{}<>]/g, '')).join(';')}}`
}
