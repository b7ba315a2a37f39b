import { decodeText } from '../../domain/decode-text.ts'
import {
  importAgents,
  readAgentFile,
  type AgentProblem,
} from '../../server/catalogue/import-agents.ts'
import { withTenant } from '../../server/db/connection.ts'
import { readBeside } from '../../server/operator/read-beside.ts'
import { command, CommandError } from '../command.ts'
import { folderOf, readInput } from '../files.ts'
import { table } from '../table.ts'

const reasons: Record<AgentProblem, string> = {
  quote: 'a quotation mark is not closed, or has text behind it',
  empty: 'a needed column is empty',
  long: 'a value is longer than 80 characters, or has characters that no name has',
  zip: 'the PLZ has no five digits',
  number: 'the Nummer has other characters than letters, digits, dot, dash and underscore',
  twice: 'this Nummer stands further up in the file',
  'photo-missing': 'there is no such file for Foto',
  photo: 'Foto is no JPEG, PNG or WebP of at most 300 KiB and 16 megapixels',
}

export const agentsImport = command({
  group: 'agents',
  name: 'import',
  args: ['FILE'],
  summary:
    'Write the agents whom customers can recommend through, from a CSV file; a Nummer that is known is updated',
  details: [
    'FILE is CSV with a header line: separated by semicolons, commas or tabs; UTF-8, UTF-16 or Windows-1252.',
    '',
    'Columns:',
    '  Nummer    required   your number of the agent',
    '  Vorname   required',
    '  Nachname  required',
    '  PLZ       required   five digits',
    '  Ort       required',
    '  Foto      optional   a JPEG, PNG or WebP of at most 300 KiB, by its path from the folder of FILE; empty keeps the picture',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: { retire: { text: 'agents who are not in the file take no more recommendations' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const path = args[0] ?? ''
    const file = readAgentFile(decodeText(await readInput(path)))
    if (file.missing.length > 0) {
      throw new CommandError(
        `The first line of the file must name its columns; missing: ${file.missing.join(', ')}`,
      )
    }
    const report = await withTenant(deps.db, code, (tx) =>
      importAgents(tx, deps, code, file, {
        actor,
        retire: values.retire === true,
        readPhoto: async (name) => readBeside(folderOf(path), name),
      }),
    )
    const lines = table(
      ['Line', 'Why'],
      report.refused.map(({ line, reason }) => [line, reasons[reason]]),
      '',
    )
    const kept = values.retire === true && file.refused.length > 0
    return {
      data: report,
      text: [
        ...(lines === '' ? [] : [lines, '']),
        `Agents written: ${report.saved}, retired: ${report.retired}, lines refused: ${report.refused.length}.`,
        ...(kept ? ['Nobody was retired, because not every line could be read.'] : []),
        ...(tenant.agentReferral
          ? []
          : [`${code} does not show them: ModuleAgentRecommendation is off.`]),
      ].join('\n'),
      failed: report.refused.length > 0,
    }
  },
})
