import { globSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { endpoints } from '../src/contract/endpoints.ts'
import { type Names, wireNames } from '../src/contract/shape.ts'

// What pages know of the contract: method, path and field names of the calls they make, as plain data. The first table is the
// usual pages' and comes at a visitor's first touch; areas that few visit have their own.

export const wireTables = [
  'virtual:wire',
  'virtual:wire-agency',
  'virtual:wire-sales-partner',
  'virtual:wire-console',
  'virtual:wire-person',
  'virtual:wire-office',
] as const
export type WireTable = (typeof wireTables)[number]

export const webSources = (): [path: string, source: string][] =>
  globSync('src/web/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] }).map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ])

/** The names of the calls in a source, those of files by their address. Throws at a call by a computed name, and where one is read beside them. */
export function callsIn(source: string): string[] {
  const withoutImports = source.replaceAll(/^import .*? from /gms, '')
  const beside = /\bwire\.\w+/.exec(withoutImports)
  if (beside) throw new Error(`needs the name itself in a call: ${beside[0]}`)
  return [
    ...withoutImports.matchAll(
      /\b(?:callApi|csvHref|pathHref)\b(?!<)(\(\s*[\w.()]+,\s*'(\w+)')?.*/g,
    ),
  ].map(([written, , name]) => {
    if (!name) throw new Error(`callApi(page, 'name', …) needs the name itself: ${written}`)
    return name
  })
}

export const webCalls = () => new Set(webSources().flatMap(([, source]) => callsIn(source)))

const office =
  /^\/betrieb\/(zugang|einladung|team|einstellungen|mandanten|agenturen|verkaufspartner|auszahlungen|lage|kontoauszuege|geldwege|auftraege\/einlesungen)/

type Call = { path: string; caller: string }

export function tableOf({ path, caller }: Call): WireTable {
  // Pages of the console that are no lists of work, which have no room for them.
  if (path.startsWith('/betrieb/personen/:person')) return 'virtual:wire-person'
  if (office.test(path)) return 'virtual:wire-office'
  if (path.startsWith('/betrieb/')) return 'virtual:wire-console'
  if (caller === 'agency' || /^\/(agentur|token\/verifyAgenturToken$|Einladung\/)/.test(path))
    return 'virtual:wire-agency'
  return path.startsWith('/verkaufspartner') ? 'virtual:wire-sales-partner' : 'virtual:wire'
}

/** @param called names of the calls to include; default all */
export function wireTable(table: WireTable, called?: Set<string>) {
  const calls = Object.entries(endpoints).filter(
    ([name, endpoint]) => (called?.has(name) ?? true) && tableOf(endpoint) === table,
  )
  return Object.fromEntries(
    calls.map(([name, { method, path, params, query, body, answer }]) => [
      name,
      [method, path, ...[params, query, body, answer].map(namesInside)],
    ]),
  )
}

/** Field names of a schema; of a union, those of all members. */
function namesInside(schema: z.ZodType | undefined): Names | null {
  if (!schema) return null
  const { options } = schema._zod.def as { options?: z.ZodType[] }
  const members = (options ?? []).map(namesInside).filter((names) => names !== null)
  return members.length > 0 ? Object.assign({}, ...members) : wireNames(schema)
}
