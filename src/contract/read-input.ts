import type { z } from 'zod'
import { takesBlanks, wireFields } from './shape.ts'

// Normalises clients' input before validation (domain.md section 5).

/** Known, non-empty parameters: URLs carry foreign ones, and forms send empty ones. */
export function readQuery(schema: z.ZodType, query: unknown): unknown {
  const fields = wireFields(schema)
  if (!fields || !isObject(query)) return query
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (!Object.hasOwn(fields, name)) return []
      const said = [value].flat().filter((one) => one !== '')
      return said.length === 0 ? [] : [[name, said.length === 1 ? said[0] : said]]
    }),
  )
}

/** A whole body (`readPart`): none, null and {} are equal if nothing is required. */
export function readBody(schema: z.ZodType, value: unknown): unknown {
  if (value === null) return !takes(schema, null) && takes(schema, {}) ? {} : null
  const isEmpty = isObject(value) && Object.keys(value).length === 0
  return isEmpty && !wireFields(schema) && takes(schema, null) ? null : readPart(schema, value)
}

/**
 * Drops empty optional fields (null, {}, '' for a number or in a form), and writes numbers as digits for ids and searches.
 * Unknown fields stay, to be refused.
 */
export function readPart(schema: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value)) {
    const element = elementOf(schema)
    return element ? value.map((one) => readPart(element, one)) : value
  }
  const fields = wireFields(schema)
  if (!fields || !isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, content]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return [[name, content]]
      const isBlank = content === '' && takesBlanks(fields)
      if (mayBeAbsent(field) && (isBlank || isNothing(field, content))) return []
      return [[name, isDigits(name, content) ? String(content) : readPart(field, content)]]
    }),
  )
}

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Keeps null where it has a meaning.
const mayBeAbsent = (schema: z.ZodType) => schema._zod.optin === 'optional' && !takes(schema, null)

function isNothing(schema: z.ZodType, value: unknown): boolean {
  if (value === null || (value === '' && isNumber(schema))) return true
  return (
    isObject(value) &&
    wireFields(schema) !== null &&
    Object.values(value).every((inner) => inner === null)
  )
}

// A number left empty in a form.
const isNumber = (schema: z.ZodType): boolean => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodType }
  return type === 'number' || (innerType !== undefined && isNumber(innerType))
}

const isDigits = (name: string, value: unknown) =>
  typeof value === 'number' &&
  Number.isSafeInteger(value) &&
  value >= 0 &&
  /(?:id|nummer)$|^(?:Filter|Suche)$/i.test(name)

function elementOf(schema: z.ZodType): z.ZodType | null {
  const { element, innerType } = schema._zod.def as { element?: z.ZodType; innerType?: z.ZodType }
  return element ?? (innerType ? elementOf(innerType) : null)
}
