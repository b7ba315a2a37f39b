import { z } from 'zod'
import { reason } from './betrieb-zugang.ts'
import { orderKinds, shownStates } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Orders of a tenant in the console: the list, one order with what it waits for, and what operators do about it.

export const sellerKinds = ['agency', 'sales-partner'] as const

const filterFields = {
  state: ['Stand', anyOf(z.enum(shownStates)).optional()],
  product: ['ProduktId', anyOf(z.string().max(80)).optional()],
  from: ['Von', date.optional()], // of the contract's day
  to: ['Bis', date.optional()],
  kind: ['Art', z.enum(orderKinds).optional()],
  seller: ['VermittlerId', anyOf(z.uuid()).optional()], // agencies and sales partners
  search: ['Suche', z.string().trim().max(80).optional()], // a whole number: the provider's, ours, or the recommendation's
} as const

export const orderFilter = shape(filterFields)

const title = shape({ de: ['de', z.string()], en: ['en', z.string()] })

const rowFields = {
  id: ['Id', z.string()], // the order's number, or of a line that fits nobody
  number: ['Auftragsnummer', z.string().nullable()], // null: fits nobody
  externalNumber: ['ExterneAuftragsnummer', z.string().nullable()],
  product: ['Produkt', title],
  contractOn: ['Vertragsdatum', date],
  state: ['Stand', z.enum(shownStates)],
  releasableOn: ['FreigabeAm', date.nullable()],
  name: ['Name', z.string().nullable()], // of the contact; initials for those who may not see people
  cents: ['WertCent', cents.nullable()], // of the rewards that it made
  seller: ['Vermittler', z.string().nullable()], // an agency's name, or a sales partner's
  sellerKind: ['VermittlerArt', z.enum(sellerKinds).nullable()],
  version: ['Version', count],
} as const

const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'orders'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const ofOrder = shape({ id: ['id', z.string().max(40)] })

export const listTenantOrders = endpoint({
  ...access,
  needs: reads,
  name: 'listTenantOrders',
  method: 'PUT',
  path: '/betrieb/auftraege',
  summary:
    'Orders of the tenant, sales partners’ too, and contracts that fit nobody, the newest contract first; counted and summed up to 10,000',
  body: listRequest(['Vertragsdatum'], orderFilter),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showTenantOrdersFile = listFile(listTenantOrders, {
  name: 'showTenantOrdersFile',
  summary: 'Orders of the tenant and contracts that fit nobody',
  sorts: ['Vertragsdatum'],
  filter: filterFields,
})

export const listOrderProducts = endpoint({
  ...access,
  needs: reads,
  name: 'listOrderProducts',
  method: 'GET',
  path: '/betrieb/auftraege/produkte',
  summary: 'The products that orders are of, and who sells for the tenant',
  answer: shape({
    products: [
      'Produkte',
      z.array(shape({ id: ['ProduktId', z.string()], title: ['Produkt', title] })),
    ],
    sellers: [
      'Vermittler', // a sales partner's number instead of the name for those who may not see people
      z.array(
        shape({
          id: ['VermittlerId', z.string()],
          name: ['Name', z.string()],
          kind: ['Art', z.enum(sellerKinds)],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

const person = shape({
  id: ['Id', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string()],
})

const reward = shape({
  id: ['PraemieId', z.string()],
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger'])],
  cents: ['WertCent', cents],
  state: ['Stand', z.enum(['open', 'provided', 'collected', 'paid', 'cancelled', 'expired'])],
  isHeld: ['Gehalten', flag],
  isClaimedBack: ['Zurueckgefordert', flag],
  dueOn: ['FaelligAm', date.nullable()],
  expiresOn: ['VerfaelltAm', date.nullable()],
})

export const showTenantOrder = endpoint({
  ...access,
  needs: reads,
  name: 'showTenantOrder',
  method: 'GET',
  path: '/betrieb/auftraege/:id',
  summary:
    'An order with its people, its rewards and what it waits for; a sales partner’s with its commission; or a contract that fits nobody',
  params: ofOrder,
  answer: shape({
    ...rowFields,
    sellerId: ['VermittlerId', z.string().nullable()], // of the page; null for those who may not see agencies
    commission: [
      'Provision', // of a sales partner's
      shape({
        cents: ['WertCent', cents],
        state: ['Stand', z.enum(['promised', 'released', 'billed', 'taken-back', 'cancelled'])],
        note: ['Gutschrift', z.string().nullable()], // its number
      }).nullable(),
    ],
    referralNumber: ['Empfehlungsnummer', z.string().nullable()],
    referrer: ['Empfehler', person.nullable()],
    contact: ['Empfaenger', person.nullable()],
    source: ['Quelle', z.string()],
    reportedAt: ['GemeldetAm', instant], // of a line that fits nobody: when the feed named it last
    confirmedAt: ['BestaetigtAm', instant.nullable()],
    releasedAt: ['FreigegebenAm', instant.nullable()],
    cancelledAt: ['StorniertAm', instant.nullable()],
    keptUntil: ['AufbewahrtBis', date.nullable()], // of a line that fits nobody
    leftCents: ['AlleinCent', cents.nullable()], // of what the caller attaches without a second person; null: this line names somebody
    refusal: ['Begruendung', title.nullable()],
    decision: [
      'AgenturEntscheidung', // which the agency can still take back
      shape({
        action: ['Entscheidung', z.enum(['release', 'refuse'])],
        at: ['Ab', instant],
      }).nullable(),
    ],
    rewards: ['Praemien', z.array(reward)],
    expected: [
      'Erwartet', // what a release today would make
      shape({
        referrer: ['EmpfehlerCent', cents],
        contact: ['EmpfaengerCent', cents],
        most: ['HoechstensCent', cents], // both together at the highest stage
      }).nullable(),
    ],
    cancelled: ['EntfaelltCent', cents], // by a cancellation
    clawedBack: ['RueckforderungCent', cents],
    isOwnCase: ['Eigener', flag],
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Am', instant],
          action: ['Aktion', z.string()],
          title: ['Titel', z.string()], // the action in words
          by: ['Von', z.string().nullable()], // operators’ names alone
          reason: ['Grund', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: [...errors],
})

const seen = { version: ['Version', count], reason: ['Grund', reason] } as const
const deciding = {
  ...access,
  needs: ['update', 'orders'],
  asksProof: true,
  method: 'PUT',
  params: ofOrder,
} as const
const conflicts = [...errors, 'proof-needed', 'own-case', 'changed-meanwhile'] as const

export const releaseTenantOrder = endpoint({
  ...deciding,
  name: 'releaseTenantOrder',
  path: '/betrieb/auftraege/:id/freigabe',
  summary: 'Releases a confirmed order before its complaint period ends; its rewards are made',
  body: shape(seen),
  errors: [...conflicts],
})

export const cancelTenantOrder = endpoint({
  ...deciding,
  name: 'cancelTenantOrder',
  path: '/betrieb/auftraege/:id/stornierung',
  summary:
    'Cancels an order: unpaid rewards are cancelled, paid ones claimed back. Refused if that is not what the caller was shown',
  body: shape({
    ...seen,
    cancelled: ['EntfaelltCent', cents],
    clawedBack: ['RueckforderungCent', cents],
  }),
  errors: [...conflicts],
})

const contact = shape({
  number: ['Empfaengernummer', z.string()],
  name: ['Name', z.string()],
  referralNumber: ['Empfehlungsnummer', z.string()],
  referrer: ['Empfehler', z.string().nullable()],
  product: ['Produkt', title],
  sameProduct: ['GleichesProdukt', flag],
  acceptedOn: ['AngenommenAm', date],
  isConfirmed: ['Bestaetigt', flag],
  hasClaim: ['HatNachbuchung', flag], // says that this number, or this product about this day, is missing
})

export const findOrderContacts = endpoint({
  ...access,
  needs: ['update', 'orders'],
  name: 'findOrderContacts',
  method: 'PUT',
  path: '/betrieb/auftraege/:id/kontakte',
  summary:
    'Contacts whose contract one that fits nobody may be: named by it, by a claim, or found by name, address or number',
  params: ofOrder,
  body: shape({ search: ['Suche', z.string().trim().max(80).optional()] }),
  answer: shape({ contacts: ['Kontakte', z.array(contact)] }),
  errors: [...errors],
})

export const matchTenantOrder = endpoint({
  ...deciding,
  name: 'matchTenantOrder',
  path: '/betrieb/auftraege/:id/zuordnung',
  summary: 'Imports a contract that fits nobody for a contact, as if the feed had named them',
  body: shape({ ...seen, contact: ['Empfaengernummer', z.string().trim().max(40)] }),
  answer: shape({ number: ['Auftragsnummer', z.string()] }),
  errors: [...conflicts],
})
