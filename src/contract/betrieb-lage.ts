import { z } from 'zod'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, flag, instant } from './fields.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// How the programme itself is doing: jobs, mails, feeds, bank files, limits. Numbers and times, nobody's data.

/** What is wrong, the worst first. */
export const healthReasons = [
  'no-worker',
  'jobs-dead',
  'mails-failed',
  'feed-failed',
  'backup-failed',
  'disk-full',
  'payout-late',
  'jobs-late',
  'mails-late',
  'feed-held',
] as const

const read = { caller: 'operator', console: 'any', needs: ['read', 'operations'] } as const
const known = ['session-missing', 'not-authorised'] as const
const when = instant.nullable()

export const showOperations = endpoint({
  ...read,
  name: 'showOperations',
  method: 'GET',
  path: '/betrieb/lage',
  summary:
    'Whether all is well, and why not: jobs, mails, feeds, bank files, limits that were hit, versions, processes. The platform’s has the jobs of all tenants, and the sizes of database and disk',
  answer: shape({
    health: [
      'Zustand',
      shape({
        state: ['Stand', z.enum(['gut', 'verspaetet', 'gestoert'])],
        reasons: ['Gruende', z.array(z.enum(healthReasons))],
      }),
    ],
    jobs: [
      'Vorgaenge',
      z.array(
        shape({
          kind: ['Art', z.string()],
          waiting: ['Warten', count],
          retrying: ['Wiederholen', count],
          running: ['Laufen', count],
          dead: ['Aufgegeben', count],
          oldest: ['Seit', instant],
        }),
      ),
    ],
    mails: [
      'Mails',
      shape({
        queued: ['Warten', count],
        queuedSince: ['WartenSeit', when],
        sentToday: ['HeuteGesendet', count],
        failed: ['Gescheitert', count], // in the last 30 days
      }),
    ],
    feed: [
      'Produktfeed',
      shape({
        goodAt: ['ZuletztGut', when],
        rows: ['Zeilen', count.nullable()],
        failures: ['Fehlversuche', count], // in a row
        failedAt: ['ZuletztGescheitert', when],
        error: ['Fehler', z.string().nullable()],
        isHeld: ['Zurueckgehalten', flag],
      }).nullable(), // null: operators bring the catalogue
    ],
    content: [
      'Inhaltsdienst',
      shape({
        askedAt: ['ZuletztGefragt', when],
        changedAt: ['ZuletztGeaendert', when],
      }).nullable(),
    ],
    bank: [
      'Bankdateien',
      shape({
        outAt: ['ZuletztErstellt', when],
        inAt: ['ZuletztVerarbeitet', when],
        late: ['Ueberfaellig', count], // batches without an answer three bank days after their day
      }),
    ],
    limits: [
      'Grenzen',
      z.array(shape({ call: ['Aufruf', z.string()], count: ['Anzahl', count] })), // of 24 hours
    ],
    versions: [
      'Versionen',
      shape({
        app: ['App', z.string()],
        schema: ['Schema', z.string()],
        node: ['Node', z.string()],
        postgres: ['PostgreSql', z.string()],
      }),
    ],
    processes: [
      'Prozesse',
      z.array(shape({ works: ['Arbeitet', flag], since: ['Seit', instant] })),
    ],
    backup: [
      'Sicherung',
      shape({
        isOn: ['Eingerichtet', flag], // PostgreSQL archives its log
        at: ['Zuletzt', when],
        failedAt: ['ZuletztGescheitert', when],
      }),
    ],
    platform: [
      'Plattform',
      shape({
        databaseBytes: ['DatenbankBytes', count],
        diskBytes: ['PlatteBytes', count], // where the app runs
        diskFreeBytes: ['PlatteFreiBytes', count],
      }).nullable(),
    ],
  }),
  errors: [...known],
})

export const listDeadJobs = endpoint({
  ...read,
  name: 'listDeadJobs',
  method: 'PUT',
  path: '/betrieb/vorgaenge',
  summary:
    'Jobs that used up their tries, the newest first, without what they carry. The platform’s has those of all tenants',
  body: listRequest(
    ['Aufgegeben'],
    shape({ kind: ['Art', anyOf(z.string().trim().max(80)).optional()] }),
  ),
  answer: listAnswer(
    shape({
      id: ['Id', z.string()],
      kind: ['Art', z.string()],
      tenant: ['Mandant', z.string()],
      createdAt: ['Angelegt', instant],
      diedAt: ['Aufgegeben', instant],
      attempts: ['Versuche', count],
      error: ['Fehler', z.string().nullable()],
    }),
  ),
  errors: [...known],
})

export const retryJobs = endpoint({
  ...read,
  needs: ['update', 'operations'],
  name: 'retryJobs',
  method: 'POST',
  path: '/betrieb/vorgaenge/erneut',
  summary:
    'Run a dead job again, which somebody else may have done meanwhile; every job may run twice without doing anything twice, and none pays. Several are a selection',
  body: shape({
    job: ['Vorgang', z.string().max(40)],
    reason: ['Grund', reason],
  }),
  answer: shape({ retried: ['Wiederholt', count] }),
  errors: [...known],
})
