import { readCatalogueRows } from '../../server/catalogue/catalogue-store.ts'
import { exportCatalogue, exportCsv } from '../../server/catalogue/export-catalogue.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { writeOutput } from '../files.ts'

const kinds = { fixed: 'Festnetz', mobile: 'Mobilfunk' } as const

export const catalogueExport = command({
  group: 'catalogue',
  name: 'export',
  args: [],
  summary: 'Print the catalogue as "catalogue import" reads it: JSON, or one kind of it as CSV',
  tenant: 'required',
  needs: 'set-up',
  options: {
    csv: { value: 'KIND', text: 'fixed or mobile, as CSV' },
    out: { value: 'FILE', text: 'write to a file instead of printing' },
  },
  async run({ values, tenant: code, deps }) {
    await deps.tenants.get(code)
    const { csv } = values
    if (csv !== undefined && !Object.hasOwn(kinds, csv))
      throw new UsageError('--csv is fixed or mobile')
    const rows = await withTenant(deps.db, code, (tx) => readCatalogueRows(tx, code))
    const wire = exportCatalogue(rows)
    const text =
      csv === undefined
        ? JSON.stringify(wire, null, 2)
        : exportCsv(wire, kinds[csv as keyof typeof kinds]).trimEnd()
    if (Object.keys(wire).length === 0)
      throw new CommandError(`${code} has neither fixed-line tariffs nor mobile offers`)
    if (values.out === undefined) return { data: wire, text }
    const path = await writeOutput(values.out, `${text}\n`)
    return { data: { file: path }, text: `Written to ${path}.` }
  },
})
