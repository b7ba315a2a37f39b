import { createHash } from 'node:crypto'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { batchFilePlace } from './places.ts'
import { findBatchFile } from './store.ts'

/**
 * A batch's pain.001, byte for byte as written. Throws `not-found`, and if the file's hash differs, since it must not reach a
 * bank.
 */
export async function readBatchFile(deps: Deps, tenant: string, batchId: string): Promise<string> {
  const stored = await withTenant(deps.db, tenant, (tx) => findBatchFile(tx, tenant, batchId))
  if (!stored) throw fail('not-found')
  // It must not reach a bank any more.
  if (stored.cancelled_at) throw fail('changed-meanwhile')
  const file = deps.keys.decrypt(stored.file_encrypted, batchFilePlace(tenant, batchId))
  if (createHash('sha256').update(file).digest('hex') !== stored.file_hash) {
    throw new Error(`The stored file of payout batch ${batchId} does not match its fingerprint`)
  }
  return file
}
