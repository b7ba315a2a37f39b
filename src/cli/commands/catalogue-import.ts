import { decodeText } from '../../domain/decode-text.ts'
import { judgeCommissions } from '../../domain/feed.ts'
import type { CatalogueDiff } from '../../server/catalogue/diff-catalogue.ts'
import { importCatalogue } from '../../server/catalogue/import-catalogue.ts'
import {
  readCatalogueFile,
  type CatalogueProblem,
} from '../../server/catalogue/read-catalogue-file.ts'
import { CatalogueRefused } from '../../server/catalogue/replace-catalogue.ts'
import { withTenant } from '../../server/db/connection.ts'
import { contentOf } from '../../server/gateways/content/content-of.ts'
import { feedOf } from '../../server/gateways/product-feeds/product-api.ts'
import { catalogueFileHelp } from '../catalogue-file-help.ts'
import { catalogueWarnings } from '../catalogue-warnings.ts'
import { command, CommandError, type Answer } from '../command.ts'
import { readInput } from '../files.ts'
import { footnoteHint, missingFootnotes } from '../missing-footnotes.ts'
import { table } from '../table.ts'

const mostShown = 20

export const catalogueImport = command({
  group: 'catalogue',
  name: 'import',
  args: ['FILE'],
  summary:
    'Make a CSV or JSON file the whole catalogue of fixed-line tariffs or mobile offers: all of it or, where a row is wrong, nothing',
  details: catalogueFileHelp,
  tenant: 'required',
  needs: 'set-up',
  options: {
    'dry-run': { text: 'write nothing, say what would change' },
    all: { text: 'show every change, those of position too' },
    force: { text: 'import although the products come from a feed' },
  },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const dryRun = values['dry-run'] === true
    const all = values.all === true
    const fromFeed = feedOf(tenant) !== null
    if (fromFeed && !dryRun && values.force !== true) {
      throw new CommandError(
        `The products of ${code} come from a feed, which replaces an import as soon as it has something new. --force imports all the same; "catalogue refresh" asks the feed now.`,
      )
    }
    const read = readCatalogueFile(decodeText(await readInput(args[0] ?? '')))
    if ('problems' in read) return refused(read.problems)
    try {
      const diff = await withTenant(deps.db, code, (tx) =>
        importCatalogue(tx, tenant, read.file, { actor, now: deps.clock.now(), dryRun }),
      )
      const footnotes = await contentOf(deps, tenant).footnotes('de')
      const named = [...(read.file.fixedLine ?? []), ...(read.file.mobile ?? [])].flatMap(
        (row) => row.footnotes?.split(',').map((mark) => mark.trim()) ?? [],
      )
      const missing = missingFootnotes(
        named,
        footnotes.map(({ identifier }) => identifier),
      )
      const warnings = catalogueWarnings(read.file, diff)
      const hints = [
        ...warnings,
        ...footnoteHint(missing),
        ...commissionHints(diff),
        ...(tenant.showsCategories
          ? []
          : [`${code} has no pages by category: ShowProductCategory is off.`]),
        ...(fromFeed ? [`The products of ${code} come from a feed, which will replace them.`] : []),
      ]
      return {
        data: { dryRun, ...diff, missingFootnotes: missing, warnings },
        text: [...describe(diff, all), summary(diff, dryRun), ...hints].join('\n'),
      }
    } catch (error) {
      if (!(error instanceof CatalogueRefused)) throw error
      return refused(
        error.conflicts.map(({ id, column, reason }) => ({
          kind: '' as const,
          line: 0,
          column,
          reason: `of product ${id} ${reason}`,
        })),
      )
    }
  },
})

function refused(problems: CatalogueProblem[]): Answer {
  return {
    data: { problems },
    text: [
      table(
        ['Kind', 'Line', 'Column', 'Why'],
        problems.map(({ kind, line, column, reason }) => [kind, line || '', column, reason]),
        '',
      ),
      '',
      `Nothing was written: ${problems.length} ${problems.length === 1 ? 'thing is' : 'things are'} wrong.`,
    ].join('\n'),
    failed: true,
  }
}

const summary = ({ added, changed, gone, unchanged }: CatalogueDiff, dryRun: boolean) =>
  `Products ${dryRun ? 'that would be ' : ''}new: ${added.length}, changed: ${changed.length}, gone: ${gone.length}, unchanged: ${unchanged}.` +
  (dryRun ? ' Nothing was written.' : '')

// Content before mere shifts: a row inserted at the top moves all others.
function describe({ added, changed, gone }: CatalogueDiff, all: boolean): string[] {
  const most = all ? Number.POSITIVE_INFINITY : mostShown
  const every = changed.flatMap(({ id, fields }) => fields.map((change) => ({ id, ...change })))
  const moves = every.filter(({ field }) => field === 'Position')
  const content = every.filter(({ field }) => field !== 'Position')
  const rows = [...content, ...(all ? moves : [])].map(({ id, field, from, to }) => [
    id,
    field,
    shown(from),
    shown(to),
  ])
  const list = (what: string, ids: string[]) =>
    ids.length === 0
      ? []
      : [`${what}: ${ids.slice(0, most).join(', ')}${ids.length > most ? ', …' : ''}`]
  const hidden = rows.length - most
  return [
    ...list('New', added),
    ...list('Gone', gone),
    ...(rows.length === 0
      ? []
      : [table(['Product', 'Field', 'Before', 'After'], rows.slice(0, most), '')]),
    ...(hidden > 0 ? [`and ${hidden} more changes (--all shows them)`] : []),
    ...(all || moves.length === 0
      ? []
      : [`${moves.length} ${moves.length === 1 ? 'row moves' : 'rows move'} up or down`]),
  ]
}

/** What would hold a feed back; a manual import decides itself. */
function commissionHints(diff: CatalogueDiff): string[] {
  const { nothing, jumping } = judgeCommissions(diff.commissions)
  const hint = (ids: string[], what: string) =>
    ids.length === 0
      ? []
      : [`${what}: ${ids.slice(0, mostShown).join(', ')}${ids.length > mostShown ? ', …' : ''}.`]
  return [
    ...hint(nothing, 'Earn nothing any more'),
    ...hint(jumping, 'Earn more than three times as much, or less than a third'),
  ]
}

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
