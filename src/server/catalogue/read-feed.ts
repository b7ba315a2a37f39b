import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import {
  fixedLineRow,
  mobileRow,
  mostRows,
  type CatalogueFile,
} from '../../contract/katalog-datei.ts'

export const mostProblems = 20
const rowsPerTurn = 200 // about 5 ms

const lists = { Festnetz: fixedLineRow, Mobilfunk: mobileRow } as const

/**
 * Validates a whole feed: all rows, or none. Problems name list, row (from 1) and field; at most 20, so that a bad feed costs no
 * more than a good one. Yields to other requests every few rows.
 */
export async function readFeed(
  content: unknown,
): Promise<{ file: CatalogueFile; rows: number } | { problems: string[] }> {
  const given = Object.entries(content as Record<string, unknown>)
  const problems = problemsOfLists(given)
  if (problems.length > 0) return { problems }
  const seen = { Id: new Set<string>(), AnbieterProduktId: new Set<string>() }
  const readList = async <S extends z.ZodType>(name: keyof typeof lists, schema: S) => {
    const list = given.find(([one]) => one === name)?.[1] as unknown[] | undefined
    const rows: z.output<S>[] = []
    for (const [index, row] of (list ?? []).entries()) {
      if (problems.length >= mostProblems) break
      if (index % rowsPerTurn === 0) await nextTurn()
      const read = z.safeDecode(schema, row as never, { reportInput: true })
      problems.push(...problemsOf(`${name} row ${index + 1}`, row, read.error?.issues ?? [], seen))
      if (read.success) rows.push(read.data)
    }
    return list && rows
  }
  const fixedLine = await readList('Festnetz', fixedLineRow)
  const mobile = await readList('Mobilfunk', mobileRow)
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) }
  return {
    file: { ...(fixedLine ? { fixedLine } : {}), ...(mobile ? { mobile } : {}) },
    rows: (fixedLine?.length ?? 0) + (mobile?.length ?? 0),
  }
}

function problemsOfLists(given: [string, unknown][]): string[] {
  if (given.length === 0) return [`It has none of the lists ${Object.keys(lists).join(', ')}.`]
  return given.slice(0, mostProblems).flatMap(([name, value]) => {
    if (!Object.hasOwn(lists, name)) return [`There is no list ${named(name)}.`]
    if (!Array.isArray(value)) return [`${name} is no list.`]
    if (value.length === 0) return [`${name} is empty: it is left out where nothing changes.`]
    return value.length > mostRows ? [`${name} has more than ${mostRows} rows.`] : []
  })
}

function problemsOf(
  where: string,
  row: unknown,
  issues: readonly z.core.$ZodIssue[],
  seen: Record<string, Set<string>>,
): string[] {
  const found = issues
    .slice(0, mostProblems)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 3).map((key) => `${where}: there is no field ${named(key)}.`)
        : [`${where}: ${named(issue.path.map(String).join('.') || 'it')} ${said(issue)}.`],
    )
  if (issues.length > 0) return found
  return Object.entries(seen).flatMap(([field, values]) => {
    const value = String((row as Record<string, unknown>)[field])
    if (values.has(value)) return [`${where}: ${field} ${value} stands further up, too.`]
    values.add(value)
    return []
  })
}

// Our messages begin with a verb; the library's do not.
function said({ message, input, path }: z.core.$ZodIssue): string {
  if (input === undefined && path.length > 0) return 'is missing'
  return /^(is|has) /.test(message) ? message : `is wrong: ${message.slice(0, 200)}`
}

/** A name from the feed, short and printable for the log. */
const named = (name: string) => name.replace(/[^\p{L}\p{N}_.-]/gu, '?').slice(0, 60)
