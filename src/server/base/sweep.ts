import type { RawBuilder } from 'kysely'

/**
 * When a sweep has work. Rows of a question (`exists`): at once. 'daily' and 'hourly': what comes of age alone, as deletions after a time, which
 * is looked for once in a local day or hour. 'never': not at this tenant.
 */
export type When = RawBuilder<unknown> | 'daily' | 'hourly' | 'never'

/** Work of a tenant that falls due by itself. Idempotent and safe in parallel. */
export type Sweep = {
  name: string
  when: When
  isUpkeep?: true // no answer depends on it
  run: () => Promise<unknown>
}

export const isPaced = (when: When): when is 'daily' | 'hourly' =>
  when === 'daily' || when === 'hourly'
