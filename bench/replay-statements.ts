import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { isUuid, uuidv7 } from '../src/server/base/uuid.ts'
import type { Recording } from './record-statements.ts'

type Fresh = Map<string, string>
type Maker = (fresh: Fresh) => unknown
type Prepared = { text: string; makers: Maker[] }

/**
 * Returns a function that replays a recorded call as another person: values that differ between two recordings are generated, consistently
 * and also inside JSON; all others are sent as recorded.
 */
export function prepareReplay(
  pool: pg.Pool,
  first: Recording,
  second: Recording,
): () => Promise<void> {
  const pairs = first.borrows.flatMap(({ waves }, b) =>
    waves.flatMap((wave, w) =>
      wave.flatMap(({ values }, s) =>
        values.map((value, v) => [value, second.borrows[b]?.waves[w]?.[s]?.values[v]] as const),
      ),
    ),
  )
  const differing = new Set(
    pairs.flatMap(([a, b]) => (typeof a === 'string' && a !== b ? [a] : [])),
  )
  // A value that contains another, such as JSON with an id, is composed; the others are atoms.
  const atoms: string[] = []
  for (const value of [...differing].toSorted((a, b) => a.length - b.length)) {
    const composed =
      /[{\s]/.test(value) || atoms.some((atom) => atom.length >= 8 && value.includes(atom))
    if (!composed) atoms.push(value)
  }
  const borrows = first.borrows.map(({ waves }) =>
    waves.map((wave) =>
      wave.map(({ text, values }): Prepared => ({
        text,
        makers: values.map((value) => makerOf(value, differing, atoms)),
      })),
    ),
  )
  const generators = atoms.map((atom) => [atom, generatorOf(atom)] as const)
  return async () => {
    const fresh: Fresh = new Map(generators.map(([atom, generate]) => [atom, generate()]))
    for (const waves of borrows) {
      const client = await pool.connect()
      try {
        for (const wave of waves) {
          await Promise.all(
            wave.map(({ text, makers }) =>
              client.query(
                text,
                makers.map((make) => make(fresh)),
              ),
            ),
          )
        }
      } finally {
        client.release()
      }
    }
  }
}

function makerOf(value: unknown, differing: Set<string>, atoms: string[]): Maker {
  if (typeof value !== 'string' || !differing.has(value)) return () => value
  if (atoms.includes(value)) return (fresh) => fresh.get(value)
  const inside = atoms
    .filter((atom) => atom.length >= 8 && value.includes(atom))
    .toSorted((a, b) => b.length - a.length)
  if (inside.length === 0) return () => value
  const parts = value.split(new RegExp(`(${inside.map((atom) => RegExp.escape(atom)).join('|')})`))
  return (fresh) => parts.map((part) => fresh.get(part) ?? part).join('')
}

let made = 0

/** Generates values like an example: time-ordered ids, addresses, instants, else the same kinds of characters. */
function generatorOf(example: string): () => string {
  if (isUuid(example)) return () => uuidv7()
  if (/^\d{4}-\d\d-\d\dT/.test(example)) return () => Temporal.Now.instant().toString()
  if (example.includes('@')) return () => `replay-${process.pid}-${++made}@bench.example`
  const classes = [...example].map((character) =>
    /[0-9]/.test(character)
      ? '0123456789'
      : /[A-Z]/.test(character)
        ? 'ABCDEFGHJKMNPQRSTVWXYZ'
        : /[a-z]/.test(character)
          ? 'abcdefghjkmnpqrstvwxyz'
          : character,
  )
  return () => {
    const random = randomBytes(classes.length)
    return classes.map((letters, place) => letters[random[place]! % letters.length]).join('')
  }
}
