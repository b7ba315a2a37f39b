import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  agencyRights,
  allTokens,
  operatorRights,
  proofTimes,
  securityEvents,
  sessions,
} from './access-tables.ts'
import { retention, secretColumns, tablesByLevel, tenantSecrets } from './data-tables.ts'
import { personalFields } from './field-table.ts'
import { limitsOfPersons, limitsOfTenants } from './limit-tables.ts'
import { limitsOfOperators } from './operator-limits.ts'
import { answers, bodies, turns, uploads } from './upload-tables.ts'

/** Tables of docs/security that the code says. A page has each between `<!-- from the code: NAME -->` and `<!-- end -->`. */
export const securityTables: Record<string, () => string> = {
  'agency-rights': agencyRights,
  answers,
  bodies,
  'limits-of-operators': limitsOfOperators,
  'limits-of-persons': limitsOfPersons,
  'limits-of-tenants': limitsOfTenants,
  'operator-rights': operatorRights,
  'personal-fields': personalFields,
  proofs: proofTimes,
  retention,
  'secret-columns': secretColumns,
  'security-events': securityEvents,
  sessions,
  tables: tablesByLevel,
  'tenant-secrets': tenantSecrets,
  tokens: allTokens,
  turns,
  uploads,
}

const marked = /(<!-- from the code: ([a-z-]+) -->\n)[\s\S]*?(\n<!-- end -->)/g

/** A page with its tables as the code is now. @throws for a table that there is not */
export const fillTables = (page: string): string =>
  page.replaceAll(marked, (_, begin: string, name: string, end: string) => {
    const write = securityTables[name]
    if (!write) throw new Error(`no table ${name}`)
    return `${begin}\n${write()}\n${end}`
  })

export const tablesIn = (page: string): string[] =>
  [...page.matchAll(marked)].map(([, , name]) => name!)

/** The pages that have tables, by path, as they are. */
export const securityPages = (root: string): [file: string, text: string][] =>
  globSync('docs/security/*.md', { cwd: root })
    .map((file): [string, string] => [file, readFileSync(resolve(root, file), 'utf8')])
    .filter(([, text]) => tablesIn(text).length > 0)
