import { OutsideError } from './outside-error.ts'

/** @property maxDepth of nested lists and objects; @property maxValues of all kinds, as a list of two is three */
export type JsonLimits = { maxDepth: number; maxValues: number }

/**
 * Parses untrusted JSON (UTF-8). A few bytes may expand to hundreds of megabytes, so depth and values are counted first. Throws
 * OutsideError 'broken' beyond the limits and for invalid JSON. @param who subject of the error's sentence
 */
export const readJson = (bytes: Uint8Array, limits: JsonLimits, who = 'The server'): unknown =>
  readCountedJson(bytes, limits, who).content

/** With the number of values, for multi-part answers with one limit. */
export function readCountedJson(
  bytes: Uint8Array,
  limits: JsonLimits,
  who: string,
): { content: unknown; values: number } {
  const values = countValues(bytes, limits, who)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { content: JSON.parse(text), values }
  } catch (error) {
    throw new OutsideError('broken', `${who} answered with something that is no JSON.`, error)
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [listBegins, listEnds, objectBegins, objectEnds] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * An upper bound of values: each follows a comma or the start of a list or object, except the first. Invalid JSON is left to the
 * parser.
 */
function countValues(bytes: Uint8Array, { maxDepth, maxValues }: JsonLimits, who: string): number {
  let values = 1
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
      continue
    }
    if (byte === quote) inText = true
    else if (byte === comma) values += 1
    else if (byte === listBegins || byte === objectBegins) {
      values += 1
      depth += 1
    } else if (byte === listEnds || byte === objectEnds) depth -= 1
    else continue
    if (depth > maxDepth)
      throw new OutsideError(
        'broken',
        `${who} answered with JSON that is nested deeper than ${maxDepth} levels.`,
      )
    if (values > maxValues)
      throw new OutsideError(
        'broken',
        `${who} answered with JSON of more than ${maxValues} values.`,
      )
  }
  return values
}
