import type { Deps } from '../context.ts'
import { bankLinePlace } from './places.ts'

export type LineWords = { text: string; name: string | null; iban: string | null }

/** What the bank's file says of the other side of a line, which is sealed. */
export function openLineWords(
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  line: { line_id: string; words_encrypted: string | null },
): LineWords {
  if (line.words_encrypted === null) return { text: '', name: null, iban: null }
  return JSON.parse(
    keys.decrypt(line.words_encrypted, bankLinePlace(tenant, line.line_id)),
  ) as LineWords
}
