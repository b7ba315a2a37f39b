import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { headOf } from '../base/keys.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findBatchFile, readFilePart } from './batch-file-store.ts'
import { batchFilePlace } from './places.ts'

const charsAtOnce = 4 * 256 * 1024 // sealed; base64 opens in whole fours

export type BatchFile = { bytes: number; parts: () => AsyncGenerator<Buffer> }

/**
 * A batch's pain.001, byte for byte as written, to be read in parts and as often as wanted. It is read through once before: throws `not-found`,
 * `changed-meanwhile` if the batch was taken back, and if its hash differs, since it must not reach a bank.
 */
export async function openBatchFile(
  deps: Deps,
  tenant: string,
  batchId: string,
): Promise<BatchFile> {
  let bytes = 0
  for await (const part of readParts(deps, tenant, batchId)) bytes += part.length
  return { bytes, parts: () => readParts(deps, tenant, batchId) }
}

/** The same, as a whole. */
export const readBatchFile = (deps: Deps, tenant: string, batchId: string): Promise<string> =>
  text(readParts(deps, tenant, batchId))

/** Each part is read once the one before is taken, in a transaction of its own; the last one is given once all is known to be right. */
async function* readParts(deps: Deps, tenant: string, batchId: string): AsyncGenerator<Buffer> {
  const stored = await withTenant(deps.db, tenant, (tx) => findBatchFile(tx, tenant, batchId))
  if (!stored) throw fail('not-found')
  // It must not reach a bank any more.
  if (stored.cancelled_at) throw fail('changed-meanwhile')
  const head = headOf(stored.start)
  const { open, end } = deps.keys.opener(head, batchFilePlace(tenant, batchId))
  const hash = createHash('sha256')
  for (let from = 0; ; from += charsAtOnce) {
    const asked = { head, from, length: charsAtOnce }
    const sealed = await withTenant(deps.db, tenant, (tx) =>
      readFilePart(tx, tenant, batchId, asked),
    )
    if (sealed === null) throw fail('changed-meanwhile')
    const part = open(sealed)
    hash.update(part)
    if (sealed.length < charsAtOnce) {
      end()
      if (hash.digest('hex') !== stored.file_hash)
        throw new Error(`The stored file of payout batch ${batchId} does not match its fingerprint`)
      yield part
      return
    }
    yield part
  }
}
