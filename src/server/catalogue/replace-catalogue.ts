import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { changed } from '../base/shared-cache.ts'
import type { Tx } from '../db/connection.ts'
import {
  lockCatalogue,
  readCatalogueRows,
  retireProducts,
  saveCatalogueRows,
} from './catalogue-store.ts'
import { diffCatalogue, type CatalogueConflict, type CatalogueDiff } from './diff-catalogue.ts'

/** Thrown for an unusable file; nothing is written. */
export class CatalogueRefused extends Error {
  override name = 'CatalogueRefused'
  readonly conflicts: CatalogueConflict[]
  constructor(conflicts: CatalogueConflict[]) {
    super(conflicts.map(({ id, column, reason }) => `${id}: ${column} ${reason}`).join('; '))
    this.conflicts = conflicts
  }
}

/**
 * Makes a file (contract/katalog-datei.ts) the whole catalogue of its kinds, and notifies every process. Missing products become
 * inactive; their referrals and orders go on. Idempotent, serialised. `dryRun` only returns the changes.
 */
export async function replaceCatalogue(
  tx: Tx,
  tenant: Pick<Tenant, 'code' | 'theme'>,
  file: CatalogueFile,
  options: { dryRun?: boolean } = {},
): Promise<CatalogueDiff> {
  if (!options.dryRun) await lockCatalogue(tx, tenant.code)
  const stored = await readCatalogueRows(tx, tenant.code)
  const { diff, write, conflicts } = diffCatalogue(tenant, file, stored)
  if (conflicts.length > 0) throw new CatalogueRefused(conflicts)
  if (options.dryRun || write.length + diff.gone.length === 0) return diff
  // First, as new products may take their provider ids.
  await retireProducts(tx, tenant.code, diff.gone)
  await saveCatalogueRows(tx, tenant.code, write)
  await changed(tx, 'catalogue', tenant.code)
  return diff
}
