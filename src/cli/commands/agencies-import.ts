import { decodeText } from '../../domain/decode-text.ts'
import {
  importAgencies,
  readAgencyFile,
  type AgencyProblem,
} from '../../server/agency/import-agencies.ts'
import { withTenant } from '../../server/db/connection.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { command, CommandError } from '../command.ts'
import { readInput } from '../files.ts'
import { table } from '../table.ts'

const reasons: Record<AgencyProblem, string> = {
  quote: 'a quotation mark is not closed, or has text behind it',
  empty: 'a needed column is empty',
  number: "the Nummer is not one of the tenant's (agencyNumberPattern)",
  name: 'a name or a part of the address has characters that are not possible, or is too long',
  email: 'an E-Mail is no e-mail address',
  'email-taken': 'somebody of another agency has this E-Mail',
  registered:
    'somebody registered with this Nummer and confirmed the address: activate or close that agency instead',
  twice: 'this Nummer stands further up in the file',
}

export const agenciesImport = command({
  group: 'agencies',
  name: 'import',
  args: ['FILE'],
  summary:
    'Write agencies from a CSV file, active at once; new owners are mailed the link to their password, a Nummer that is known is updated',
  details: [
    'FILE is CSV with a header line: separated by semicolons, commas or tabs; UTF-8, UTF-16 or Windows-1252.',
    '',
    'Columns:',
    '  Nummer    required   your number of the agency',
    '  Name      required   of the agency',
    '  Vorname   required   of its owner',
    '  Nachname  required   of its owner',
    '  E-Mail    required   of its owner',
    '  Agentur-E-Mail, Telefon, Strasse, Hausnummer, PLZ, Ort, UStId   optional',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const text = decodeText(await readInput(args[0] ?? ''))
    const file = readAgencyFile(text, tenant.agencyNumberPattern)
    if (file.missing.length > 0)
      throw new CommandError(
        `The first line of the file must name its columns; missing: ${file.missing.join(', ')}`,
      )
    const report = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => importAgencies(tx, deps, code, file, { actor })),
    )
    const lines = table(
      ['Line', 'Why'],
      report.refused.map(({ line, reason }) => [line, reasons[reason]]),
      '',
    )
    return {
      data: report,
      text: [
        ...(lines === '' ? [] : [lines, '']),
        `Agencies added: ${report.added}, updated: ${report.updated}, lines refused: ${report.refused.length}.`,
        ...(tenant.agencies ? [] : [`${code} has no agency area: "agencies" is off.`]),
      ].join('\n'),
      failed: report.refused.length > 0,
    }
  },
})
