import { platformCode } from '../../domain/platform.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { answerPlace } from '../base/idempotency-store.ts'
import type { Keys } from '../base/keys.ts'
import {
  countSealed,
  lockForeignRows,
  saveSealed,
  sealedTables,
  type SealedRow,
  type SealedTable,
  withEnd,
} from '../base/sealed-store.ts'
import { listSecretKeys, retireSecretKey } from '../base/secret-key-store.ts'
import { secretPlace } from '../base/secret-store.ts'
import { voucherPlace, voucherText } from '../base/voucher-places.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Database } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { bankLinePlace, bankUploadPlace, batchFilePlace, payoutPlace } from '../payout/places.ts'
import { accountPlace, rewardPlace } from '../reward/check-bank-data.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import { hideAddresses, listOpen, sealAddresses } from '../tenant/hidden-addresses.ts'
import { findStoredTenant, lockStoredTenant, saveTenant } from '../tenant/store.ts'

const batchSize = 500 // rows locked at once

type Rotated = { tenant: string; resealed: number; left: number }

/**
 * Re-encrypts everything with the newest key and format, in batches of 500 rows beside normal work; resumable. `owner`: the
 * tables' owner, as the app may not change all. `left`: values written meanwhile with an older key or format. Only at zero are
 * other keys retired.
 */
export async function rotateKeys(
  deps: Deps,
  who: {
    owner: Database
    actor: Actor
    leaked: string[]
    onProgress?: (done: number, total: number) => void
  },
): Promise<{ tenants: Rotated[]; retired: string[] }> {
  const { db, keys, clock } = deps
  const codes = await deps.tenants.codes()
  const tenants: Rotated[] = []
  for (const [at, tenant] of codes.entries()) {
    let resealed = await sealOpenAddresses(deps, tenant)
    for (const table of sealedTables)
      resealed += await resealTable({ db: who.owner, keys }, tenant, table)
    const left = await countLeft(deps, tenant)
    if (resealed > 0)
      await withTenant(db, tenant, (tx) =>
        audit(tx, tenant, {
          at: clock.now(),
          actor: who.actor,
          action: 'keys-rotated',
          subjectKind: 'tenant',
          subjectId: tenant,
          details: { resealed },
          change: {
            before: { older: resealed + left },
            after: { older: left, key: keys.newestId },
          },
        }),
      )
    tenants.push({ tenant, resealed, left })
    who.onProgress?.(at + 1, codes.length)
  }
  if (tenants.some(({ left }) => left > 0)) return { tenants, retired: [] }
  const known = (await listSecretKeys(db)).map(({ key_id }) => key_id)
  const retired = [...new Set([...known, ...keys.ids])].filter((id) => id !== keys.newestId)
  const at = clock.realNow() // of all alike: the days tell which key opened what (leaked-keys.ts)
  for (const id of retired) {
    const sealed = keys.sealReading(id)
    await retireSecretKey(db, id, { sealed, at, leaked: who.leaked.includes(id) })
  }
  return { tenants, retired }
}

/** Addresses that stand open in settings of before they were sealed. @returns their number */
async function sealOpenAddresses({ db, keys, clock }: Deps, code: string): Promise<number> {
  if (code === platformCode) return 0
  return withTenant(db, code, async (tx) => {
    const stored = await lockStoredTenant(tx, code)
    const open = stored ? listOpen(stored) : []
    if (!stored || open.length === 0) return 0
    await saveTenant(tx, hideAddresses(keys, stored), clock.now())
    await sealAddresses(tx, keys, stored, clock.now())
    await notify(tx, 'zuspruch_tenants', code)
    return open.length
  })
}

async function resealTable(
  { db, keys }: { db: Database; keys: Keys },
  tenant: string,
  table: SealedTable,
): Promise<number> {
  let after: string[] | null = null
  let done = 0
  for (;;) {
    const rows: SealedRow[] = await withTenant(db, tenant, async (tx) => {
      const foreign = await lockForeignRows(tx, tenant, table, {
        newest: keys.newestMark,
        after,
        limit: batchSize,
      })
      if (foreign.length > 0)
        await saveSealed(
          tx,
          tenant,
          table,
          foreign.map((row) => reseal(keys, tenant, table, row)),
        )
      return foreign
    })
    done += rows.length
    if (rows.length < batchSize) return done
    after = rows.at(-1)!.id
  }
}

function reseal(keys: Keys, tenant: string, table: SealedTable, row: SealedRow) {
  const place = placeOf[table](tenant, row.id)
  const text = keys.decrypt(row.sealed, place)
  return {
    id: row.id,
    sealed: keys.encrypt(text, place),
    hash: hashOf(keys, table, row, text),
    end: withEnd.includes(table) ? text.slice(-4) : null,
  }
}

const placeOf: Record<SealedTable, (tenant: string, id: string[]) => string> = {
  tenant_secrets: (tenant, [name = '']) => secretPlace(tenant, name),
  bank_accounts: (tenant, [id = '']) => accountPlace(tenant, id),
  reward_bank_data: (tenant, [id = '']) => rewardPlace(tenant, id),
  bank_lines: (tenant, [id]) => bankLinePlace(tenant, id!),
  bank_uploads: (tenant, [id = '']) => bankUploadPlace(tenant, id),
  payouts: (tenant, [id = '']) => payoutPlace(tenant, id),
  payout_batches: (tenant, [id = '']) => batchFilePlace(tenant, id),
  sales_partners: (tenant, [id = '']) => partnerPlace(tenant, id),
  vouchers: (tenant, [id = '']) => voucherPlace(tenant, id),
  idempotency_keys: (tenant, [caller = '', endpoint = '', key = '']) =>
    answerPlace(tenant, { caller, endpoint, key }),
}

function hashOf(keys: Keys, table: SealedTable, row: SealedRow, text: string): string | null {
  if (table === 'vouchers') return keys.lookup(voucherText(row.option ?? '', text))
  return table === 'bank_accounts' || table === 'reward_bank_data' ? keys.lookup(text) : null
}

/** Whether nothing is left to encrypt anew. */
export async function isAllNew(deps: Deps): Promise<boolean> {
  for (const tenant of await deps.tenants.codes())
    if ((await countLeft(deps, tenant)) > 0) return false
  return true
}

/** A tenant's values that another key or an older format sealed, or nothing yet. */
async function countLeft({ db, keys }: Deps, tenant: string): Promise<number> {
  const stored = tenant === platformCode ? undefined : await findStoredTenant(db, tenant)
  return withTenant(db, tenant, async (tx) => {
    let left = stored ? listOpen(stored).length : 0
    for (const table of sealedTables)
      for (const { mark, count } of await countSealed(tx, tenant, table))
        if (mark !== keys.newestMark) left += count
    return left
  })
}
