import { z } from 'zod'
import { recordRights, type RecordKind } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { count, date, flag, instant } from './fields.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// The audit log in the console. Rows name people by their numbers; who they are is in the people's own pages.

const word = z.string().trim().max(80)
const names = z.record(z.string(), z.string()) // of the team members that subject and details name by id
export const auditFilters = {
  action: ['Aktion', anyOf(word).optional()],
  actorKind: ['Art', anyOf(word).optional()],
  subjectKind: ['Gegenstand', anyOf(word).optional()],
  from: ['Von', date.optional()],
  to: ['Bis', date.optional()],
  search: ['Suche', word.optional()], // a whole number or id: of who did it, what it was done to, session or request; an operator’s name, or three letters of it; or the entry’s own number
} as const
export const auditFilter = shape(auditFilters)

export const auditRow = shape({
  number: ['Nummer', count], // without gaps in its tenant
  at: ['Zeit', instant],
  actorKind: ['Art', z.string()],
  actorId: ['WerId', z.string()],
  actorName: ['Wer', z.string().nullable()], // of operators
  actorRole: ['Rolle', z.string().nullable()],
  support: ['Support', flag],
  action: ['Aktion', z.string()],
  subjectKind: ['Gegenstand', z.string()],
  subjectId: ['GegenstandId', z.string()],
  reason: ['Grund', z.string().nullable()],
  details: ['Einzelheiten', z.record(z.string(), z.unknown())],
  sessionId: ['Sitzung', z.string().nullable()],
  requestId: ['Anfrage', z.string().nullable()],
  names: ['Namen', names],
})

const audit = { caller: 'operator', console: 'any', needs: ['read', 'audit'] } as const

export const listAudit = endpoint({
  ...audit,
  name: 'listAudit',
  method: 'PUT',
  path: '/betrieb/protokoll',
  summary:
    'The audit log of a tenant, the newest first: who did what, when and why. A filter’s total ends at 10,000; its file has all rows',
  body: listRequest(['Zeit'], auditFilter),
  answer: listAnswer(auditRow),
  errors: ['session-missing', 'not-authorised'],
})

export const showAuditRow = endpoint({
  ...audit,
  name: 'showAuditRow',
  method: 'GET',
  path: '/betrieb/protokoll/eintrag/:number',
  summary: 'One entry of the audit log by its number, wherever it stands in the list',
  params: shape({ number: ['number', z.string().max(20)] }),
  answer: auditRow,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const showAuditWords = endpoint({
  ...audit,
  name: 'showAuditWords',
  method: 'GET',
  path: '/betrieb/protokoll/woerter',
  summary: 'The actions and subjects that a tenant’s audit log has, to filter by',
  answer: shape({
    actions: ['Aktionen', z.array(z.string())],
    subjectKinds: ['Gegenstaende', z.array(z.string())],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const showAuditFile = endpoint({
  ...audit,
  name: 'showAuditFile',
  method: 'GET',
  path: '/betrieb/protokoll/csv',
  summary:
    'The whole audit log of a filter as CSV, with the hash of each row; that it was taken is in the log',
  query: shape(auditFilters),
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised', 'too-many-requests'],
})

export const listRecordLog = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'rewards'], // and to see this kind
  name: 'listRecordLog',
  method: 'GET',
  path: '/betrieb/protokoll/zu/:kind/:id',
  summary:
    'What the log says about one record, the newest 60 first, to whoever may see it: who, when, what and why; to whoever may read the log before and after, too',
  params: shape({
    kind: ['kind', z.enum(Object.keys(recordRights) as [RecordKind, ...RecordKind[]])],
    id: ['id', z.string().min(1).max(60)],
  }),
  answer: shape({
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Am', instant],
          action: ['Aktion', z.string()],
          title: ['Titel', z.string()], // the action in words
          by: ['Von', z.string().nullable()], // operators’ names alone
          byKind: ['VonArt', z.string()],
          reason: ['Grund', z.string().nullable()],
          details: ['Einzelheiten', z.record(z.string(), z.unknown()).nullable()], // null without the right to read the log
        }),
      ),
    ],
    names: ['Namen', names],
  }),
  errors: ['session-missing', 'not-authorised'],
})
