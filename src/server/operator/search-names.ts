import { editDistance } from '../../domain/edit-distance.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import {
  findByNamePairs,
  findByNames,
  findByPartOfName,
  findByPairs,
  keysOf,
  listNames,
  type FoundPerson,
  type Pair,
} from './search-people-store.ts'

/** Longer texts are no names. */
const mostWords = 6
/** Shorter names are many, and near to everything. */
const shortest = 4
const nearest = 10

/**
 * People by name, first and last in either order, also if some letters are wrong. `enough`: that many need no guessing; `rows` are read of
 * each way to spell it.
 */
export async function findPeopleByName(
  tx: Tx,
  tenant: string,
  term: string,
  { enough, rows }: { enough: number; rows: number },
): Promise<FoundPerson[]> {
  const words = term.split(/[\s,;]+/u).filter((word) => /\p{L}/u.test(word))
  if (words.length === 0 || words.length > mostWords) return []
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)])
  const texts = [words, ...cuts.flat()].map((some) => some.join(''))
  const [whole = '', ...halves] = await keysOf(tx, texts)
  if (whole.length < 2) return []
  const pairs = cuts.flatMap((_, at): Pair[] => {
    const [one, other] = [halves[2 * at]!, halves[2 * at + 1]!]
    if (one === '' || other === '') return []
    return [
      { first: one, last: other },
      { first: other, last: one },
    ]
  })
  const found = (
    await together([
      () => findByPartOfName(tx, tenant, whole, rows),
      () => findByPairs(tx, tenant, pairs, rows),
    ] as const)
  ).flat()
  const isEnough = new Set(found.map(({ email }) => email)).size >= enough
  const near = isEnough ? [] : await findNear(tx, tenant, whole, pairs)
  return rank([...found, ...near], term, whole)
}

/** With errors: the names that differ little, and whoever has them. */
async function findNear(tx: Tx, tenant: string, whole: string, pairs: Pair[]) {
  const known = new Map<string, Promise<string[]>>()
  const near = (part: 'first' | 'last', name: string) => {
    const key = `${part} ${name}`
    const listed = known.get(key) ?? listNear(tx, tenant, part, name)
    known.set(key, listed)
    return listed
  }
  const found: FoundPerson[] = []
  const first = await near('first', whole)
  const last = await near('last', whole)
  found.push(...(await findByNames(tx, tenant, { first, last })))
  for (const pair of pairs) {
    // Fewer names are first names.
    const first = await near('first', pair.first)
    if (first.length === 0) continue
    const last = await near('last', pair.last)
    if (last.length > 0) found.push(...(await findByNamePairs(tx, tenant, { first, last })))
  }
  return found
}

/** One error is in the first half or in the second, so the other one is right; or both letters between them are swapped. */
async function listNear(tx: Tx, tenant: string, part: 'first' | 'last', name: string) {
  const letters = [...name]
  if (letters.length < shortest) return [name]
  const half = Math.floor(letters.length / 2)
  const [start, end] = [letters.slice(0, half).join(''), letters.slice(half).join('')]
  const swapped = [
    ...letters.slice(0, half - 1),
    letters[half]!,
    letters[half - 1]!,
    ...letters.slice(half + 1),
  ].join('')
  const atMost = letters.length < 7 ? 1 : 2
  const listed = await listNames(tx, tenant, part, { start, end, also: [name, swapped] })
  return [...new Set(listed)]
    .filter((one) => Math.abs(one.length - name.length) <= atMost)
    .map((one) => ({ one, distance: editDistance(one, name) }))
    .filter(({ distance }) => distance <= atMost)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, nearest)
    .map(({ one }) => one)
}

/** Spelled so first, then what sounds so, then what begins so, then what is near. */
function rank(found: FoundPerson[], term: string, key: string): FoundPerson[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s,;]+/gu, ' ')
      .trim()
  const typed = plain(term)
  const score = ({ first_name, last_name, first_key, last_key }: FoundPerson): number => {
    const spelled = [
      first_name,
      last_name,
      `${first_name} ${last_name}`,
      `${last_name} ${first_name}`,
    ]
    if (spelled.map(plain).includes(typed)) return 0
    const keys = [last_key, first_key, first_key + last_key, last_key + first_key]
    if (keys.includes(key)) return 1
    if (keys.some((one) => one.startsWith(key))) return 2
    const least = (of: string[], to: string) => Math.min(...of.map((one) => editDistance(one, to)))
    return 2 + least(keys, key) + least(spelled.map(plain), typed) / 100
  }
  return found
    .map((person) => ({ person, place: score(person) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ person }) => person)
}
