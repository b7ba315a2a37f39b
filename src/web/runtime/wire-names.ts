import type { Names } from '../../contract/shape.ts'

// Renames fields between inner and wire names, along a shape's tree. Drops unknown fields.

export function toWire(value: unknown, names: Names | null): unknown {
  return walk(value, names, true)
}

export function fromWire(value: unknown, names: Names | null): unknown {
  return walk(value, names, false)
}

function walk(value: unknown, names: Names | null, isToWire: boolean): unknown {
  if (!names || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => walk(item, names, isToWire))
  const source = value as Record<string, unknown>
  const renamed: Record<string, unknown> = {}
  for (const inner in names) {
    const [wire, inside] = names[inner]!
    const [from, to] = isToWire ? [inner, wire] : [wire, inner]
    if (source[from] !== undefined) renamed[to] = walk(source[from], inside, isToWire)
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
