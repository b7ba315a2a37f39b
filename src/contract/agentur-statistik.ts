import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag } from './fields.ts'
import { shape } from './shape.ts'

// An agency's statistics. Our calls; docs/glossary.md defines the figures.

const figures = {
  invited: ['Einladungen', count],
  registered: ['Registrierungen', count],
  referrals: ['Empfehlungen', count],
  accepted: ['Zusagen', count],
  orders: ['Auftraege', count],
  releasedOrders: ['Freigegeben', count],
  cancelledOrders: ['Storniert', count],
  refusedOrders: ['NichtAnerkannt', count],
  rewards: ['Praemien', count],
  rewardCents: ['PraemienCent', cents],
  endedRewards: ['Entfallen', count],
  endedCents: ['EntfallenCent', cents],
} as const

const asked = {
  from: ['von', date.optional()],
  to: ['bis', date.optional()],
  employee: ['mitarbeiter', z.uuid().optional()],
} as const

export const showStatistics = endpoint({
  name: 'showStatistics',
  method: 'GET',
  path: '/agentur-konto/statistik',
  summary:
    'Figures of the own agency between two days, in all, by month, by employee and by channel; of an employee the own ones',
  caller: 'agency',
  needs: ['read', 'statistics-report'],
  query: shape(asked),
  answer: shape({
    from: ['Von', date],
    to: ['Bis', date],
    employee: ['Mitarbeiter', z.string().nullable()], // whose figures; null: the agency's
    total: ['Gesamt', shape(figures)],
    months: ['Monate', z.array(shape({ month: ['Monat', z.string()], ...figures }))],
    employees: [
      'JeMitarbeiter', // all users; former ones only with figures
      z.array(
        shape({
          id: ['Id', z.string().nullable()], // null: of the agency itself
          name: ['Name', z.string().nullable()],
          number: ['Mitarbeiternummer', z.string().nullable()],
          hasLeft: ['Ausgeschieden', flag],
          ...figures,
        }),
      ),
    ],
    channels: ['JeKanal', z.array(shape({ channel: ['Kanal', z.string()], ...figures }))],
    people: [
      'Auswahl', // selectable users
      z.array(shape({ id: ['Id', z.string()], name: ['Name', z.string()] })),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const statisticsTables = ['trichter', 'monate', 'mitarbeiter', 'kanaele'] as const

export const exportStatistics = endpoint({
  name: 'exportStatistics',
  method: 'GET',
  path: '/agentur-konto/statistik/:tabelle/csv',
  summary: 'One table of the same figures as CSV',
  caller: 'agency',
  needs: ['read', 'statistics-report'],
  params: shape({ table: ['tabelle', z.enum(statisticsTables)] }),
  query: shape({ ...asked, language: ['sprache', z.enum(['de', 'en']).optional()] }),
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
