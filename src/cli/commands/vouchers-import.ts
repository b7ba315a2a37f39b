import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { listRewardOptions } from '../../server/catalogue/store.ts'
import { withTenant, type Tx } from '../../server/db/connection.ts'
import { importVouchers, type VoucherRow } from '../../server/reward/import-vouchers.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readInput } from '../files.ts'
import { readAmount, readCents } from '../read-cents.ts'
import { table } from '../table.ts'

const reasons = {
  known: 'this code is in the pool already, or twice in the file',
  code: 'this is no usable code',
  amount: 'the amount is no number of euros or cents above zero',
  quote: 'a quotation mark is not closed, or has text behind it',
  cells: 'a line has a code and an amount, and nothing else',
} as const

type Refused = { line: number; reason: keyof typeof reasons }

/** Codes are money: read, encrypted, never printed. */
export const vouchersImport = command({
  group: 'vouchers',
  name: 'import',
  args: ['FILE'],
  summary:
    'Put voucher codes into the pool of a voucher, from a CSV file with "code;amount" (euros) or "code;cents"',
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
    const { rows, refused } = readVouchers(
      new TextDecoder('utf-8').decode(await readInput(args[0] ?? '')),
    )
    const report = await withTenant(deps.db, code, (tx) =>
      importVouchers(tx, deps, tenant, option, rows, actor),
    )
    const failed: Refused[] = [...refused, ...report.refused].toSorted((a, b) => a.line - b.line)
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

/** The header is required and tells the second column's unit: 1500 could be 15 or 1,500 euros. */
function readVouchers(text: string): { rows: VoucherRow[]; refused: Refused[] } {
  const rows: VoucherRow[] = []
  const refused: Refused[] = []
  const lines = [...parseCsv(text, { separator: detectSeparator(text) })]
  const read = readerOf(lines.shift()?.cells ?? [])
  for (const row of lines) {
    const [code = '', amount = '', ...more] = row.cells.map((cell) => cell.trim())
    const cents = read(amount)
    if ('error' in row) refused.push({ line: row.line, reason: 'quote' })
    else if (row.cells.length < 2 || more.some((cell) => cell !== ''))
      refused.push({ line: row.line, reason: 'cells' })
    else if (cents === null) refused.push({ line: row.line, reason: 'amount' })
    else rows.push({ line: row.line, code, cents })
  }
  return { rows, refused }
}

function readerOf(header: readonly string[]): (text: string) => number | null {
  const names = header.map((cell) => cell.trim().toLowerCase())
  if (names[0] === 'code' && names[1] === 'amount') return readAmount
  if (names[0] === 'code' && names[1] === 'cents') return readCents
  throw new CommandError(
    'The first line of the file must say what is in it: code;amount (euros) or code;cents',
  )
}
