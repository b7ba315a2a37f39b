import { RE2JS } from 're2js'

// What a provider's numbers look like is a setting of a tenant, and the numbers are typed by anybody: RE2 matches in time that is
// linear in the text, whatever the pattern, and refuses the constructs that cannot be (decision 383).

/** Whether a tenant may be saved with this pattern. */
export function isNumberPattern(source: string): boolean {
  try {
    return RE2JS.compile(source) instanceof RE2JS
  } catch {
    return false
  }
}

/** Whether a number looks like one of the provider's. @param source a pattern that may match in part, unless it has ^ and $ */
export const matchesNumber = (source: string, number: string): boolean =>
  RE2JS.compile(source).matcher(number).find()
