import { errorCatalogue } from '../../domain/errors.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { readOrderFile, type FileLine } from '../order/read-order-file.ts'
import { importLine, type LineResult } from './import-order.ts'

/** `line`: line in the file from 1, header included. */
export type FileResult = LineResult & { line: number }

/**
 * Imports a CSV file of orders, one transaction per line: a wrong line stops no other, and after a crash the whole file can be
 * imported again ('unveraendert'). Throws `validation` for missing columns. `onProgress`: lines done and total.
 */
export async function importOrderFile(
  deps: Deps,
  tenant: Tenant,
  bytes: Uint8Array,
  options: {
    actor: Actor
    locale: Locale
    check?: Parameters<typeof importLine>[3]['check']
    onProgress?: (done: number, total: number) => void
  },
): Promise<FileResult[]> {
  const { actor, locale, check } = options
  const lines = readOrderFile(bytes)
  const results: FileResult[] = []
  options.onProgress?.(0, lines.length)
  for (const line of lines) {
    results.push({
      line: line.line,
      ...(await importFileLine(deps, tenant, line, { actor, locale, ...(check ? { check } : {}) })),
    })
    options.onProgress?.(results.length, lines.length)
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
