import type { VoucherProblem } from '../../domain/voucher-pool.ts'
import { listRewardOptions } from '../../server/catalogue/store.ts'
import { withTenant, type Tx } from '../../server/db/connection.ts'
import { importVouchers } from '../../server/reward/import-vouchers.ts'
import { readVoucherFile, type RefusedLine } from '../../server/reward/read-voucher-file.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readInput } from '../files.ts'
import { table } from '../table.ts'

const reasons = {
  known: 'this code is in the pool already, or twice in the file',
  code: 'this is no usable code',
  amount: 'the amount is no number of euros or cents above zero',
  quote: 'a quotation mark is not closed, or has text behind it',
  cells: 'a line has a code, an amount and perhaps a day, and nothing else',
  day: 'the day is none like 31.12.2027 or 2027-12-31',
  late: 'the code expires too soon to be given out (voucherExpiryDays)',
} as const satisfies Record<VoucherProblem, string>

/** Codes are money: read, encrypted, never printed. */
export const vouchersImport = command({
  group: 'vouchers',
  name: 'import',
  args: ['FILE'],
  summary:
    'Put voucher codes into the pool of a voucher, from a CSV file with "code;amount" (euros) or "code;cents", and "expires" (last day) where codes have one',
  tenant: 'required',
  needs: 'set-up',
  options: {
    option: { value: 'ID', text: 'id of the voucher (reward option): "tenant show" lists them' },
  },
  async run({ args, values, tenant: code, actor, deps }) {
    if (values.option === undefined) throw new UsageError('--option ID is missing')
    const option = values.option
    const tenant = await deps.tenants.get(code)
    await withTenant(deps.db, code, (tx) => refuseUnknownOption(tx, code, option))
    const read = readVoucherFile(new TextDecoder('utf-8').decode(await readInput(args[0] ?? '')))
    if (!read)
      throw new CommandError(
        'The first line of the file must say what is in it: code;amount (euros) or code;cents, and expires where codes do',
      )
    const { rows, refused } = read
    const report = await withTenant(deps.db, code, (tx) =>
      importVouchers(tx, deps, tenant, option, rows, actor),
    )
    const failed: RefusedLine[] = [...refused, ...report.refused].toSorted(
      (a, b) => a.line - b.line,
    )
    const lines = table(
      ['Line', 'Why'],
      failed.map(({ line, reason }) => [line, reasons[reason]]),
      '',
    )
    return {
      data: { option, imported: report.imported, refused: failed },
      text: [
        ...(lines === '' ? [] : [lines, '']),
        `${report.imported} codes are imported, ${failed.length} lines are not.`,
      ].join('\n'),
      failed: failed.length > 0,
    }
  },
})

async function refuseUnknownOption(tx: Tx, tenant: string, id: string): Promise<void> {
  const options = await listRewardOptions(tx, tenant)
  const found = options.find((option) => option.option_id === id)
  if (found?.kind === 'voucher') return
  const vouchers = options.filter(({ kind }) => kind === 'voucher')
  const why = found
    ? `Reward option ${id} is no voucher`
    : `${tenant} has no reward option "${id.slice(0, 40)}"`
  const known = vouchers.map(({ option_id, title }) => `${option_id} (${title.en})`)
  throw new CommandError(
    known.length > 0
      ? `${why}. Vouchers of ${tenant}: ${known.join(', ')}`
      : `${why}. It has no vouchers yet: "tenant create FILE.json --replace" adds them`,
  )
}
