import { z } from 'zod'

// A shape is the dictionary of one wire object: `firstName: ['Vorname', text]` names both sides of a field. It decodes and
// encodes; unknown wire fields are refused.

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

/** A shape's names as data, for clients without zod: [wire name, names inside or null]. */
export type Names = { [inner: string]: [wire: string, inside: Names | null] }

const namesOf = new WeakMap<z.ZodType, Names>()
const schemasOf = new WeakMap<z.ZodType, Record<string, z.ZodType>>()

export function shape<const F extends Fields>(fields: F): Shape<Inner<F>> {
  return makeShape(fields, z.strictObject)
}

const blanks = new WeakSet<Record<string, z.ZodType>>()

/** A form's shape: an optional empty field is absent (`readBody`). */
export function formShape<const F extends Fields>(fields: F): Shape<Inner<F>> {
  const made = shape(fields)
  blanks.add(schemasOf.get(made)!)
  return made
}

/** @param fields from `wireFields` */
export const takesBlanks = (fields: Record<string, z.ZodType>) => blanks.has(fields)

/**
 * The query of shared URLs: messengers and mail programs add parameters (fbclid, utm_…) and truncate others, so unknown and
 * invalid ones are ignored. All fields must be optional.
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

/** Names inside a schema, through optional, nullable, default, array and a union's first; null without a shape. */
export function wireNames(schema: z.ZodType): Names | null {
  const own = namesOf.get(schema)
  if (own) return own
  const { innerType, element, options } = schema._zod.def as Def
  const inside = innerType ?? element ?? options?.[0]
  return inside ? wireNames(inside) : null
}

/** Wire fields of an object with their schemas; null if not a single shape. */
export function wireFields(schema: z.ZodType): Record<string, z.ZodType> | null {
  const own = schemasOf.get(schema)
  if (own) return own
  const { innerType, options } = schema._zod.def as Def
  const inside = innerType ?? options?.[0]
  return inside ? wireFields(inside) : null
}
