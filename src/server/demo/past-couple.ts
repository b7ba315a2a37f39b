import { createHash } from 'node:crypto'
import { BERLIN } from '../../domain/dates.ts'
import { codeFrom, numberFrom } from '../../domain/numbers.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { importOrder } from '../reward/import-order.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { historyDomain, insertPast, listProducts, type PastRows } from './history-store.ts'
import { pastDeps } from './past-deps.ts'

const firstNames =
  'Adele Bertil Cosima Dorian Elvira Folke Gesine Hartmut Isolde Jorin Kerstin Lasse Merle Nils Ottilie Pelle Runa Sönke Tomma Ulf Viola Wanja'.split(
    ' ',
  )
const lastNames =
  'Ahornberg Birkental Distelhoff Erlenbach Fichtner Ginsterloh Haselmann Immengrün Kastanek Lorbeering Mistelfeld Nussbaumer Quittenau Rotbuch Schlehdorn Tannert Ulmenau Vogelbeer Weidenhof Ysopfeld Zedernau'.split(
    ' ',
  )

type Person = { name: [first: string, last: string]; email: string }

/** Somebody who recommends, and whoever they recommend to. */
export type Couple = {
  account: string
  referrer: Person
  contact: Person & { number: string }
  product: string // the provider's id
}

export type Released = { rewardId: string; beneficiary: string; cents: number; held: boolean }[]

/** How long ago it was released, and how it is shared. */
type When = { ago: number; share: 0 | 50 | 100; isOld?: true }

// Days before the release.
const recommended = 25
const accepted = 22
const signed = 20
const signedTooEarly = 30

export const atHour = (day: Temporal.PlainDate, hour: number): Temporal.Instant =>
  day.toZonedDateTime({ timeZone: BERLIN, plainTime: { hour } }).toInstant()

/** Makes couples outside the agencies, and their contracts, each on its day. */
export async function makePeople(tx: Tx, deps: Deps, tenant: Tenant, actor: Actor) {
  const today = deps.clock.today()
  const products = await listProducts(tx, tenant.code)
  let made = 0
  let orders = 0
  const day = (ago: number) => today.subtract({ days: ago })
  // Lists of 22 and 21: nobody has another's name.
  const name = (): [string, string] => [
    firstNames[made % firstNames.length]!,
    lastNames[made++ % lastNames.length]!,
  ]
  const relativeOf = ([, last]: [string, string]): [string, string] => [
    firstNames[(made++ + 5) % firstNames.length]!,
    last,
  ]

  async function couple(
    { ago, share }: When,
    more: { hasOneMailbox?: true; hasOneHome?: true; isUnclaimed?: true; by?: Couple } = {},
  ): Promise<Couple> {
    const rows: PastRows = { accounts: [], invitations: [], referrals: [], recipients: [] }
    const at = made
    const product = products[at % products.length]!
    const referrer = more.by?.referrer ?? { name: name(), email: addressOf(`tipp${at}`) }
    const account = more.by?.account ?? uuidv7()
    const contact = {
      name: more.hasOneHome ? relativeOf(referrer.name) : name(),
      email: addressOf(more.hasOneMailbox ? `tipp${at}+privat` : `freund${at}`),
      number: numberFrom(bytes(`recipient ${at}`, 10)),
    }
    const since = atHour(day(ago + recommended), 10)
    if (!more.by)
      rows.accounts.push({
        account_id: account,
        email: referrer.email,
        first_name: referrer.name[0],
        last_name: referrer.name[1],
        language: 'de',
        referrer_hash: createHash('sha256').update(account).digest('base64url').slice(0, 22),
        created_at: since.toString(),
        confirmed_at: more.isUnclaimed ? null : since.toString(),
      })
    const referral = (kind: string, isOwned: boolean) => ({
      number: numberFrom(bytes(`referral ${kind} ${at}`, 10)),
      code: codeFrom(bytes(`code ${kind} ${at}`, 5)),
      account_id: account,
      owned_at: isOwned ? since.toString() : null,
      first_name: referrer.name[0],
      product_id: product.product_id,
      plan: product.plan,
      commission_cents: product.commission_cents,
      channel: 'xx',
      share,
      terms_version: 'demo',
      state: 'accepted',
      created_at: since.toString(),
      created_on: day(ago + recommended).toString(),
      valid_until: day(ago + recommended - 60).toString(),
    })
    const entry = (who: Person & { number: string }, of: string, street: string) => {
      const met = day(ago + accepted)
      return {
        number: who.number,
        referral_number: of,
        state: 'confirmed',
        salutation: at % 2 === 0 ? 'Frau' : 'Herr',
        first_name: who.name[0],
        last_name: who.name[1],
        email: who.email,
        street,
        house_number: `${at + 1} a`,
        zip: '83022',
        city: 'Rosenheim',
        language: at % 5 === 0 ? 'en' : 'de',
        channel: 'wa',
        created_at: atHour(met, 17).toString(),
        created_on: met.toString(),
        confirmed_at: atHour(met, 18).toString(),
        consented_at: atHour(met, 17).toString(),
        same_network: more.isUnclaimed ? true : null,
        delete_on: met.add({ weeks: 12 }).toString(),
      }
    }
    const theirs = referral('own', !more.isUnclaimed)
    rows.referrals.push(theirs)
    rows.recipients.push(entry(contact, theirs.number, 'Lindenstraße'))
    // Somebody recommended something to the referrer, too: so their address is known, in another spelling.
    if (more.hasOneHome) {
      const other = referral('home', true)
      rows.referrals.push(other)
      const number = numberFrom(bytes(`home ${at}`, 10))
      rows.recipients.push(entry({ ...referrer, number }, other.number, 'Lindenstr.'))
    }
    await insertPast(tx, tenant.code, rows)
    return { account, referrer, contact, product: product.external_id }
  }

  /** Their contract and its release. */
  async function conclude({ contact, product }: Couple, { ago, isOld }: When): Promise<Released> {
    const line = {
      externalNumber: `T-${String(++orders).padStart(4, '0')}`,
      productExternalId: product,
      recipientNumber: contact.number,
      contractOn: day(ago + (isOld ? signedTooEarly : signed)).toString(),
      status: 'abgeschlossen' as const,
    }
    const known = pastDeps(deps, atHour(day(ago + signed - 1), 4))
    const imported = await importOrder(tx, known, tenant, line, 'feed', actor)
    if (imported.kind !== 'new') throw new Error(`The past has no order: ${imported.kind}`)
    const then = pastDeps(deps, atHour(day(ago), 3))
    const released = await releaseOrder(tx, then, tenant, imported.number, actor)
    return released.kind === 'released' ? released.rewards : []
  }

  return { couple, conclude, count: () => orders }
}

const addressOf = (local: string) => `${local}@${historyDomain}`

const bytes = (text: string, many: number) =>
  createHash('sha256').update(`rueckblick couple ${text}`).digest().subarray(0, many)
