import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import { readAgencyFile } from '../agency/import-agencies.ts'
import { readAgentFile } from '../catalogue/import-agents.ts'
import type { Listing } from '../catalogue/listing.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'
import type { ContentRows } from '../gateways/content/read-entries.ts'
import { readTenantFile } from '../operator/tenant-file.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { demoCodes } from './demo-codes.ts'
import { readPeople, type DemoPeople } from './demo-people.ts'

// The companies below demo/, read as an operator's files are, which takes a tenth of a start: only demo mode loads this file, and a start
// that finds its companies does without.

/** A demo tenant's files, written once by seed-demo.ts. */
export type DemoTenant = Listing & {
  tenant: StoredTenant
  content: ContentRows
  catalogue: CatalogueFile[]
  agents: Pick<ReturnType<typeof readAgentFile>, 'rows' | 'refused'>
  agencies: Pick<ReturnType<typeof readAgencyFile>, 'rows' | 'refused'>
  people: DemoPeople
}

const folderOf = (code: string) => join(import.meta.dirname, '../../../demo', code)

export const standard = readCompany(folderOf('standard'))
export const bgv = readCompany(folderOf('bgv'))
export const telko = readCompany(folderOf('telko'))
const companies: Record<(typeof demoCodes)[number], DemoTenant> = { standard, bgv, telko }
export const demoTenants = demoCodes.map((code) => companies[code])
export const demoReferrers = {
  standard: standard.people.referrer,
  bgv: bgv.people.referrer,
  telko: telko.people.referrer,
}

/** Throws for a file that cannot be used, with its name and fields. */
export function readCompany(folder: string): DemoTenant {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const fail = (file: string, problems: unknown) => {
    throw new Error(`${join(folder, file)}: ${JSON.stringify(problems, null, 1)}`)
  }
  const json = (file: string): unknown => {
    try {
      return JSON.parse(text(file))
    } catch (error) {
      return fail(file, (error as Error).message)
    }
  }
  /** A table without any line that cannot be read; empty without the file. */
  const table = <T>(
    file: string,
    read: (text: string) => { missing: string[]; rows: T[]; refused: { line: number }[] },
  ) => {
    const { missing, rows, refused } = files.includes(file)
      ? read(text(file))
      : { missing: [], rows: [], refused: [] }
    if (missing.length > 0 || refused.length > 0) fail(file, { missing, refused })
    return { rows, refused: [] }
  }
  const read = readTenantFile(text('tenant.json'), folder)
  if ('problems' in read) return fail('tenant.json', read.problems)
  const people = readPeople(json('people.json'))
  if ('problems' in people) return fail('people.json', people.problems)
  return {
    tenant: read.tenant,
    ...read.listing,
    content: json('content.json') as ContentRows, // read by its importer
    catalogue: files
      .filter((file) => /^catalogue\/.+\.csv$/.test(file))
      .map((file) => {
        const rows = readCatalogueFile(text(file))
        return 'file' in rows ? rows.file : fail(file, rows.problems)
      }),
    agents: table('agents.csv', readAgentFile),
    agencies: table('agencies.csv', (csv) =>
      readAgencyFile(csv, read.tenant.agencyNumberPattern ?? null),
    ),
    people: people.people,
  }
}
