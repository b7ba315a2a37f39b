import type { Tx } from '../db/connection.ts'
import { mostDatevLines } from '../gateways/bookkeeping/write-datev.ts'
import { readClosedFile } from './close-month.ts'

export type BookedLine = {
  month: string
  part: number // of DATEV's files
  line: number // in it, from 1, without its two heads
  text: string
  debit: string
  credit: string
  amount: string // as it stands there
}

/** A document's lines in the files of closed months. Both formats have the same lines in one order. */
export async function bookedLinesOf(
  tx: Tx,
  tenant: string,
  months: readonly string[],
  number: string,
): Promise<BookedLine[]> {
  const found: BookedLine[] = []
  for (const month of months) {
    const file = await readClosedFile(tx, tenant, { month, format: 'csv', part: 1 })
    const lines = file?.toString('utf8').split('\r\n').slice(1) ?? []
    lines.forEach((line, at) => {
      if (!line.includes(`;${number};`)) return
      const [, , text = '', debit = '', credit = '', amount = ''] = line.split(';')
      const part = Math.floor(at / mostDatevLines) + 1
      found.push({ month, part, line: (at % mostDatevLines) + 1, text, debit, credit, amount })
    })
  }
  return found
}
