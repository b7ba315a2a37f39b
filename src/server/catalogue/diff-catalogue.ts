import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import type { CommissionChange } from '../../domain/feed.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { rowsOfFile } from './catalogue-from-file.ts'
import type { CatalogueRow } from './catalogue-store.ts'
import { changesOf, type FieldChange } from './name-changes.ts'

/** A file's effect on a catalogue, by product ids. `gone` leave the lists; their referrals go on. */
export type CatalogueDiff = {
  added: string[]
  changed: { id: string; fields: FieldChange[] }[]
  gone: string[]
  unchanged: number
  commissions: CommissionChange[] // changed ones, for domain/feed.ts
}

/** How many products there were and are, for the log. */
export const countsOf = ({ added, changed, gone, unchanged }: CatalogueDiff) => ({
  before: { products: unchanged + changed.length + gone.length },
  after: {
    products: unchanged + changed.length + added.length,
    added: added.length,
    changed: changed.length,
    gone: gone.length,
  },
})

export type CatalogueConflict = { id: string; column: string; reason: string }

/**
 * Compares a file with a tenant's products: changes, rows to write, and conflicts. The file is the whole catalogue of its kinds;
 * other products are unaffected.
 */
export function diffCatalogue(
  tenant: Pick<Tenant, 'code' | 'theme'>,
  file: CatalogueFile,
  stored: readonly CatalogueRow[],
): { diff: CatalogueDiff; write: CatalogueRow[]; conflicts: CatalogueConflict[] } {
  const known = new Map(stored.map((row) => [row.product_id, row]))
  const rows = rowsOfFile(tenant, file, known)
  const diff: CatalogueDiff = { added: [], changed: [], gone: [], unchanged: 0, commissions: [] }
  const write: CatalogueRow[] = []
  for (const row of rows) {
    const before = known.get(row.product_id)
    const fields = before ? changesOf(before, row) : []
    if (before && before.commission_cents !== row.commission_cents) {
      diff.commissions.push({
        id: row.product_id,
        from: before.commission_cents,
        to: row.commission_cents,
      })
    }
    if (before && fields.length === 0) diff.unchanged += 1
    else write.push(row)
    if (!before) diff.added.push(row.product_id)
    else if (fields.length > 0) diff.changed.push({ id: row.product_id, fields })
  }
  const present = new Set(rows.map(({ product_id }) => product_id))
  const whole = (row: CatalogueRow) =>
    (file.fixedLine && row.fixedLine) || (file.mobile && row.mobile)
  diff.gone = stored
    .filter((row) => row.active && whole(row) && !present.has(row.product_id))
    .map(({ product_id }) => product_id)
  return { diff, write, conflicts: conflictsOf(rows, stored, new Set(diff.gone)) }
}

/** Ids of another kind of product, and provider ids of remaining products not in the file. */
function conflictsOf(
  rows: readonly CatalogueRow[],
  stored: readonly CatalogueRow[],
  gone: ReadonlySet<string>,
): CatalogueConflict[] {
  const known = new Map(stored.map((row) => [row.product_id, row]))
  const present = new Set(rows.map(({ product_id }) => product_id))
  const owners = new Map(
    stored
      .filter(
        ({ product_id, active }) => active && !present.has(product_id) && !gone.has(product_id),
      )
      .map(({ external_id, product_id }) => [external_id, product_id]),
  )
  return rows.flatMap((row): CatalogueConflict[] => {
    const id = row.product_id
    const before = known.get(id)
    const owner = owners.get(row.external_id)
    if (row.fixedLine && before?.mobile)
      return [{ id, column: 'Id', reason: 'is the id of a mobile offer' }]
    if (row.mobile && before?.fixedLine)
      return [{ id, column: 'Id', reason: 'is the id of a fixed-line product' }]
    if (owner) return [{ id, column: 'AnbieterProduktId', reason: `belongs to product ${owner}` }]
    return []
  })
}
