import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFaults, type CoverageLine } from './read-coverage.ts'

// How each requirement of a standard is met, in our own words, with its proof: a table of items and the page made from it.

export const standards = {
  asvs: { items: 'test/asvs.json', page: 'docs/security/asvs.md', levels: [1, 2] },
  wcag: { items: 'test/wcag.json', page: 'docs/accessibility/wcag.md', levels: ['A', 'AA'] },
} as const

export type StandardName = keyof typeof standards
export const standardNames = Object.keys(standards) as StandardName[]

export const standardStates = ['met', 'decision', 'not-applicable', 'open'] as const

export type StandardItem = Omit<CoverageLine, 'state' | 'note'> & {
  level: (typeof standards)[StandardName]['levels'][number]
  state: (typeof standardStates)[number]
  note: string // how, or why not
}

export const readStandard = (root: string, name: StandardName): StandardItem[] =>
  JSON.parse(readFileSync(resolve(root, standards[name].items), 'utf8')) as StandardItem[]

const partsOf = (id: string) => id.replace('V', '').split('.').map(Number)

/** Items without proof or a sentence, out of order or there twice, and files and titles that do not exist. */
export function findStandardFaults(root: string, items: StandardItem[]): string[] {
  const unproven = items.filter(
    ({ state, where, tests }) => state === 'met' && where.length + Object.keys(tests).length === 0,
  )
  const inOrder = items.toSorted((a, b) => {
    const [left, right] = [partsOf(a.id), partsOf(b.id)]
    const at = left.findIndex((part, place) => part !== right[place])
    return at < 0 ? 0 : left[at]! - right[at]!
  })
  return [
    ...findFaults(root, items),
    ...unproven.map(({ id }) => `${id} is met but nothing proves it`),
    ...items.filter(({ note }) => note.trim() === '').map(({ id }) => `${id} does not say how`),
    ...items.filter((item, at) => item !== inOrder[at]).map(({ id }) => `${id} is out of order`),
  ]
}
