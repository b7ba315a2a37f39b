type Rgb = [red: number, green: number, blue: number]

/** Channels of 0 to 255; null for anything but #rrggbb. */
function rgb(colour: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  return digits ? (digits.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb) : null
}

const hex = (parts: number[]) =>
  `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** Relative luminance of an opaque #rrggbb colour (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [red, green, blue] = (rgb(colour) ?? [0, 0, 0]).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export const isDark = (colour: string): boolean =>
  contrast(colour, '#ffffff') > contrast(colour, '#000000')

/** Mixes `part` (0 to 1) of the second colour into the first; returns anything but #rrggbb unchanged. */
export function mix(colour: string, other: string, part: number): string {
  const [a, b] = [rgb(colour), rgb(other)]
  if (!a || !b) return colour
  return hex(a.map((value, index) => Math.round(value + ((b[index] ?? value) - value) * part)))
}

/** The same hue, as bright as it gets. */
export function brightest(colour: string): string {
  const most = Math.max(1, ...(rgb(colour) ?? []))
  return hex((rgb(colour) ?? [255, 255, 255]).map((value) => Math.round((value * 255) / most)))
}

/** `colour` with as little of `other` mixed in as gives it `ratio` on each of the `backgrounds`; else `other`. */
export function readable(
  colour: string,
  other: string,
  backgrounds: readonly string[],
  ratio: number,
): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(colour, other, part)
    if (backgrounds.every((background) => contrast(mixed, background) >= ratio)) return mixed
  }
  return other
}
