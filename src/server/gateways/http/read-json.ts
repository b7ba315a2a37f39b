import { OutsideError } from './outside-error.ts'

/** @property maxDepth of lists and objects in one another; @property maxValues of all kinds together, as a list of two is three */
export type JsonLimits = { maxDepth: number; maxValues: number }

/**
 * Reads JSON (UTF-8) that a stranger wrote. A few bytes may stand for hundreds of megabytes in memory, so depth and number of values are
 * counted before anything is made of them. Throws OutsideError 'broken' for what goes beyond, and for what is no JSON.
 *
 * @param who what answered, as the sentences of the errors begin
 */
export const readJson = (bytes: Uint8Array, limits: JsonLimits, who = 'The server'): unknown =>
  readCountedJson(bytes, limits, who).content

/** The same, with the number of values, for answers of several parts that have one limit. */
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
 * How many values the text has at the most: each follows a comma or the beginning of a list or an object, but for the first. Bytes of
 * what is no JSON count as something, too; that is found out by who parses it.
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
