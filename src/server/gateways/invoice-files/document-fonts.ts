import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { decodeWoff2 } from './decode-woff2.ts'

const { resolve } = createRequire(import.meta.url)

/** Source Serif 4 in its regular weight: the one self-hosted family whose file holds a weight to read without variations. */
export type DocumentFonts = { latin: Buffer; latinExtended: Buffer }

let loaded: Promise<DocumentFonts> | null = null

/** Read and unpacked once for the whole process; it takes about a quarter of a second. */
export function loadFonts(): Promise<DocumentFonts> {
  loaded ??= Promise.all(['latin', 'latin-ext'].map(load)).then(([latin, latinExtended]) => {
    return { latin: latin!, latinExtended: latinExtended! }
  })
  return loaded
}

const load = async (part: string) =>
  decodeWoff2(
    await readFile(
      resolve(`@fontsource-variable/source-serif-4/files/source-serif-4-${part}-wght-normal.woff2`),
    ),
  )

// What the two files hold (their unicode-range); everything else is left out, because PDF/A allows no missing glyphs.
const inLatin =
  /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/
const inLatinExtended =
  /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0192\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]/

export type Run = { font: keyof DocumentFonts; text: string }

/** A text as runs of one font each, on one line. */
export function splitByFont(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC').replaceAll(/\s/g, ' ')) {
    const font = inLatin.test(character)
      ? 'latin'
      : inLatinExtended.test(character)
        ? 'latinExtended'
        : null
    if (font === null) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
