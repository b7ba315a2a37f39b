import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { PictureError, rewritePhoto } from '../gateways/pictures/resize-picture.ts'
import { retireAgents, saveAgent, type Agent } from './agent-store.ts'

const columns = {
  agent_id: 'Nummer',
  first_name: 'Vorname',
  last_name: 'Nachname',
  zip: 'PLZ',
  city: 'Ort',
} as const satisfies Record<keyof Agent, string>
const photoColumn = 'Foto'
export const largestPhoto = 300 * 1024 // bytes, as in the table
export const photoLimits = { pixels: 16_000_000, side: 6_000, resultSide: 800 }

export type AgentProblem =
  | 'quote'
  | 'empty'
  | 'long'
  | 'zip'
  | 'number'
  | 'twice'
  | 'photo-missing'
  | 'photo'
export type AgentReport = {
  saved: number
  retired: number
  refused: { line: number; reason: AgentProblem }[]
}
type Row = { line: number; agent: Agent; photo: string | null }

/** Reads a file of agents; `missing`: required columns. */
export function readAgentFile(text: string): {
  missing: string[]
  rows: Row[]
  refused: AgentReport['refused']
} {
  const [header, ...lines] = [...parseCsv(text, { separator: detectSeparator(text) })]
  const names = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const at = (column: string) => names.indexOf(column.toLowerCase())
  const missing = Object.values(columns).filter((column) => at(column) < 0)
  const rows: Row[] = []
  const refused: AgentReport['refused'] = []
  const seen = new Set<string>()
  for (const line of missing.length > 0 ? [] : lines) {
    const cell = (column: string) => (at(column) < 0 ? '' : (line.cells[at(column)] ?? '').trim())
    const agent = Object.fromEntries(
      Object.entries(columns).map(([field, column]) => [field, cell(column)]),
    ) as Agent
    const reason = 'error' in line ? 'quote' : problemOf(agent, seen)
    if (reason) refused.push({ line: line.line, reason })
    else {
      seen.add(agent.agent_id)
      rows.push({ line: line.line, agent, photo: cell(photoColumn) || null })
    }
  }
  return { missing, rows, refused }
}

function problemOf(agent: Agent, seen: ReadonlySet<string>): AgentProblem | null {
  const values = Object.values(agent)
  if (values.some((value) => value === '')) return 'empty'
  if (values.some((value) => value.length > 80 || /[\p{Cc}<>]/u.test(value))) return 'long'
  if (!/^[A-Za-z0-9._-]{1,40}$/.test(agent.agent_id)) return 'number'
  if (!/^\d{5}$/.test(agent.zip)) return 'zip'
  return seen.has(agent.agent_id) ? 'twice' : null
}

/** Without metadata and whatever hung on the file; null for what is no photo. */
async function drawAnew(bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.length > largestPhoto) return null
  try {
    const photo = await rewritePhoto(bytes, photoLimits)
    return photo.length > largestPhoto ? null : photo
  } catch (error) {
    if (error instanceof PictureError) return null
    throw error
  }
}

/**
 * Imports agents, atomic per line; `readPhoto`: a picture's bytes, or null without such a file. `retire` deactivates agents not
 * in the file.
 */
export async function importAgents(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { rows, refused }: Pick<ReturnType<typeof readAgentFile>, 'rows' | 'refused'>,
  options: {
    actor: Actor
    retire: boolean
    readPhoto: (name: string) => Promise<Uint8Array | null>
  },
): Promise<AgentReport> {
  const report: AgentReport = { saved: 0, retired: 0, refused: [...refused] }
  for (const { line, agent, photo } of rows) {
    const bytes = photo === null ? undefined : await options.readPhoto(photo)
    if (bytes === null) report.refused.push({ line, reason: 'photo-missing' })
    else {
      const drawn = bytes && (await drawAnew(bytes))
      if (drawn === null) report.refused.push({ line, reason: 'photo' })
      else {
        await saveAgent(tx, tenant, agent, drawn)
        report.saved += 1
      }
    }
  }
  if (options.retire) {
    // An agent on an invalid line is present, too.
    const present = rows.map(({ agent }) => agent.agent_id)
    report.retired = refused.length > 0 ? 0 : await retireAgents(tx, tenant, present)
  }
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor: options.actor,
    action: 'agents-imported',
    subjectKind: 'tenant',
    subjectId: tenant,
    details: { refused: report.refused.length },
    change: { before: null, after: { saved: report.saved, retired: report.retired } },
  })
  report.refused.sort((a, b) => a.line - b.line)
  return report
}
