import { errorCatalogue } from '../../domain/errors.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { FileLine } from '../order/read-order-file.ts'
import { perSet } from '../run-in-sets.ts'
import { importLines, type LineResult, type Sums } from './import-lines.ts'

/** `line`: line in the file from 1, header included. */
export type FileResult = LineResult & { line: number }

type Options = Omit<Parameters<typeof importLines>[3], 'source'>

/**
 * Imports the lines of a file of orders, some in a transaction: a wrong line stops no other, and after a crash the whole file can be
 * imported again ('unveraendert'). `keep`: notes what came of some lines. `onProgress`: lines done and total.
 */
export async function importFileLines(
  deps: Deps,
  tenant: Tenant,
  lines: readonly FileLine[],
  options: Omit<Options, 'isTrial'> & {
    keep?: (from: number, results: readonly FileResult[]) => Promise<void>
    onProgress?: (done: number, total: number) => void
  },
): Promise<FileResult[]> {
  const { keep, onProgress, ...context } = options
  const { atOnce = perSet } = options
  const results: FileResult[] = []
  onProgress?.(0, lines.length)
  for (let from = 0; from < lines.length; from += atOnce) {
    const step = lines.slice(from, from + atOnce)
    for (const [at, { result }] of (await importSome(deps, tenant, step, context)).entries()) {
      results.push({ line: step[at]!.line, ...result })
      onProgress?.(results.length, lines.length)
    }
    await keep?.(from, results.slice(from))
  }
  return results
}

/** The same of some of its lines, with what each earns and takes back. */
export async function importSome(
  deps: Deps,
  tenant: Tenant,
  lines: readonly FileLine[],
  context: Options,
): Promise<{ result: LineResult; sums: Sums }[]> {
  const orders = lines.flatMap((line) => ('error' in line ? [] : [line.order]))
  const imported = (
    await importLines(deps, tenant, orders, { source: 'file', ...context })
  ).values()
  const errorCode = errorCatalogue.validation.code
  return lines.map((line) => {
    if (!('error' in line)) return imported.next().value!
    const message = texts[line.error][context.locale]
    const result = { externalNumber: null, result: 'fehler' as const, errorCode, message }
    return { result, sums: { cents: 0, lostCents: 0 } }
  })
}

const texts = {
  'quote-not-closed': {
    de: 'Ein Anführungszeichen ist nicht geschlossen.',
    en: 'A quotation mark is not closed.',
  },
  'text-after-quote': {
    de: 'Nach einem schließenden Anführungszeichen steht noch Text.',
    en: 'There is text after a closing quotation mark.',
  },
  'too-many-cells': {
    de: 'Die Zeile hat mehr Spalten als die Kopfzeile. Felder mit Trennzeichen gehören in Anführungszeichen.',
    en: 'The line has more columns than the header. Fields with a separator belong in quotation marks.',
  },
} as const
