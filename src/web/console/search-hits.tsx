import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { PageTarget } from '../runtime/page-link.tsx'
import { formatDate } from '../ui/format-date.ts'
import { hitStates, wordOf } from './person-words.ts'

const sinceWord = { de: 'seit', en: 'since' }
const invitedWord = { de: 'eingeladen von', en: 'invited by' }

export type Hit = AnswerOf<Endpoints['searchEverything']>['hits'][number]

/** What tells a hit from others of its name. */
export const hitFacts = ({ line, who, since, cents, state }: Hit, locale: Locale): string =>
  [
    line,
    who && state === 'Eingeladen' ? `${invitedWord[locale]} ${who}` : who,
    since && `${sinceWord[locale]} ${formatDate(since, locale)}`,
    cents === null ? null : formatCents(cents, locale),
    state && state !== 'Eingeladen' && wordOf(hitStates, state, locale),
  ]
    .filter((fact) => fact !== null && fact !== false && fact !== '')
    .join(' · ')

/** The page that a hit opens: its record, else the person whom it concerns; null: none. */
export function hitTarget({ kind, id, person, agency }: Hit, mandant: string): PageTarget | null {
  if (kind === 'order') return { page: 'ConsoleOrders', values: { mandant, auftrag: id } }
  if (kind === 'reward') return { page: 'ConsoleRewards', values: { mandant, praemie: id } }
  if (kind === 'invoice') return { page: 'ConsoleInvoices', values: { mandant, dokument: id } }
  if (agency) return { page: 'ConsoleAgency', values: { mandant, agentur: agency, person: id } }
  if (kind === 'agency') return { page: 'ConsoleAgency', values: { mandant, agentur: id } }
  if (kind === 'sales-partner') return { page: 'ConsolePartner', values: { mandant, partner: id } }
  return person ? { page: 'ConsolePerson', values: { mandant, person } } : null
}

/** By kind, in the answer's order. */
export const byKind = (hits: readonly Hit[]) => [...Map.groupBy(hits, ({ kind }) => kind)]
