import { errorCatalogue } from '../../domain/errors.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { FileLine } from '../order/read-order-file.ts'
import { importLine, type LineResult } from './import-order.ts'

/** `line`: line in the file from 1, header included. */
export type FileResult = LineResult & { line: number }

const linesPerStep = 20

/**
 * Imports the lines of a file of orders, one transaction per line: a wrong line stops no other, and after a crash the whole file can be
 * imported again ('unveraendert'). `keep`: notes what came of some lines. `onProgress`: lines done and total.
 */
export async function importFileLines(
  deps: Deps,
  tenant: Tenant,
  lines: readonly FileLine[],
  options: Omit<Parameters<typeof importFileLine>[3], 'isTrial'> & {
    keep?: (from: number, results: readonly FileResult[]) => Promise<void>
    onProgress?: (done: number, total: number) => void
  },
): Promise<FileResult[]> {
  const { keep, onProgress, ...context } = options
  const results: FileResult[] = []
  onProgress?.(0, lines.length)
  for (let from = 0; from < lines.length; from += linesPerStep) {
    for (const line of lines.slice(from, from + linesPerStep)) {
      results.push({ line: line.line, ...(await importFileLine(deps, tenant, line, context)) })
      onProgress?.(results.length, lines.length)
    }
    await keep?.(from, results.slice(from))
  }
  return results
}

/** The same of one line. */
export async function importFileLine(
  deps: Deps,
  tenant: Tenant,
  line: FileLine,
  context: Omit<Parameters<typeof importLine>[3], 'source'>,
): Promise<LineResult> {
  if (!('error' in line))
    return importLine(deps, tenant, line.order, { source: 'file', ...context })
  const errorCode = errorCatalogue.validation.code
  const message = texts[line.error][context.locale]
  return { externalNumber: null, result: 'fehler', errorCode, message }
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
