import type { Tenant } from '../../domain/tenant.ts'
import { givenFrom, type VoucherProblem, type VoucherRow } from '../../domain/voucher-pool.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { voucherPlace, voucherText } from '../base/voucher-places.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findKnownCodes, insertVouchers, type NewVoucher } from './voucher-store.ts'

export type VoucherReport = {
  imported: number
  refused: { line: number; reason: VoucherProblem }[]
}

const atOnce = 500

/**
 * Adds encrypted codes to a voucher option. Known codes are reported and skipped, so a repeated file adds nothing; so are codes that expire too soon
 * to be given out. Throws
 * `not-found` if the option is no voucher.
 */
export async function importVouchers(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: Tenant,
  optionId: string,
  rows: VoucherRow[],
  actor: Actor,
  file: { reason?: string; refused?: VoucherReport['refused'] } = {}, // lines that cannot be read
): Promise<VoucherReport> {
  const option = (await listRewardOptions(tx, tenant.code)).find(
    (one) => one.option_id === optionId,
  )
  if (option?.kind !== 'voucher') throw fail('not-found')
  const at = deps.clock.now()
  const from = givenFrom(deps.clock.today(), tenant.voucherExpiryDays)
  const report: VoucherReport = { imported: 0, refused: [...(file.refused ?? [])] }
  const seen = new Set<string>()
  const good: (VoucherRow & { hashes: string[] })[] = []
  for (const row of rows) {
    const code = row.code.trim()
    const hashes = deps.keys.lookups(voucherText(optionId, code))
    if (code === '' || code.length > 200 || /\p{Cc}/u.test(code)) refuse(row, 'code')
    else if (!Number.isSafeInteger(row.cents) || row.cents <= 0) refuse(row, 'amount')
    else if (row.expiresOn && Temporal.PlainDate.compare(row.expiresOn, from) < 0)
      refuse(row, 'late')
    else if (seen.has(hashes[0]!)) refuse(row, 'known')
    else {
      seen.add(hashes[0]!)
      good.push({ ...row, code, hashes })
    }
  }
  for (let start = 0; start < good.length; start += atOnce) {
    await importSome(good.slice(start, start + atOnce))
  }
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'vouchers-imported',
    subjectKind: 'reward-option',
    subjectId: optionId,
    ...(file.reason ? { reason: file.reason } : {}),
    details: { refused: report.refused.length },
    change: { before: null, after: { codes: report.imported } },
  })
  report.refused.sort((a, b) => a.line - b.line)
  return report

  function refuse(row: VoucherRow, reason: VoucherReport['refused'][number]['reason']) {
    report.refused.push({ line: row.line, reason })
  }

  async function importSome(some: typeof good) {
    // Codes from before a key change are hashed with an older key.
    const known = await findKnownCodes(
      tx,
      tenant.code,
      some.flatMap((row) => row.hashes),
    )
    const fresh = some.filter((row) => !row.hashes.some((hash) => known.has(hash)))
    const vouchers = fresh.map((row): NewVoucher => {
      const id = uuidv7()
      return {
        id,
        cents: row.cents,
        expiresOn: row.expiresOn ?? null,
        codeEncrypted: deps.keys.encrypt(row.code, voucherPlace(tenant.code, id)),
        codeHash: row.hashes[0]!,
      }
    })
    const inserted = await insertVouchers(tx, tenant.code, optionId, vouchers, at)
    report.imported += inserted.size
    for (const row of some) {
      const index = fresh.indexOf(row)
      if (index < 0 || !inserted.has(vouchers[index]!.id)) refuse(row, 'known')
    }
  }
}
