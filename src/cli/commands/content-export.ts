import { exportContent } from '../../server/content/export-content.ts'
import { contentUnavailable } from '../../server/gateways/content/content-unavailable.ts'
import { loadEntries } from '../../server/gateways/content/load-entries.ts'
import { shownEntries } from '../../server/gateways/content/shown-entries.ts'
import { command, CommandError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const contentExport = command({
  group: 'content',
  name: 'export',
  args: [],
  summary: 'Print all that a tenant says on its pages now, as "content import" reads it',
  details: [
    'It holds the built-in questions and legal texts too, and own texts of pages and mails, but not the defaults of those. Take out what',
    'you do not want to change: what is imported stands above the settings of the tenant from then on.',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: { out: { value: 'FILE', text: 'write to a file instead of printing' } },
  async run({ values, tenant: code, deps }) {
    const tenant = await deps.tenants.get(code)
    const entries = await loadEntries(deps, tenant)
    if (entries === contentUnavailable)
      throw new CommandError(`The content service of ${code} is away, and there is no copy of it`)
    const wire = exportContent(shownEntries(tenant, entries))
    const text = JSON.stringify(wire, null, 2)
    if (values.out === undefined) return { data: wire, text }
    const path = await writeOutput(values.out, `${text}\n`)
    return { data: { file: path }, text: `Written to ${path}.` }
  },
})
