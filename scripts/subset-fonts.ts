import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import subsetFont from 'subset-font'

// A family's usual letters, and the others: a page begins with the first file alone (decision 1004).

export const lettersFolder = 'dist/letters'

const packageFiles = createRequire(import.meta.url)

/** Writes the files that src/web/ui/fonts name below `@letters`, each with what its rule says, but for what a later rule says as well. */
export async function subsetFonts(): Promise<void> {
  mkdirSync(lettersFolder, { recursive: true })
  const rules = globSync('src/web/ui/fonts/*.css').flatMap(
    (file) => readFileSync(file, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [],
  )
  const written = new Map<string, string[]>()
  for (const rule of rules.toReversed()) {
    const [, path = '', range = ''] =
      /@letters\/([\w.-]+)'[^]*unicode-range:([^;]*);/.exec(rule) ?? []
    if (!path) continue
    const family = basename(path, '.woff2').replace(/-(latin-wght-letters|others)$/, '')
    const whole = `@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`
    const later = written.get(family) ?? []
    const letters = lettersIn(range).filter((letter) => !later.includes(letter))
    written.set(family, [...later, ...letters])
    const font = await subsetFont(readFileSync(packageFiles.resolve(whole)), letters.join(''), {
      targetFormat: 'woff2',
      // Without fractions, of which no page has any.
      keepFeatures: [
        'calt',
        'ccmp',
        'kern',
        'liga',
        'locl',
        'mark',
        'mkmk',
        'pnum',
        'rvrn',
        'tnum',
      ],
      // Browsers need no list of styles.
      dropTables: ['STAT'],
    })
    writeFileSync(`${lettersFolder}/${path}`, font)
  }
}

function lettersIn(range: string): string[] {
  return range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
}
