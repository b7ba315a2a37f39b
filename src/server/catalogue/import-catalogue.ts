import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { countsOf, type CatalogueDiff } from './diff-catalogue.ts'
import { replaceCatalogue } from './replace-catalogue.ts'

/** Replaces a tenant's catalogue, with audit. `dryRun` only returns the changes. */
export async function importCatalogue(
  tx: Tx,
  tenant: Pick<Tenant, 'code' | 'theme'>,
  file: CatalogueFile,
  { actor, now, dryRun }: { actor: Actor; now: Temporal.Instant; dryRun: boolean },
): Promise<CatalogueDiff> {
  const diff = await replaceCatalogue(tx, tenant, file, { dryRun })
  if (dryRun) return diff
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'catalogue-imported',
    subjectKind: 'tenant',
    subjectId: tenant.code,
    change: countsOf(diff),
  })
  return diff
}
