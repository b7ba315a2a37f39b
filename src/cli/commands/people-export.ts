import { withTenant } from '../../server/db/connection.ts'
import { exportPerson } from '../../server/operator/export-person.ts'
import { readAddress } from '../choose-accounts.ts'
import { command, CommandError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const peopleExport = command({
  group: 'people',
  name: 'export',
  args: ['ADDRESS'],
  summary:
    'Everything that is kept about an address, for whoever asks by letter (Art. 15 GDPR): as referrer, contact, for agencies',
  details: [
    'Make sure first that the letter is from whom the address belongs to. The file is JSON in German words, without tokens and whole',
    'account numbers; of other people it holds initials. That it was made stands in the audit log.',
  ],
  tenant: 'required',
  needs: ['update', 'people'],
  asksPerson: true,
  asksReason: true,
  options: { out: { value: 'FILE', text: 'where to write it (else it is printed)' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const email = readAddress(args[0])
    const found = await withTenant(deps.db, code, (tx) =>
      exportPerson(tx, deps, tenant, email, actor),
    )
    if (!found) throw new CommandError(`Nothing is kept about this address at ${code}`)
    const json = JSON.stringify(found, null, 2)
    if (values.out === undefined) return { data: found, text: json }
    const path = await writeOutput(values.out, `${json}\n`)
    return { data: { file: path }, text: `Everything about the address is in ${path}.` }
  },
})
