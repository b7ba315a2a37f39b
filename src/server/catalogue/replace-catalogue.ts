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

/** Thrown where a file cannot be the tenant's catalogue; nothing is written then. */
export class CatalogueRefused extends Error {
  override name = 'CatalogueRefused'
  readonly conflicts: CatalogueConflict[]
  constructor(conflicts: CatalogueConflict[]) {
    super(conflicts.map(({ id, column, reason }) => `${id}: ${column} ${reason}`).join('; '))
    this.conflicts = conflicts
  }
}

/**
 * Makes a file (contract/katalog-datei.ts) the whole catalogue of the kinds that it contains, and tells every process. What is missing in
 * it becomes inactive; referrals and orders of that go on. The same file again changes nothing. Two at once go one after the other.
 * With `dryRun` it only says what it would do.
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
  // First: what comes may have the provider ids of what goes.
  await retireProducts(tx, tenant.code, diff.gone)
  await saveCatalogueRows(tx, tenant.code, write)
  await changed(tx, 'catalogue', tenant.code)
  return diff
}
