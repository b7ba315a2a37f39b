import type { z } from 'zod'
import type { recordActors, recordSteps, showAgencyRecord } from '../../contract/agentur-akten.ts'
import type { ReportName } from '../../contract/agentur-berichte.ts'
import { refusalText } from '../../domain/refusal.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { RecordFact, RecordNote } from './record-store.ts'
import { kindOf } from './report-words.ts'

type Event = z.output<typeof showAgencyRecord.answer & z.ZodType>['events'][number]
type Step = (typeof recordSteps)[number]
type Actor = (typeof recordActors)[number]

const listOf = Object.fromEntries(
  Object.entries(kindOf).map(([list, kind]) => [kind, list]),
) as Record<ReportKind, ReportName>

// Excludes what does not concern agencies: reminders, log-ins, bank data.
const actions: Partial<Record<string, string>> = {
  invite: 'invited',
  'create-account': 'joined',
  'complete-registration': 'confirmed',
  'create-referral': 'created',
  'referral-cancelled': 'ended',
  'create-recipient': 'accepted',
  'confirm-recipient': 'confirmed',
  'order-reported': 'reported',
  'order-confirmed': 'confirmed',
  'order-release-decided': 'release-decided',
  'order-refusal-decided': 'refusal-decided',
  'order-decision-taken-back': 'taken-back',
  'order-decision-dropped': 'taken-back',
  'order-released': 'released',
  'order-refused': 'ended',
  'order-cancelled': 'ended',
  'reward-held': 'held',
  'review-approved': 'approved',
  'review-refused': 'ended',
  'reward-provided': 'provided',
  'reward-reopened': 'provided',
  'reward-collected': 'collected',
  'reward-paid': 'paid',
  'reward-cancelled': 'ended',
  'reward-given-up': 'ended',
  'reward-expired': 'expired',
  'reward-claim-recovered': 'recovered',
}

const steps: Record<string, Step> = {
  invited: 'eingeladen',
  joined: 'registriert',
  created: 'erstellt',
  accepted: 'angenommen',
  reported: 'gemeldet',
  confirmed: 'bestaetigt',
  'release-decided': 'freigabe-vorgemerkt',
  'refusal-decided': 'ablehnung-vorgemerkt',
  'taken-back': 'zurueckgenommen',
  released: 'freigegeben',
  held: 'gehalten',
  approved: 'geprueft',
  provided: 'bereitgestellt',
  collected: 'abgeholt',
  paid: 'ausgezahlt',
  expired: 'abgelaufen',
  claimed: 'zurueckgefordert',
  recovered: 'zurueckgezahlt',
}

type Happened = {
  kind: ReportKind
  id: string
  what: string
  at: Temporal.Instant
  by: RecordNote | null
}

/**
 * The history, newest first: from the audit log, completed by the subjects' times. An applied decision replaces its
 * announcement.
 */
export function recordEvents(
  facts: readonly RecordFact[],
  notes: readonly RecordNote[],
  locale: Locale,
): Event[] {
  const key = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`
  const about = new Map(facts.map((fact) => [key(fact), fact]))
  const noted = notes.flatMap((note): Happened[] => {
    const what = actions[note.action]
    return what && about.has(key(note)) ? [{ ...note, what, by: note }] : []
  })
  const known = new Set(noted.map((one) => `${key(one)} ${one.what}`))
  const all = [
    ...noted,
    ...facts
      .filter((fact) => !known.has(`${key(fact)} ${fact.what}`))
      .map((fact): Happened => ({ ...fact, by: null })),
  ].toSorted((a, b) => Temporal.Instant.compare(b.at, a.at) || rank(b.what) - rank(a.what))
  const isDone = (one: Happened, later: readonly Happened[]) => {
    const next = later.findLast((other) => key(other) === key(one))
    const end = one.what === 'release-decided' ? 'released' : 'ended'
    return one.what.endsWith('-decided') && next?.what === end
  }
  return all
    .filter((one, index) => !isDone(one, all.slice(0, index)))
    .map(({ kind, id, what, at, by }) => {
      const { name, cents, beneficiary, reason, note } = about.get(key({ kind, id }))!
      const isRefused = what === 'ended' && reason !== null
      return {
        at: at.toString(),
        step: what === 'ended' ? (isRefused ? 'abgelehnt' : 'storniert') : steps[what]!,
        list: listOf[kind],
        id,
        name,
        cents,
        beneficiary:
          beneficiary === null ? null : beneficiary === 'referrer' ? 'Empfehler' : 'Empfaenger',
        by: by ? actorOf(by, beneficiary) : null,
        reason: isRefused ? refusalText({ reason, note }, locale) : null,
      }
    })
}

// Order of simultaneous events.
const order = Object.keys(steps)
const rank = (what: string) => (what === 'ended' ? order.length : order.indexOf(what))

function actorOf(
  { kind, actor_kind, support, actor_first, actor_last }: RecordNote,
  beneficiary: RecordFact['beneficiary'],
): Event['by'] {
  if (support) return { kind: 'Betreiber', name: null }
  const name = [actor_first, actor_last].filter(Boolean).join(' ') || null
  const kinds: Partial<Record<string, Actor>> = {
    'agency-user': 'Mitarbeiter',
    referrer: 'Empfehler',
    recipient: 'Empfaenger',
    reward: beneficiary === 'recipient' ? 'Empfaenger' : 'Empfehler',
    'api-key': 'Anbieter',
    operator: 'Betreiber',
    system: 'System',
  }
  // Actors without log-in use mailed links; a browser's report of an order is anonymous.
  const anyone: Partial<Record<ReportKind, Actor>> = {
    referrals: 'Empfehler',
    recommenders: 'Empfehler',
    leads: 'Empfaenger',
  }
  const actor = kinds[actor_kind] ?? anyone[kind]
  return actor ? { kind: actor, name } : null
}
