import { companyName, name } from '../../contract/fields.ts'
import { agencyNumber } from '../../contract/agentur-konto.ts'
import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { matchesNumber } from '../../domain/number-pattern.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../db/retry-conflict.ts'
import { mailAgencyAccess } from './mail-access.ts'
import { ownersNumber } from './place-registration.ts'
import {
  findMember,
  findMemberByEmail,
  insertAgency,
  lockAgencyByNumber,
  updateAgency,
} from './store.ts'
import { insertAgencyUser, listAgencyUsers, updateAgencyUser } from './user-store.ts'

const needed = {
  number: 'Nummer',
  name: 'Name',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
} as const
const address = {
  phone: 'Telefon',
  street: 'Strasse',
  house_number: 'Hausnummer',
  zip: 'PLZ',
  city: 'Ort',
  vat_id: 'UStId',
  email: 'Agentur-E-Mail', // else the owner's
} as const
type Row = Record<keyof typeof needed, string> & {
  address: Partial<Record<keyof typeof address, string>>
}

export type AgencyProblem =
  | 'quote'
  | 'empty'
  | 'number'
  | 'name'
  | 'email'
  | 'email-taken'
  | 'registered'
  | 'twice'
export type AgencyReport = {
  added: number
  updated: number
  refused: { line: number; reason: AgencyProblem }[]
}

/** Reads a file of agencies; `missing`: required columns. */
export function readAgencyFile(text: string, pattern: string | null) {
  const [header, ...lines] = [...parseCsv(text, { separator: detectSeparator(text) })]
  const names = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const missing = Object.values(needed).filter((column) => !names.includes(column.toLowerCase()))
  const rows: { line: number; row: Row }[] = []
  const refused: AgencyReport['refused'] = []
  const seen = new Set<string>()
  for (const line of missing.length > 0 ? [] : lines) {
    const cell = (column: string) => (line.cells[names.indexOf(column.toLowerCase())] ?? '').trim()
    const row: Row = {
      number: cell(needed.number).toUpperCase(),
      name: cell(needed.name),
      firstName: cell(needed.firstName),
      lastName: cell(needed.lastName),
      email: normaliseEmail(cell(needed.email)),
      address: Object.fromEntries(
        Object.entries(address)
          .map(([field, column]) => [
            field,
            names.includes(column.toLowerCase()) ? cell(column) : '',
          ])
          .filter(([, value]) => value !== ''),
      ),
    }
    if (row.address.email) row.address.email = normaliseEmail(row.address.email)
    const reason = 'error' in line ? 'quote' : problemOf(row, pattern, seen)
    if (reason) refused.push({ line: line.line, reason })
    else {
      seen.add(row.number)
      rows.push({ line: line.line, row })
    }
  }
  return { missing, rows, refused }
}

function problemOf(
  row: Row,
  pattern: string | null,
  seen: ReadonlySet<string>,
): AgencyProblem | null {
  const { number, name: agency, firstName, lastName, email, address: more } = row
  if ([number, agency, firstName, lastName, email].includes('')) return 'empty'
  const spelled = agencyNumber.safeParse(number).success
  if (!spelled || (pattern !== null && !matchesNumber(pattern, number))) return 'number'
  const people = [firstName, lastName].every((one) => name.safeParse(one).success)
  const texts = Object.values(more).every((one) => one.length <= 120 && !/[<>\p{Cc}]/u.test(one))
  if (!people || !texts || !companyName.safeParse(agency).success) return 'name'
  if (![email, more.email ?? email].every(isEmail)) return 'email'
  return seen.has(number) ? 'twice' : null
}

/**
 * Imports agencies as active; owners are mailed their password link, unless `mail` is false. A known number is updated; an unconfirmed registration goes
 * to the file's owner, a confirmed one needs a decision. Run through retryConflict().
 */
export async function importAgencies(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: string,
  { rows, refused }: Pick<ReturnType<typeof readAgencyFile>, 'rows' | 'refused'>,
  { actor, mail = true }: { actor: Actor; mail?: boolean },
): Promise<AgencyReport> {
  const now = deps.clock.now()
  const report: AgencyReport = { added: 0, updated: 0, refused: [...refused] }
  for (const { line, row } of rows) {
    const known = await lockAgencyByNumber(tx, tenant, row.number)
    if (known && known.state !== 'registered') {
      await updateAgency(tx, tenant, known.agency_id, { name: row.name, ...row.address })
      report.updated += 1
      continue
    }
    const reason = await placeOwned(tx, deps, tenant, row, known?.agency_id ?? null, mail)
    if (reason) report.refused.push({ line, reason })
    else report.added += 1
  }
  await audit(tx, tenant, {
    at: now,
    actor,
    action: 'agencies-imported',
    subjectKind: 'tenant',
    subjectId: tenant,
    details: { refused: report.refused.length },
    change: {
      before: { rows: report.updated },
      after: { rows: report.updated + report.added, updated: report.updated },
    },
  })
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

/** Creates an agency with owner, or replaces an unconfirmed registration; returns the reason if not. */
async function placeOwned(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: string,
  { number, name: agencyName, email, firstName, lastName, address: place }: Row,
  registered: string | null,
  mail: boolean,
): Promise<'email-taken' | 'registered' | null> {
  const now = deps.clock.now()
  const people = registered ? await listAgencyUsers(tx, tenant, registered) : []
  if (people.some(({ confirmed_at }) => confirmed_at)) return 'registered'
  const taken = await findMemberByEmail(tx, tenant, email)
  if (taken && taken.agency_id !== registered) return 'email-taken'
  const agencyId = registered ?? uuidv7()
  const agency = { number, name: agencyName, email, ...place, state: 'active' as const }
  if (registered) await updateAgency(tx, tenant, registered, agency)
  else if (!(await insertAgency(tx, tenant, { agency_id: agencyId, ...agency }, now)))
    throw conflict('A number was taken meanwhile')
  const person = { email, salutation: null, first_name: firstName, last_name: lastName }
  const language = 'de' as const
  const [first] = people
  const userId = first?.user_id ?? uuidv7()
  if (first) await updateAgencyUser(tx, tenant, userId, { ...person, language })
  else {
    const ids = { user_id: userId, agency_id: agencyId, employee_number: ownersNumber }
    const user = { ...ids, ...person, role: 'owner' as const, language }
    if (!(await insertAgencyUser(tx, tenant, user, now)))
      throw conflict('An address was taken meanwhile')
  }
  const owner = await findMember(tx, tenant, userId)
  // Revokes the registrant's link.
  if (owner && mail) await mailAgencyAccess(tx, deps, tenant, owner)
  return null
}
