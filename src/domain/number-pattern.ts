import { RE2JS } from 're2js'

// The format of a provider's numbers is a tenant setting, and anybody types numbers: RE2 matches in linear time for any pattern
// and refuses what it cannot (decision 383).

/** Whether a tenant may be saved with this pattern. */
export function isNumberPattern(source: string): boolean {
  try {
    return RE2JS.compile(source) instanceof RE2JS
  } catch {
    return false
  }
}

/** Whether a number matches the provider's format. @param source may match in part, unless it has ^ and $ */
export const matchesNumber = (source: string, number: string): boolean =>
  RE2JS.compile(source).matcher(number).find()
