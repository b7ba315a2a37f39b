import { z } from 'zod'
import {
  fixedLineRow,
  mobileRow,
  mostRows,
  type CatalogueFile,
} from '../../contract/katalog-datei.ts'

const mostProblems = 20

const lists = { Festnetz: fixedLineRow, Mobilfunk: mobileRow } as const

/**
 * Checks the content of a feed, all of it: every row is good, or nothing of it is taken. Problems name list, row (the first is 1) and
 * field; the first 20 of them, so that a feed of nonsense costs no more than a good one.
 */
export function readFeed(
  content: unknown,
): { file: CatalogueFile; rows: number } | { problems: string[] } {
  const problems: string[] = []
  const given = Object.entries(content as Record<string, unknown>)
  for (const [name, value] of given) {
    if (!Object.hasOwn(lists, name)) problems.push(`There is no list ${named(name)}.`)
    else if (!Array.isArray(value)) problems.push(`${name} is no list.`)
    else if (value.length > mostRows) problems.push(`${name} has more than ${mostRows} rows.`)
    if (problems.length >= mostProblems) break
  }
  if (given.length === 0)
    problems.push(`It has none of the lists ${Object.keys(lists).join(', ')}.`)
  if (problems.length > 0) return { problems }
  const seen = { Id: new Set<string>(), AnbieterProduktId: new Set<string>() }
  const readList = <S extends z.ZodType>(name: keyof typeof lists, schema: S) => {
    const list = given.find(([one]) => one === name)?.[1] as unknown[] | undefined
    return list?.flatMap((row, index) => {
      if (problems.length >= mostProblems) return []
      const read = z.safeDecode(schema, row as never, { reportInput: true })
      problems.push(...problemsOf(`${name} row ${index + 1}`, row, read.error?.issues ?? [], seen))
      return read.success ? [read.data] : []
    })
  }
  const fixedLine = readList('Festnetz', fixedLineRow)
  const mobile = readList('Mobilfunk', mobileRow)
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) }
  return {
    file: { ...(fixedLine ? { fixedLine } : {}), ...(mobile ? { mobile } : {}) },
    rows: (fixedLine?.length ?? 0) + (mobile?.length ?? 0),
  }
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

// Words of our own begin with a verb; those of the library do not.
function said({ message, input, path }: z.core.$ZodIssue): string {
  if (input === undefined && path.length > 0) return 'is missing'
  return /^(is|has) /.test(message) ? message : `is wrong: ${message.slice(0, 200)}`
}

/** A name of the feed's own, as short and printable as a log line needs it. */
const named = (name: string) => name.replace(/[^\p{L}\p{N}_.-]/gu, '?').slice(0, 60)
