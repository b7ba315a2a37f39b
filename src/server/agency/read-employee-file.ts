import { detectSeparator, parseCsv } from '../../domain/csv.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { employeeNumber } from '../../contract/agentur-mitarbeiter.ts'
import { name } from '../../contract/fields.ts'
import type { NewEmployee } from './place-employee.ts'

const columns = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  employeeNumber: 'Mitarbeiternummer',
} as const
const salutationColumn = 'Anrede'
export const mostLines = 250

export type FileProblem = 'quote' | 'empty' | 'name' | 'email' | 'number' | 'twice' | 'too-many'
export type FileLine = { line: number; person: NewEmployee; problem: FileProblem | null }

/** Reads a file of users; `missing`: required columns. */
export function readEmployeeFile(text: string): { missing: string[]; lines: FileLine[] } {
  const [header, ...rows] = [...parseCsv(text, { separator: detectSeparator(text) })]
  const names = (header?.cells ?? []).map(spell)
  const missing = Object.values(columns).filter((column) => !names.includes(spell(column)))
  if (missing.length > 0) return { missing, lines: [] }
  const seen = new Set<string>()
  const lines = rows.map((row, index): FileLine => {
    const cell = (column: string) => (row.cells[names.indexOf(spell(column))] ?? '').trim()
    const salutation = names.includes(spell(salutationColumn)) ? cell(salutationColumn) : ''
    const person: NewEmployee = {
      firstName: cell(columns.firstName),
      lastName: cell(columns.lastName),
      email: normaliseEmail(cell(columns.email)),
      employeeNumber: cell(columns.employeeNumber),
      ...(salutation ? { salutation: salutation.slice(0, 40) } : {}),
    }
    const problem =
      'error' in row ? 'quote' : index >= mostLines ? 'too-many' : problemOf(person, seen)
    if (!problem) for (const key of keysOf(person)) seen.add(key)
    return { line: row.line, person, problem }
  })
  return { missing, lines: lines.slice(0, mostLines + 1) }
}

/** `E-Mail`, `email` and `E-MAIL` are one column. */
const spell = (column: string) => column.trim().toLowerCase().replaceAll(/[-_ ]/g, '')

const keysOf = ({ email, employeeNumber: number }: NewEmployee) => [
  `email|${email}`,
  `number|${number}`,
]

function problemOf(person: NewEmployee, seen: ReadonlySet<string>): FileProblem | null {
  const { firstName, lastName, email, employeeNumber: number } = person
  if (!firstName || !lastName || !email || !number) return 'empty'
  if (![firstName, lastName].every((one) => name.safeParse(one).success)) return 'name'
  if (!isEmail(email)) return 'email'
  if (!employeeNumber.safeParse(number).success) return 'number'
  return keysOf(person).some((key) => seen.has(key)) ? 'twice' : null
}
