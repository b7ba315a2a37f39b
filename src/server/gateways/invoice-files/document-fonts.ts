import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

/** What a family has; the second file holds the letters of Central Europe. */
const parts = ['latin', 'latin-ext'] as const
export const spareFamily = 'source-serif-4'

export type DocumentFont = { name: string; file: Buffer; has: (point: number) => boolean }
/** The fonts of one family, the one to look in first coming first. */
export type DocumentFonts = DocumentFont[]

const loaded = new Map<string, Promise<DocumentFonts>>()

/**
 * A self-hosted family in its weight to read, and behind it the spare one, for letters that it lacks and where there is no such family. Read
 * once for the whole process.
 */
export async function loadFonts(family: string): Promise<DocumentFonts> {
  const own = await load(family).catch(() => [])
  return family === spareFamily ? own : [...own, ...(await load(spareFamily))]
}

/** The family that a theme names first, as its package is called; `'Source Sans 3 Variable', …` is source-sans-3. */
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
  const fonts: DocumentFonts = []
  for (const part of parts) {
    // One weight a file, unlike the web's fonts: the PDF library embeds files as they lie.
    const file = await readFile(
      resolve(`@fontsource/${family}/files/${family}-${part}-400-normal.woff`),
    )
    const font = create(file)
    const has = (point: number) => font.hasGlyphForCodePoint(point)
    fonts.push({ name: `${family} ${part}`, file, has })
  }
  return fonts
}

// A breaking or other space is one place of a line.
const space = /\s/g

export type Run = { font: string; text: string }

/** A text as runs of one font each, on one line; what none has is left out, because PDF/A allows no missing glyphs. */
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
