import { createHash } from 'node:crypto'
import { planToKeep, type AgencyPlan } from '../../domain/bonus.ts'
import { BERLIN } from '../../domain/dates.ts'
import { invitationDays } from '../../domain/invitation.ts'
import { codeFrom, numberFrom } from '../../domain/numbers.ts'
import { releasableOn } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { listAgencies } from '../agency/store.ts'
import { listAgencyUsers } from '../agency/user-store.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { listPlans } from '../catalogue/bonus-plan-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { importOrder } from '../reward/import-order.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { markRun } from '../billing/document-store.ts'
import { collectPast, type Beneficiary } from './collect-past.ts'
import { askedLately, writeInvitation } from './past-invitation.ts'
import { leaveClaims } from './leave-claims.ts'
import { leaveReviews } from './leave-reviews.ts'
import { leaveWork } from './leave-work.ts'
import { pastDeps } from './past-deps.ts'
import { settleHistory } from './settle-history.ts'
import { hasHistory, historyDomain, insertPast, type PastRows } from './history-store.ts'
import type { DemoTenant } from './demo-tenants.ts'

const firstNames =
  'Alma Bruno Clara Darius Edda Falk Greta Henning Ilka Jannis Karla Levin Mila Noah Oda Piet Romy Said Thea Veit'.split(
    ' ',
  )
const lastNames =
  'Bachstelz Dohlenau Eisvogler Finkenwerth Goldammer Hähersdorf Kleibermann Lerchenfeld Meisenheim Pirolsky Rohrspatz Schwalbner Zaunkönig'.split(
    ' ',
  )

// Monthly numbers of the first agency's past year: higher before the holidays.
const perMonth = [3, 4, 4, 6, 5, 7, 6, 4, 3, 7, 9, 8]
// Days since the invitation of people with recent contracts, so that some orders always wait for release.
const lately = [28, 25, 23]
const channels = ['wa', 'wa', 'wa', 'em', 'em', 'ln', 'qr', 'fb', 'ns']

type Deal = {
  day: Temporal.Instant
  recipient: string
  product: string
  fate: string
  people: { referrer: Beneficiary; recipient: Beneficiary }
}

/**
 * Creates a demo tenant's past year: invitations, registrations, recommendations, orders, rewards, bills and payments.
 * Deterministic except for the end date. Orders, rewards, invoices and payouts use the real code with the clock of their day;
 * mails come when jobs run. Returns the number of orders; 0 if done before or without agency.
 */
export async function makeHistory(
  deps: Deps,
  tenant: Tenant,
  demo: Pick<DemoTenant, 'products'>,
  actor: Actor,
): Promise<number> {
  const orders = await writeHistory(deps, tenant, demo, actor)
  if (orders === 0) return 0
  await settleHistory(deps, tenant, actor)
  await leaveWork(deps, tenant, actor)
  return orders + (await leaveReviews(deps, tenant, actor))
}

/** The year before billing and payment. */
export async function writeHistory(
  deps: Deps,
  tenant: Tenant,
  { products }: Pick<DemoTenant, 'products'>,
  actor: Actor,
): Promise<number> {
  if (!tenant.agencies) return 0
  // Atomic; mails come afterwards.
  return withTenant(deps.db, tenant.code, async (tx) => {
    if (await hasHistory(tx, tenant.code)) return 0
    let orders = 0
    const taken = new Set<string>()
    const agencies = await listAgencies(tx, tenant.code)
    for (const [index, { agency_id: agencyId }] of agencies.slice(0, 2).entries()) {
      const people = await listAgencyUsers(tx, tenant.code, agencyId)
      const plans = await listPlans(tx, tenant.code, agencyId)
      const agency = { agencyId, people, plans }
      const { rows, deals } = imagine(deps.clock.now(), index, agency, products, taken)
      await insertPast(tx, tenant.code, rows)
      for (const deal of deals) orders += await conclude(tx, deps, tenant, deal, actor)
    }
    await leaveClaims(tx, deps, tenant, actor)
    // Billing is left to `settleHistory`, not the sweep.
    await markRun(tx, tenant.code, 'invoices', deps.clock.today())
    return orders
  })
}

/** People, actions and dates, from a fixed random sequence. */
function imagine(
  now: Temporal.Instant,
  index: number,
  {
    agencyId,
    people,
    plans,
  }: { agencyId: string; people: { user_id: string }[]; plans: AgencyPlan[] },
  products: DemoTenant['products'],
  taken: Set<string>, // names: nobody has another's
): { rows: PastRows; deals: Deal[] } {
  const random = drawer(`history ${index}`)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const rows: PastRows = { accounts: [], invitations: [], referrals: [], recipients: [] }
  const deals: Deal[] = []
  const today = now.toZonedDateTimeISO(BERLIN)
  const daysAfter = (instant: Temporal.Instant, days: number) =>
    instant.toZonedDateTimeISO(BERLIN).add({ days }).toInstant()
  const early = perMonth.flatMap((planned, place) =>
    Array.from({ length: index === 0 ? planned : Math.ceil(planned / 2) }, () => ({
      chance: random,
      at: today
        .subtract({ months: perMonth.length - 1 - place })
        .with({ day: 1 + Math.floor(random() * 27), hour: 8 + Math.floor(random() * 11) })
        .toInstant(),
    })),
  )
  const late = lately.map((days) => ({
    chance: () => 0.5,
    at: today.subtract({ days }).with({ hour: 11 }).toInstant(),
  }))
  for (const { at, chance } of [...early, ...late]) {
    const made = rows.invitations.length
    // The owner invites less than others.
    const user = pick([...people, ...people.slice(1)]).user_id
    const [first, last] = nameFrom(pick(firstNames), pick(lastNames), taken)
    const email = addressOf('werber', index, made)
    const accepted = made === 0 || chance() < 0.72
    const registered = daysAfter(at, Math.floor(chance() * 5))
    if (Temporal.Instant.compare(at, now) >= 0) continue
    const isThere = accepted && Temporal.Instant.compare(registered, now) < 0
    const over = Temporal.Instant.compare(daysAfter(at, invitationDays), now) < 0
    const accountId = writeInvitation(rows, {
      at,
      agencyId,
      userId: user,
      name: [first, last],
      email,
      conversation: random() < 0.6 ? 'on-site' : 'by-phone',
      state: isThere ? 'accepted' : over ? 'expired' : 'sent',
      answered: registered,
    })
    if (accountId === null) continue
    for (let referral = 1 + Math.floor(chance() * 2); referral > 0; referral--) {
      const recommended = daysAfter(registered, Math.floor(chance() * 20))
      if (Temporal.Instant.compare(recommended, now) >= 0) continue
      const product = pick(products)
      const number = numberFrom(bytes(`${index} ${made} ${referral} referral`, 10))
      const day = recommended.toZonedDateTimeISO(BERLIN).toPlainDate()
      const kept = planToKeep(plans, day.toString())
      rows.referrals.push({
        number,
        code: codeFrom(bytes(`${index} ${made} ${referral} code`, 5)),
        account_id: accountId,
        owned_at: recommended.toString(),
        first_name: first,
        product_id: product.id,
        plan: kept.name,
        commission_cents: kept.fixedCents,
        agency_plan: JSON.stringify(kept),
        channel: 'xx',
        share: pick([100, 100, 50]),
        terms_version: 'demo',
        state: 'open',
        created_at: recommended.toString(),
        created_on: day.toString(),
        valid_until: day.add({ days: 60 }).toString(),
        agency_id: agencyId,
        agency_user_id: user,
      })
      if (chance() < 0.22) continue
      const met = daysAfter(recommended, 1 + Math.floor(chance() * 9))
      if (Temporal.Instant.compare(met, now) >= 0) continue
      const recipient = numberFrom(bytes(`${index} ${made} ${referral} recipient`, 10))
      const metOn = met.toZonedDateTimeISO(BERLIN).toPlainDate()
      rows.referrals.at(-1)!.state = 'accepted'
      const salutation = pick(['Frau', 'Herr'])
      const [theirFirst, theirLast] = nameFrom(pick(firstNames), pick(lastNames), taken)
      const theirEmail = addressOf('kontakt', index, made * 4 + referral)
      rows.recipients.push({
        number: recipient,
        referral_number: number,
        state: 'confirmed',
        salutation,
        first_name: theirFirst,
        last_name: theirLast,
        email: theirEmail,
        birth_date: '1985-03-14',
        street: 'Wiesenweg',
        house_number: `${made * 4 + referral}`,
        zip: index === 0 ? '83022' : '81671',
        city: index === 0 ? 'Rosenheim' : 'München',
        language: 'de',
        channel: pick(channels),
        created_at: met.toString(),
        created_on: metOn.toString(),
        confirmed_at: met.toString(),
        consented_at: met.toString(),
        delete_on: metOn.add({ weeks: 12 }).toString(),
      })
      if (chance() < 0.3) continue
      const fates = ['kept', 'kept', 'kept', 'kept', 'kept', 'refused', 'taken back']
      const fate = fates[Math.floor(chance() * fates.length)]!
      const signed = daysAfter(met, 1 + Math.floor(chance() * 6))
      if (Temporal.Instant.compare(signed, now) < 0)
        deals.push({
          day: signed,
          recipient,
          product: product.externalId,
          fate,
          people: {
            referrer: { name: `${first} ${last}`, email },
            recipient: { name: `${theirFirst} ${theirLast}`, email: theirEmail },
          },
        })
    }
  }
  // The last invited have recommended nothing yet.
  for (const [state, days] of Object.entries(askedLately))
    for (const ago of days.filter((_, place) => index === 0 || place % 3 === 0)) {
      const at = today
        .subtract({ days: ago })
        .with({ hour: 9 + Math.floor(random() * 8) })
        .toInstant()
      writeInvitation(rows, {
        at,
        agencyId,
        userId: pick(people).user_id,
        name: nameFrom(pick(firstNames), pick(lastNames), taken),
        email: addressOf('werber', index, rows.invitations.length),
        conversation: random() < 0.6 ? 'on-site' : 'by-phone',
        state: state as keyof typeof askedLately,
        answered: daysAfter(at, 1),
      })
    }
  return {
    rows,
    deals: deals.toSorted((a, b) => Temporal.Instant.compare(a.day, b.day)),
  }
}

const heldDays = 60

/** Contract, release and sometimes cancellation, each on its day. Returns the number of orders. */
async function conclude(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  deal: Deal,
  actor: Actor,
): Promise<number> {
  const { day, recipient, product, fate, people } = deal
  const signedOn = day.toZonedDateTimeISO(BERLIN).toPlainDate()
  // Some contracts of the last months are older than the recommendation: reviewers have something to decide.
  const isHeld =
    fate === 'kept' &&
    Temporal.PlainDate.compare(signedOn, deps.clock.today().subtract({ days: heldDays })) > 0 &&
    bytes(`${recipient} held`, 1)[0]! % 3 === 0
  const line = {
    externalNumber: `R-${recipient}`,
    productExternalId: product,
    recipientNumber: recipient,
    contractOn: signedOn.subtract({ days: isHeld ? 10 : 0 }).toString(),
    status: fate === 'refused' ? ('storniert' as const) : ('abgeschlossen' as const),
  }
  const imported = await importOrder(tx, pastDeps(deps, day), tenant, line, 'shop', actor)
  if (!('number' in imported)) return 0
  if (fate === 'refused') return 1
  // As by the sweep; it releases younger ones itself.
  const contractOn = Temporal.PlainDate.from(line.contractOn)
  const released = releasableOn(contractOn, tenant.complaintDays).toZonedDateTime({
    timeZone: BERLIN,
    plainTime: '03:00',
  })
  const now = deps.clock.now().toZonedDateTimeISO(BERLIN)
  if (Temporal.ZonedDateTime.compare(released, now) >= 0) return 1
  const releasedAt = released.toInstant()
  const result = await releaseOrder(tx, pastDeps(deps, releasedAt), tenant, imported.number, actor)
  const takenBack = released.add({ days: 12 })
  if (fate === 'taken back' && Temporal.ZonedDateTime.compare(takenBack, now) < 0)
    await cancelOrder(tx, pastDeps(deps, takenBack.toInstant()), tenant, imported.number, actor)
  if (fate === 'kept' && !isHeld && result.kind === 'released')
    for (const reward of result.rewards) {
      const person = people[reward.beneficiary === 'referrer' ? 'referrer' : 'recipient']
      await collectPast(tx, deps, tenant, reward, { person, releasedAt })
    }
  return 1
}

const addressOf = (kind: string, agency: number, made: number) =>
  `${kind}${agency + 1}-${made + 1}@${historyDomain}`

const bytes = (text: string, many: number) =>
  createHash('sha256').update(`rueckblick ${text}`).digest().subarray(0, many)

/** This name, or the next unused combination. */
function nameFrom(first: string, last: string, taken: Set<string>): [string, string] {
  const from = (names: readonly string[], name: string) =>
    names.map((_, step) => names[(names.indexOf(name) + step) % names.length]!)
  for (const one of from(firstNames, first)) {
    for (const other of from(lastNames, last)) {
      if (taken.has(`${one} ${other}`)) continue
      taken.add(`${one} ${other}`)
      return [one, other]
    }
  }
  return [first, last]
}

/** A deterministic random generator in [0, 1), seeded by a text. */
function drawer(text: string): () => number {
  let drawn = 0
  return () => bytes(`${text} ${drawn++}`, 6).readUIntBE(0, 6) / 2 ** 48
}
