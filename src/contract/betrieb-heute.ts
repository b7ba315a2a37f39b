import { z } from 'zod'
import { taskKinds } from '../domain/today.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// The page Today: what waits at a tenant for somebody with these rights, as numbers and days; nobody's data.

export const showToday = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'today'],
  name: 'showToday',
  method: 'PUT',
  path: '/betrieb/heute',
  summary:
    'What waits for the caller, by the day it is due, money due within a week, and what others changed since the caller’s last visit. Counts as a visit',
  body: shape({}),
  answer: shape({
    tasks: [
      'Aufgaben',
      z.array(
        shape({
          kind: ['Art', z.enum(taskKinds)],
          mayAct: ['Entscheidbar', flag], // else others do it, and the caller may look
          overdue: ['Ueberfaellig', count],
          today: ['Heute', count],
          week: ['Woche', count], // the seven days after today
          later: ['Spaeter', count],
          undated: ['OhneFrist', count],
          oldest: ['AeltesteSeit', date.nullable()],
          until: ['Bis', date.nullable()], // the last day before the first of them is deleted undecided
          cents: ['WertCent', cents.nullable()], // null: no money hangs on it yet
        }),
      ),
    ],
    due: [
      'Faellig',
      z
        .array(
          shape({
            day: ['Tag', date], // of what is late, all together: the day before today
            isLate: ['Ueberfaellig', flag],
            count: ['Anzahl', count],
            cents: ['WertCent', cents],
          }),
        )
        .nullable(), // null: not for the caller
    ],
    since: ['LetzterBesuch', instant.nullable()],
    changes: [
      'Aenderungen', // of others, the most frequent first
      z.array(
        shape({
          action: ['Aktion', z.string()],
          count: ['Anzahl', count],
          newest: ['Zuletzt', instant],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})
