import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import {
  contentRows,
  contentSchemas,
  type ContentEntries,
  type ContentSchema,
} from '../../../contract/inhalt-datei.ts'
import { tenantVariables, variablesIn } from '../../../domain/content-variables.ts'
import { isHtml } from '../../../domain/rich-text.ts'
import type { Localised, Tenant } from '../../../domain/tenant.ts'
import { contentPicture } from './content-picture.ts'
import { judgeOwnText } from './judge-own-text.ts'
import { droppedTags, sanitise } from './sanitise.ts'

/** An entry's problem: `schema`, `id`, and `why`, an English sentence for operators. */
export type ContentProblem = { schema: ContentSchema; id: string; why: string }
export type ContentRows = Partial<Record<ContentSchema, unknown[]>>
export type ReadContent = {
  entries: Partial<ContentEntries>
  problems: ContentProblem[] // omitted entries
  warnings: ContentProblem[] // accepted, but surely unintended
}

/** Maximum HTML to sanitise per change: some seconds. */
const mostHtml = 8_000_000

const rich: Partial<Record<ContentSchema, string>> = {
  faq: 'answer',
  category: 'intro',
  footnote: 'content',
  page: 'text',
}

/** Reads rows of contract/inhalt-datei.ts: validates, sanitises, and reports problems. */
export async function readEntries(tenant: Tenant, rows: ContentRows): Promise<ReadContent> {
  const shared = { known: new Set(Object.keys(tenantVariables(tenant, 'de'))), htmlLeft: mostHtml }
  const read: ReadContent = { entries: {}, problems: [], warnings: [] }
  for (const schema of contentSchemas) {
    const given = rows[schema]
    if (given) await readSchema(tenant, schema, given, shared, read)
  }
  return read
}

async function readSchema<S extends ContentSchema>(
  tenant: Tenant,
  schema: S,
  rows: unknown[],
  shared: { known: Set<string>; htmlLeft: number },
  { entries, problems, warnings }: ReadContent,
): Promise<void> {
  const taken = new Map<string, ContentEntries[S][number]>()
  for (const [index, row] of rows.entries()) {
    const parsed = z.safeDecode(contentRows[schema], row as Record<string, unknown>)
    if (!parsed.success) {
      problems.push({ schema, id: idOf(row, index), why: reasonOf(parsed.error) })
      continue
    }
    const entry = parsed.data as ContentEntries[S][number]
    const say = (why: string) => ({ schema, id: entry.id, why })
    if (taken.has(entry.id)) {
      problems.push(say('There is another entry with this Id.'))
      continue
    }
    if (schema === 'text' || schema === 'mail') {
      const { id, text } = entry as ContentEntries['text'][number]
      const judged = await judgeOwnText(schema, id, text)
      if (judged.problem) {
        problems.push(say(judged.problem))
        continue
      }
      warnings.push(...judged.warnings.map(say))
    }
    const unknown = variablesIn(JSON.stringify(entry)).filter((name) => !shared.known.has(name))
    if (unknown.length > 0)
      warnings.push(say(`Nobody knows ${list(unknown)}: nothing is shown there.`))
    const cost = cleaningCost(schema, entry)
    shared.htmlLeft -= cost
    if (shared.htmlLeft < 0) {
      problems.push(say('There is too much HTML in all entries together.'))
      continue
    }
    if (cost > 0) await setImmediate() // yields to other requests
    taken.set(
      entry.id,
      clean(tenant, schema, entry, (dropped) => warnings.push(say(dropped))),
    )
  }
  entries[schema] = [...taken.values()] as Partial<ContentEntries>[S]
}

/** In characters; a tag costs as much as forty. */
function cleaningCost(schema: ContentSchema, entry: object): number {
  const texts = (entry as Record<string, Localised>)[rich[schema] ?? '']
  return Object.values(texts ?? {})
    .filter(isHtml)
    .reduce((sum, text) => sum + text.length + 40 * (text.split('<').length - 1), 0)
}

function clean<E extends object>(
  tenant: Tenant,
  schema: ContentSchema,
  entry: E,
  warn: (why: string) => void,
): E {
  const field = rich[schema]
  if (!field) return entry
  const texts = (entry as Record<string, Localised>)[field]
  if (!texts) return entry
  const dropped = new Set(Object.values(texts).filter(isHtml).flatMap(droppedTags))
  if (dropped.size > 0) warn(`Left out of the HTML: ${[...dropped].join(', ')}.`)
  return cleanEntry(tenant, schema, entry)
}

/** An entry with sanitised HTML. */
export function cleanEntry<E extends object>(tenant: Tenant, schema: ContentSchema, entry: E): E {
  const field = rich[schema]
  const texts = field && (entry as Record<string, Localised>)[field]
  if (!texts) return entry
  const cleaned = Object.entries(texts).map(([locale, text]) => [
    locale,
    isHtml(text) ? sanitise(text, (src) => contentPicture(tenant, src)) : text,
  ])
  return { ...entry, [field]: Object.fromEntries(cleaned) }
}

const list = (names: string[]) => names.map((name) => `{{${name}}}`).join(', ')

function idOf(row: unknown, index: number): string {
  const id = (row as { Id?: unknown } | null)?.Id
  return typeof id === 'string' && id !== '' ? id.slice(0, 80) : `no. ${index + 1}`
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'It cannot be read.'
  const where = issue.path.map(String).join('.').slice(0, 80)
  if (where === '' && issue.code === 'invalid_type') return 'It is not an object.'
  return `${where === '' ? 'It' : where} ${plainWords(issue).slice(0, 200)}.`
}

const kinds: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object such as {"de": "…", "en": "…"}',
}

function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('undefined')
        ? 'is missing'
        : `is not ${kinds[issue.expected] ?? issue.expected}`
    case 'unrecognized_keys':
      return `has fields that nobody knows: ${issue.keys.join(', ')}`
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `is below ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `is more than ${issue.maximum}`
    case 'invalid_value':
      return `is none of ${issue.values.join(', ')}`
    case 'invalid_format':
      return 'has characters or a form that it must not have ("content import --help" shows the fields)'
    default:
      return `cannot be used: ${issue.message}`
  }
}
