import type { Theme } from '../../domain/tenant.ts'

const firstLetter = (name: string) => /\p{L}/u.exec(name)?.[0].toLocaleUpperCase('de') ?? ''

/** A placeholder portrait: initials on the tenant's colours, SVG of 160 px. */
export function drawInitials(
  person: { first_name: string; last_name: string },
  { colours, fontHeading }: Pick<Theme, 'colours' | 'fontHeading'>,
): string {
  const initials = firstLetter(person.first_name) + firstLetter(person.last_name)
  const font = fontHeading.replace(/[^\w ,'-]/g, '').replaceAll("'", '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160">` +
    `<rect width="160" height="160" fill="${colours.heroBackground}"/>` +
    `<text x="80" y="80" dy=".36em" text-anchor="middle" font-family="${font}" font-size="60" font-weight="700" fill="${colours.heroText}">${initials}</text></svg>`
  )
}
