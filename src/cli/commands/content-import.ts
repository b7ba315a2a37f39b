import { contentSchemas, type ContentSchema } from '../../contract/inhalt-datei.ts'
import { readCatalogueRows } from '../../server/catalogue/catalogue-store.ts'
import { importContent, type ContentReport } from '../../server/content/import-content.ts'
import { withTenant } from '../../server/db/connection.ts'
import type { ContentProblem, ContentRows } from '../../server/gateways/content/read-entries.ts'
import { fillFiles } from '../../server/operator/fill-files.ts'
import { command, CommandError } from '../command.ts'
import { folderOf, readInput } from '../files.ts'
import { footnoteHint, missingFootnotes } from '../missing-footnotes.ts'
import { table } from '../table.ts'

export const mostBytes = 20_000_000

export const contentImport = command({
  group: 'content',
  name: 'import',
  args: ['FILE.json'],
  summary:
    'Write what a tenant says on its pages; each list of the file replaces the whole of its kind',
  details: [
    'FILE is JSON with lists under these names; what it does not have stays as it is:',
    '  faq        Id, Gruppe, Titel, Content',
    '  category   Id, Titel, Beschreibung, Einleitung, Icon',
    '  footnote   Id, Identifier, Gruppe (plain), Title, Content',
    '  page       Id (imprint, privacy, terms, accessibility), Version, Text',
    '  teaser     Id, Kategorie (or null), Text, Cent, Bis (true: "up to")',
    '  text       Id (area.key, as in src/web/texts), Text: replaces a text of the pages',
    '  mail       Id (key, as in src/web/mails/texts), Text: replaces a text of the mails',
    '',
    'Texts read {"de": "…", "en": "…"}, in plain markup ("## " headings, "- " lists) or HTML, which is cleaned, or are the path of a',
    'Markdown file from the folder of FILE ("texts/terms.de.md"). "Position" orders',
    'a list; else its own order counts. {{kontakt.telefon}} and other variables are filled in. One entry that cannot be used keeps',
    'the whole file out.',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: { 'dry-run': { text: 'only say what would change' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const path = args[0] ?? ''
    const rows = readFile(await readInput(path), folderOf(path))
    const dryRun = values['dry-run'] === true
    const { report, offers } = await withTenant(deps.db, code, async (tx) => ({
      report: await importContent(tx, tenant, rows, { actor, now: deps.clock.now(), dryRun }),
      offers: await readCatalogueRows(tx, code),
    }))
    const failed = report.problems.length > 0
    const shown = offers.filter(
      ({ active, product_id }) => active && !tenant.excludedProducts.includes(product_id),
    )
    const named = shown.flatMap((row) => (row.fixedLine ?? row.mobile)?.footnotes ?? [])
    // A content service has its own footnotes.
    const missing = tenant.contentService ? [] : missingFootnotes(named, report.footnotes)
    return {
      data: { ...report, missingFootnotes: missing },
      text: [
        ...describe(report),
        failed
          ? 'Nothing was written: mend what is wrong first.'
          : dryRun
            ? 'Nothing was written: this was a dry run.'
            : 'Written.',
        ...footnoteHint(missing, failed || dryRun),
        ...(tenant.contentService
          ? [`The pages of ${code} show its content service, not this ("content connect").`]
          : []),
      ].join('\n'),
      failed,
    }
  },
})

function readFile(bytes: Uint8Array, folder: string | null): ContentRows {
  if (bytes.length > mostBytes)
    throw new CommandError(`The file has more than ${mostBytes / 1e6} MB`)
  let content: unknown
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new CommandError(`The file is not JSON: ${(error as Error).message}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new CommandError('The file must hold an object with lists')
  for (const [name, list] of Object.entries(content)) {
    if (!contentSchemas.includes(name as ContentSchema))
      throw new CommandError(`"${name}" is none of ${contentSchemas.join(', ')}`)
    if (!Array.isArray(list)) throw new CommandError(`"${name}" must be a list`)
  }
  const { value, problems } = fillFiles(content, folder)
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
  return value as ContentRows
}

const linesOf = (problems: ContentProblem[], header: string) =>
  problems.length === 0
    ? []
    : [
        table(
          ['List', 'Id', header],
          problems.map(({ schema, id, why }) => [schema, id, why]),
          '',
        ),
        '',
      ]

function describe({ differences, problems, warnings }: ContentReport): string[] {
  return [
    ...linesOf(problems, 'Wrong'),
    ...linesOf(warnings, 'Please check'),
    table(
      ['List', 'New', 'Changed', 'Removed', 'As before'],
      differences.map(({ schema, added, changed, removed, unchanged }) => [
        schema,
        String(added.length),
        String(changed.length),
        String(removed.length),
        String(unchanged),
      ]),
      '',
    ),
    '',
  ]
}
