import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { unpackWoff } from './unpack-woff.ts'

const { resolve } = createRequire(import.meta.url)

/** A family's files; the second has the letters of Central Europe. */
const parts = ['latin', 'latin-ext'] as const
export const spareFamily = 'source-serif-4'

export type DocumentFont = { name: string; file: Buffer; has: (point: number) => boolean }
/** A family's fonts, in order of lookup. */
export type DocumentFonts = DocumentFont[]

const loaded = new Map<string, Promise<DocumentFonts>>()

/** A self-hosted family in its regular weight, with the fallback family behind. Read once per process. */
export async function loadFonts(family: string): Promise<DocumentFonts> {
  const own = await load(family).catch(() => [])
  return family === spareFamily ? own : [...own, ...(await load(spareFamily))]
}

/** A theme's first family as a package name; `'Source Sans 3 Variable', …` is source-sans-3. */
export const familyOf = (families: string): string =>
  (/^\s*'?([A-Za-z0-9 ]+?)(?: Variable)?'?\s*(?:,|$)/.exec(families)?.[1] ?? spareFamily)
    .toLowerCase()
    .replaceAll(' ', '-')

function load(family: string): Promise<DocumentFonts> {
  const fonts = loaded.get(family) ?? readFamily(family)
  loaded.set(family, fonts)
  return fonts
}

async function readFamily(family: string): Promise<DocumentFonts> {
  const { create } = await import('fontkit')
  const fonts: DocumentFonts = []
  for (const part of parts) {
    // One weight per file, unlike the web's: the PDF library embeds whole files.
    const path = resolve(`@fontsource/${family}/files/${family}-${part}-400-normal.woff`)
    const file = unpackWoff(await readFile(path))
    const font = create(file)
    const has = (point: number) => font.hasGlyphForCodePoint(point)
    fonts.push({ name: `${family} ${part}`, file, has })
  }
  return fonts
}

// Each space is one place in a line.
const space = /\s/g

export type Run = { font: string; text: string }

/** Splits a line into runs of one font; characters without glyph are dropped, as PDF/A allows none missing. */
export function splitByFont(text: string, fonts: DocumentFonts): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC').replaceAll(space, ' ')) {
    const point = character.codePointAt(0)!
    const font = point < 32 ? undefined : fonts.find(({ has }) => has(point))
    if (!font) continue
    const last = runs.at(-1)
    if (last?.font === font.name) last.text += character
    else runs.push({ font: font.name, text: character })
  }
  return runs
}
