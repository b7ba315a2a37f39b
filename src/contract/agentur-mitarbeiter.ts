import { z } from 'zod'
import { agencyRole } from './agentur-konto.ts'
import { endpoint } from './endpoint.ts'
import { count, emailText, flag, instant, name, text } from './fields.ts'
import { shape } from './shape.ts'

// An agency's users, managed by its owner (spec section 6). Our calls.

const empty = z.strictObject({})

export const employeeNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N} ./_-]+$/u)

export const employeeState = z.enum(['aktiv', 'eingeladen', 'ausgeschieden'])

export const listEmployees = endpoint({
  name: 'listEmployees',
  method: 'GET',
  path: '/agentur-konto/mitarbeiter',
  summary:
    'The people of the own agency: those at work, those who were let in and did not come yet, and those who left',
  caller: 'agency',
  needs: ['read', 'employees'],
  answer: z.array(
    shape({
      id: ['Id', z.string()],
      role: ['Rolle', agencyRole],
      state: ['Status', employeeState],
      salutation: ['Anrede', z.string().nullable()],
      firstName: ['Vorname', z.string()],
      lastName: ['Nachname', z.string()],
      email: ['Email', z.string()],
      employeeNumber: ['Mitarbeiternummer', z.string()],
      addedAt: ['AngelegtAm', instant],
      leftAt: ['AusgeschiedenAm', instant.nullable()],
    }),
  ),
  errors: ['session-missing', 'not-authorised'],
})

export const addEmployee = endpoint({
  name: 'addEmployee',
  method: 'POST',
  path: '/agentur-konto/mitarbeiter',
  summary:
    'Add somebody to the own agency and mail them the link to choose a password; who had left is taken back',
  caller: 'agency',
  needs: ['create', 'employees'],
  body: shape({
    salutation: ['Anrede', text.optional()],
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    email: ['Email', emailText],
    employeeNumber: ['Mitarbeiternummer', employeeNumber],
  }),
  answer: shape({ id: ['Id', z.string()] }),
  status: 201,
  errors: [
    'session-missing',
    'not-authorised',
    'email-invalid',
    'email-exists',
    'too-many-requests',
  ],
  idempotent: true,
})

export const importEmployees = endpoint({
  name: 'importEmployees',
  method: 'PUT',
  path: '/agentur-konto/mitarbeiter/import',
  summary:
    'Add people from a CSV text (Vorname, Nachname, E-Mail, Mitarbeiternummer, Anrede); with Probelauf it only tells what would happen',
  caller: 'agency',
  needs: ['create', 'employees'],
  body: shape({ csv: ['Csv', z.string().max(200_000)], dryRun: ['Probelauf', flag] }),
  answer: shape({
    missing: ['FehlendeSpalten', z.array(z.string())],
    added: ['Angelegt', count],
    refused: ['Abgelehnt', count],
    lines: [
      'Zeilen',
      z.array(
        shape({
          line: ['Zeile', z.int()],
          outcome: ['Ergebnis', z.enum(['neu', 'wieder', 'vorhanden', 'fehler'])],
          reason: ['Grund', z.string().nullable()],
          name: ['Name', z.string()],
          email: ['Email', z.string()],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'too-many-requests'],
})

const person = shape({ id: ['id', z.string().max(60)] })

export const deactivateEmployee = endpoint({
  name: 'deactivateEmployee',
  method: 'DELETE',
  path: '/agentur-konto/mitarbeiter/:id',
  summary: 'Let an employee go: their sessions end at once, their referrers stay with the agency',
  caller: 'agency',
  needs: ['delete', 'employees'],
  params: person,
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const resetEmployee = endpoint({
  name: 'resetEmployee',
  method: 'POST',
  path: '/agentur-konto/mitarbeiter/:id/passwort',
  summary: 'End the password and the sessions of an employee and mail them the link to a new one',
  caller: 'agency',
  needs: ['update', 'employees'],
  params: person,
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'not-found', 'too-many-requests'],
})
