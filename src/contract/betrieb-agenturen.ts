import { z } from 'zod'
import { addressSchemes } from '../domain/electronic-address.ts'
import { registrationRefusals, sellerChecks } from '../domain/seller.ts'
import { paperRow } from './betrieb-rechnungen.ts'
import { reason } from './betrieb-zugang.ts'
import { sellerStateWords, sellerVerdictWords } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { count, date, flag, instant, locale } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listRequest, pageFields } from './report-list.ts'
import { shape } from './shape.ts'

// Agencies and sales partners: who waits, who may work, and what operators decide about them. Both have the same calls.

export const measureWords = ['freigabe', 'storno', 'iban'] as const
const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'agencies'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const id = z.string().max(40)
const ofSeller = shape({ id: ['id', id] })

const rowFields = {
  id: ['Id', z.string()],
  number: ['Nummer', z.string()],
  name: ['Name', z.string()], // of a person: initials for those who may not see people
  place: ['Ort', z.string().nullable()],
  state: ['Stand', z.enum(sellerStateWords)],
  registeredAt: ['Seit', instant],
  stateSince: ['StandSeit', instant],
  isConfirmed: ['EmailBestaetigt', flag],
  unusual: ['Auffaellig', z.array(z.enum(measureWords))], // beside the tenant’s others
} as const

const sorts = ['Stand', 'Name', 'Nummer', 'Seit'] as const
const filter = {
  state: ['Stand', anyOf(z.enum(sellerStateWords)).optional()],
  unusual: ['Auffaellig', z.enum(['ja']).optional()],
  confirmed: ['EmailBestaetigt', z.enum(['ja']).optional()],
} as const

const list = {
  ...access,
  needs: reads,
  method: 'PUT',
  body: listRequest(
    sorts,
    shape({ ...filter, search: ['Suche', z.string().trim().max(80).optional()] }),
  ),
  answer: shape({
    rows: ['Content', z.array(shape(rowFields))],
    ...pageFields,
    counts: [
      'Anzahlen', // of the search, by state
      z.array(shape({ state: ['Stand', z.enum(sellerStateWords)], count: ['Anzahl', count] })),
    ],
  }),
} as const

export const listConsoleAgencies = endpoint({
  ...list,
  errors: [...errors],
  name: 'listConsoleAgencies',
  path: '/betrieb/agenturen',
  summary: 'A tenant’s agencies: waiting registrations first, the oldest at the top',
})

export const listConsolePartners = endpoint({
  ...list,
  errors: [...errors],
  name: 'listConsolePartners',
  path: '/betrieb/verkaufspartner',
  summary: 'A tenant’s sales partners: waiting registrations first, the oldest at the top',
})

export const showAgenciesFile = listFile(listConsoleAgencies, {
  name: 'showAgenciesFile',
  summary: 'A tenant’s agencies',
  sorts,
  filter,
})

export const showPartnersFile = listFile(listConsolePartners, {
  name: 'showPartnersFile',
  summary: 'A tenant’s sales partners',
  sorts,
  filter,
})

const event = shape({
  at: ['Zeit', instant],
  title: ['Titel', z.string()],
  by: ['Von', z.string().nullable()],
  reason: ['Grund', z.string().nullable()],
})

const alike = shape({
  kind: ['Art', z.enum(['agency', 'sales-partner', 'person'])],
  id: ['Id', z.string()],
  name: ['Name', z.string()],
  by: ['Wodurch', z.enum(['iban', 'vat', 'name', 'address'])],
})

const show = {
  ...access,
  needs: reads,
  method: 'GET',
  params: ofSeller,
  answer: shape({
    ...rowFields,
    version: ['Version', count],
    isOwnCase: ['Eigener', flag],
    // What belongs to a person is null for those who may not see people.
    email: ['Email', z.string().nullable()],
    phone: ['Telefon', z.string().nullable()],
    address: ['Adresse', z.string().nullable()],
    vatId: ['UstId', z.string().nullable()],
    taxNumber: ['Steuernummer', z.string().nullable()],
    leitwegId: ['LeitwegId', z.string().nullable()], // of a public buyer, which gets XRechnung
    addressScheme: ['ERechnungArt', z.enum(addressSchemes).nullable()],
    addressId: ['ERechnungAdresse', z.string().nullable()], // null: by the agency’s e-mail address
    ibanEnd: ['IbanEnde', z.string().nullable()],
    accountProblem: ['KontoProblem', z.string().nullable()],
    people: [
      'Personen',
      z.array(
        shape({
          id: ['Id', z.string()],
          name: ['Name', z.string()],
          role: ['Rolle', z.enum(['owner', 'employee'])],
          number: ['Mitarbeiternummer', z.string()],
          isConfirmed: ['EmailBestaetigt', flag],
          since: ['Seit', instant],
          leftAt: ['AusgeschiedenAm', instant.nullable()],
        }),
      ),
    ],
    morePeople: ['WeiterePersonen', count], // that are not in the list
    checks: [
      'Pruefliste', // empty: nothing waits
      z.array(
        shape({
          check: ['Pruefung', z.enum(sellerChecks)],
          result: ['Ergebnis', z.enum(['ok', 'missing', 'warn', 'unknown'])],
          value: ['Angabe', z.string().nullable()],
        }),
      ),
    ],
    alike: ['Aehnlich', z.array(alike)],
    openSessions: ['Sitzungen', count], // of a sales partner
    papers: ['Dokumente', z.array(paperRow)], // the newest invoices or credit notes
    paperCount: ['DokumenteAnzahl', count],
    comparison: [
      'Vergleich', // null: not made yet
      shape({
        from: ['Von', date],
        to: ['Bis', date],
        contracts: ['Vertraege', count],
        measures: [
          'Werte',
          z.array(
            shape({
              measure: ['Was', z.enum(measureWords)],
              part: ['Anzahl', count],
              whole: ['Gesamt', count],
              percent: ['Prozent', count],
              median: ['Mittel', count.nullable()], // of all, in per cent; null: too few others
              least: ['Mindestens', count], // as few as may be compared
              isComparable: ['Vergleichbar', flag],
              stands: ['Auffaellig', z.enum(['hoch', 'niedrig']).nullable()],
            }),
          ),
        ],
      }).nullable(),
    ],
    events: ['Verlauf', z.array(event)],
  }),
} as const

export const showConsoleAgency = endpoint({
  ...show,
  errors: [...errors],
  name: 'showConsoleAgency',
  path: '/betrieb/agenturen/:id',
  summary: 'An agency with its people, what a waiting registration lacks, and its part of the log',
})

export const showConsolePartner = endpoint({
  ...show,
  errors: [...errors],
  name: 'showConsolePartner',
  path: '/betrieb/verkaufspartner/:id',
  summary: 'A sales partner, what a waiting registration lacks, and their part of the log',
})

const decide = {
  ...access,
  needs: ['decide', 'agencies'],
  method: 'PUT',
  params: ofSeller,
  body: shape({
    version: ['Version', count],
    verdict: ['Entscheidung', z.enum(sellerVerdictWords)],
    refusal: ['Anlass', z.enum(registrationRefusals).optional()], // of a refusal: the applicant reads it
    reason: ['Grund', reason],
  }),
} as const

export const decideAgency = endpoint({
  ...decide,
  errors: [...errors, 'own-case', 'changed-meanwhile', 'validation'],
  name: 'decideAgency',
  path: '/betrieb/agenturen/:id/entscheidung',
  summary:
    'Lets an agency work, stops or closes it, or refuses its registration; it works with the next call, and activation and refusal are mailed',
})

export const decidePartner = endpoint({
  ...decide,
  errors: [...errors, 'own-case', 'changed-meanwhile', 'validation'],
  name: 'decidePartner',
  path: '/betrieb/verkaufspartner/:id/entscheidung',
  summary:
    'Lets a sales partner sell, stops or closes them, or refuses their registration; activation and refusal are mailed',
})

export const saveAgencyEInvoice = endpoint({
  ...access,
  needs: ['update', 'agencies'],
  name: 'saveAgencyEInvoice',
  method: 'PUT',
  path: '/betrieb/agenturen/:id/erechnung',
  summary:
    'Writes down an agency’s Leitweg-ID and where its invoices go: its next documents are XRechnung, or no longer. Those that are written stay as they are',
  params: ofSeller,
  body: shape({
    version: ['Version', count],
    leitwegId: ['LeitwegId', z.string().max(60)], // '': it is no public buyer
    addressScheme: ['ERechnungArt', z.enum(addressSchemes).optional()],
    addressId: ['ERechnungAdresse', z.string().max(320)], // '': by the agency’s e-mail address
    reason: ['Grund', reason],
  }),
  errors: [...errors, 'own-case', 'changed-meanwhile', 'validation'],
})

const ofUser = shape({ id: ['id', id], person: ['person', id] })

export const showConsoleAgencyUser = endpoint({
  ...access,
  needs: ['read', 'people'],
  name: 'showConsoleAgencyUser',
  method: 'GET',
  path: '/betrieb/agenturen/:id/personen/:person',
  summary:
    'Somebody of an agency: role, way in, sessions and what happened. That they were looked at is in the log',
  params: ofUser,
  answer: shape({
    id: ['Id', z.string()],
    name: ['Name', z.string()],
    email: ['Email', z.string()],
    role: ['Rolle', z.enum(['owner', 'employee'])],
    number: ['Mitarbeiternummer', z.string()],
    language: ['Sprache', locale],
    since: ['Seit', instant],
    confirmedAt: ['BestaetigtAm', instant.nullable()],
    leftAt: ['AusgeschiedenAm', instant.nullable()],
    way: ['Anmeldung', z.enum(['passwort', 'anbieter', 'keine'])],
    isIn: ['HatZugang', flag],
    isOwnCase: ['Eigener', flag],
    openSessions: ['Sitzungen', count],
    events: ['Verlauf', z.array(event)],
  }),
  errors: [...errors],
})

const accessBody = {
  ...access,
  needs: ['update', 'agencies'],
  method: 'POST',
  body: shape({
    act: ['Was', z.enum(['mail', 'sitzungen', 'passkeys'])],
    reason: ['Grund', reason],
  }),
  answer: shape({ isDone: ['Erledigt', flag] }), // false: there was nothing to do, or the day’s mails are used up
} as const

export const resetAgencyUser = endpoint({
  ...accessBody,
  errors: [...errors, 'own-case'],
  name: 'resetAgencyUser',
  path: '/betrieb/agenturen/:id/personen/:person/zugang',
  summary:
    'Mails somebody of an agency the link to their password again, ends their sessions, or removes the passkeys that they lost',
  params: ofUser,
})

export const resetPartner = endpoint({
  ...accessBody,
  errors: [...errors, 'own-case'],
  name: 'resetPartner',
  path: '/betrieb/verkaufspartner/:id/zugang',
  summary:
    'Mails a sales partner the link to their password again, ends their sessions, or removes the passkeys that they lost',
  params: ofSeller,
})
