import type { Names } from '../../contract/shape.ts'

// Renames fields between inner and wire names, along a shape's tree. Drops unknown fields.

export function toWire(value: unknown, names: Names | null): unknown {
  return walk(value, names, (inner, [wire]) => [inner, wire])
}

export function fromWire(value: unknown, names: Names | null): unknown {
  return walk(value, names, (inner, [wire]) => [wire, inner])
}

type Direction = (inner: string, entry: Names[string]) => [from: string, to: string]

function walk(value: unknown, names: Names | null, direction: Direction): unknown {
  if (!names || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => walk(item, names, direction))
  const source = value as Record<string, unknown>
  const renamed: Record<string, unknown> = {}
  for (const [inner, entry] of Object.entries(names)) {
    const [from, to] = direction(inner, entry)
    if (source[from] !== undefined) renamed[to] = walk(source[from], entry[1], direction)
  }
  return renamed
}

/** `Empfaenger.Email` or `/Empfaenger/Email` of an error becomes `recipient.email`; unknown parts stay. */
export function innerField(wireField: string, names: Names | null): string {
  let inside = names
  const parts = wireField.split(/[./]/).filter((part) => part !== '')
  const renamed = parts.map((part) => {
    const found = Object.entries(inside ?? {}).find(([, [wire]]) => wire === part)
    if (!found) return part
    inside = found[1][1]
    return found[0]
  })
  return renamed.join('.')
}
