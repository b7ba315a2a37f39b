import { z } from 'zod'

// A shape is the field dictionary of one wire object: `firstName: ['Vorname', text]` names both sides of a field once.
// It decodes the wire's names to ours and encodes ours to the wire's; unknown wire fields are refused.

type Field = readonly [wire: string, schema: z.ZodType]
type Fields = Record<string, Field>

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends z.output<F[K][1]> ? K : never
}[keyof F]

type Flat<T> = { [K in keyof T]: T[K] } & {}

export type Inner<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: z.output<F[K][1]> } & {
    [K in OptionalKeys<F>]?: z.output<F[K][1]>
  }
>

export type Shape<T> = z.ZodType<T, Record<string, unknown>>

/** Names of a shape as plain data, for clients that do without zod: [wire name, names of the object inside or null]. */
export type Names = { [inner: string]: [wire: string, inside: Names | null] }

const namesOf = new WeakMap<z.ZodType, Names>()
const schemasOf = new WeakMap<z.ZodType, Record<string, z.ZodType>>()

export function shape<const F extends Fields>(fields: F): Shape<Inner<F>> {
  return makeShape(fields, z.strictObject)
}

const blanks = new WeakSet<Record<string, z.ZodType>>()

/** A shape as a form fills it: an optional field that is an empty text is absent (`readBody`). */
export function formShape<const F extends Fields>(fields: F): Shape<Inner<F>> {
  const made = shape(fields)
  blanks.add(schemasOf.get(made)!)
  return made
}

/** @param fields as `wireFields` gives them */
export const takesBlanks = (fields: Record<string, z.ZodType>) => blanks.has(fields)

/**
 * The query of an address that people share and open: messengers and mail programs add parameters of their own to it (fbclid, utm_…)
 * and cut others short, so fields that are unknown or no good are left out and never refused. All fields must be optional.
 */
export function linkQuery<const F extends Fields>(fields: F): Shape<Inner<F>> {
  const tolerant = Object.fromEntries(
    Object.entries(fields).map(([inner, [wire, schema]]) => [
      inner,
      [wire, schema.catch(undefined)] as const,
    ]),
  )
  return makeShape(tolerant, z.object) as unknown as Shape<Inner<F>>
}

function makeShape<const F extends Fields>(
  fields: F,
  object: (fields: Record<string, z.ZodType>) => z.ZodType,
): Shape<Inner<F>> {
  const schemas: Record<string, z.ZodType> = {}
  const names: Names = {}
  for (const [inner, [wire, schema]] of Object.entries(fields)) {
    schemas[wire] = schema
    names[inner] = [wire, wireNames(schema)]
  }
  const pairs = Object.entries(fields).map(([inner, [wire]]) => [inner, wire] as const)
  const codec = z.codec(object(schemas) as z.ZodObject, z.custom<Inner<F>>(), {
    decode: (value) => rename(pairs, value as Record<string, unknown>, true) as Inner<F>,
    encode: (value) => rename(pairs, value as Record<string, unknown>, false),
  })
  namesOf.set(codec, names)
  schemasOf.set(codec, schemas)
  return codec as unknown as Shape<Inner<F>>
}

function rename(
  pairs: (readonly [string, string])[],
  value: Record<string, unknown>,
  toInner: boolean,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [inner, wire] of pairs) {
    const content = value[toInner ? wire : inner]
    if (content !== undefined) renamed[toInner ? inner : wire] = content
  }
  return renamed
}

type Def = { innerType?: z.ZodType; element?: z.ZodType; options?: readonly z.ZodType[] }

/** The names inside a schema, looking through optional, nullable, default, array and a union's first; null where it holds no shape. */
export function wireNames(schema: z.ZodType): Names | null {
  const own = namesOf.get(schema)
  if (own) return own
  const { innerType, element, options } = schema._zod.def as Def
  const inside = innerType ?? element ?? options?.[0]
  return inside ? wireNames(inside) : null
}

/** The wire's fields of one object with their schemas; null where the schema is of no single shape. */
export function wireFields(schema: z.ZodType): Record<string, z.ZodType> | null {
  const own = schemasOf.get(schema)
  if (own) return own
  const { innerType, options } = schema._zod.def as Def
  const inside = innerType ?? options?.[0]
  return inside ? wireFields(inside) : null
}
