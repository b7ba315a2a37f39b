import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFaults, type CoverageLine } from './read-coverage.ts'

// test/asvs.json: how each requirement of OWASP ASVS 5.0, levels 1 and 2, is met, in our own words.

export const asvsStates = ['met', 'decision', 'not-applicable', 'open'] as const

export type AsvsItem = Omit<CoverageLine, 'state' | 'note'> & {
  level: 1 | 2
  state: (typeof asvsStates)[number]
  note: string // how, or why not
}

export const readAsvs = (root: string): AsvsItem[] =>
  JSON.parse(readFileSync(resolve(root, 'test/asvs.json'), 'utf8')) as AsvsItem[]

const partsOf = (id: string) => id.slice(1).split('.').map(Number)

/** Items without proof or a sentence, out of order or there twice, and files and titles that do not exist. */
export function findAsvsFaults(root: string, items: AsvsItem[]): string[] {
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
