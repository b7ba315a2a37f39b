import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import type { CatalogueDiff } from './diff-catalogue.ts'
import { replaceCatalogue } from './replace-catalogue.ts'

/** Replaces a tenant's catalogue in one transaction, with audit. `dryRun` only returns the changes. */
export function importCatalogue(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Pick<Tenant, 'code' | 'theme'>,
  file: CatalogueFile,
  { actor, dryRun }: { actor: Actor; dryRun: boolean },
): Promise<CatalogueDiff> {
  return withTenant(deps.db, tenant.code, async (tx) => {
    const diff = await replaceCatalogue(tx, tenant, file, { dryRun })
    if (dryRun) return diff
    await audit(tx, tenant.code, {
      at: deps.clock.now(),
      actor,
      action: 'catalogue-imported',
      subjectKind: 'tenant',
      subjectId: tenant.code,
      details: {
        added: diff.added.length,
        changed: diff.changed.length,
        gone: diff.gone.length,
        unchanged: diff.unchanged,
      },
    })
    return diff
  })
}
