import type { z } from 'zod'
import * as contract from '../../contract/betrieb-suche.ts'
import { orderKey } from '../../domain/claim.ts'
import { spellCustomerNumber } from '../../domain/customer-number.ts'
import { localDate } from '../../domain/dates.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { checkIban, maskIban } from '../../domain/iban.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { isNumber, parseCode } from '../../domain/numbers.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { fullName } from '../../domain/person.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findPeopleByName } from './search-names.ts'
import {
  findAccounts,
  findAccountsOf,
  findByEmail,
  findContacts,
  findContactsOf,
  findPartners,
  keysOf,
  type FoundPerson,
} from './search-people-store.ts'
import {
  findAgencies,
  findOrders,
  findPapers,
  findPayouts,
  findReferrals,
  findRewards,
  listAccountsWithCustomerNumber,
  listOwnersOfIban,
  type FoundNumber,
} from './search-store.ts'
import { stateLabel } from './search-states.ts'

type Hit = z.output<typeof contract.searchHit>
type Kind = Hit['kind']
const few = 8 // of a kind
const many = 200 // of the one that is asked for

/**
 * Searches are not in the audit log: a term is personal data, and typing is a search per pause. Who looks at a person's page is logged
 * there (decision 475).
 */
export const searchEverything = serve(contract.searchEverything, async (call) => {
  const { tenant, body, caller, deps } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const ability = operatorAbilities(caller.roles)
  const place = `${tenant.code}|search|${caller.operatorId}`
  const term = (body.sealed ? open(deps.keys, body.sealed, place) : (body.term ?? ''))
    .replace(/\p{Cc}+/gu, ' ')
    .normalize('NFC')
    .trim()
  if ([...term].length < 2) return { term, sealed: '', hits: [], more: [] }
  const sealed = body.sealed ?? deps.keys.encrypt(term, place)
  return call.transaction(async (tx) => {
    const most = body.all ? many : few
    const at = { tx, tenant: tenant.code, term, most }
    const seesPeople = ability.can('read', 'people')
    const numbers = await findNumbers(at, {
      referrals: seesPeople,
      orders: ability.can('read', 'orders'),
      invoices: ability.can('read', 'invoices'),
    })
    const people = seesPeople ? await findPeople({ ...at, keys: deps.keys }) : []
    const agencies = ability.can('read', 'agencies') ? await findAgenciesBy(at) : []
    const found = [...people, ...agencies, ...(await describe(at, numbers, seesPeople))]
    const asked = body.all ? found.filter(({ kind }) => kind === body.all) : found
    return { term, sealed, ...firstOfEach(asked, most) }
  })
})

/** '' if it is another operator's, or of a key that is gone. */
function open(keys: Keys, sealed: string, place: string): string {
  try {
    return keys.decrypt(sealed, place)
  } catch {
    return ''
  }
}

type At = { tx: Tx; tenant: string; term: string; most: number }

/** Ways to write one number: as typed, in capitals, without what people put between. */
const waysOf = (term: string) => [
  ...new Set([term, term.toUpperCase(), term.replace(/[\s\-.]+/g, '').toUpperCase()]),
]

async function findNumbers(
  { tx, tenant, term }: At,
  may: { referrals: boolean; orders: boolean; invoices: boolean },
): Promise<FoundNumber[]> {
  const numbers = waysOf(term)
  const code = parseCode(term)
  const id = idRange(term.replace(/^ref[.:]?\s*/i, ''))
  const found = await together([
    async () =>
      may.referrals
        ? findReferrals(tx, tenant, {
            numbers: numbers.filter(isNumber),
            codes: code ? [code] : [],
          })
        : [],
    async () => (may.orders ? findOrders(tx, tenant, numbers, orderKey(term)) : []),
    async () => (id ? findRewards(tx, tenant, id) : []),
    () => findPayouts(tx, tenant, numbers, id),
    async () => (may.invoices ? findPapers(tx, tenant, numbers) : []),
  ] as const)
  return found.flat()
}

/** The ids that begin so; 8 characters at least. */
function idRange(term: string): { from: string; to: string } | null {
  const digits = term.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null
  const fill = (digit: string) =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { from: fill('0'), to: fill('f') }
}

async function findPeople({ tx, tenant, term, most, keys }: At & { keys: Keys }): Promise<Hit[]> {
  const found = await together([
    () => findByNumbers({ tx, tenant, term, most }),
    () => findByIban({ tx, tenant, term, most, keys }),
    async () =>
      /^[^\s@]{3,}(@\S*)?$/.test(term) ? findByEmail(tx, tenant, spellStart(term), 3 * most) : [],
    () => findPeopleByName(tx, tenant, term, { enough: most, rows: 3 * most }),
  ] as const)
  return sayPeople({ tx, tenant }, found.flat())
}

/** An address, or how it begins. */
const spellStart = (term: string) =>
  /@.+\../.test(term) ? normaliseEmail(term) : term.toLowerCase()

async function findByNumbers({ tx, tenant, term }: At): Promise<FoundPerson[]> {
  const numbers = waysOf(term)
  const code = parseCode(term)
  const spelled = spellCustomerNumber(term)
  const accounts = await listAccountsWithCustomerNumber(tx, tenant, spelled)
  const found = await together([
    () => findAccounts(tx, tenant, accounts),
    () => findContacts(tx, tenant, numbers.filter(isNumber)),
    () => findPartners(tx, tenant, { numbers: code ? [...numbers, code] : numbers }),
  ] as const)
  return found.flat()
}

async function findByIban({
  tx,
  tenant,
  term,
  most,
  keys,
}: At & { keys: Keys }): Promise<FoundPerson[]> {
  const plain = term.replace(/[\s.•*]+/g, '').toUpperCase()
  const whole = checkIban(term, { germanOnly: false })
  if (whole.kind !== 'ok' && !/^(?=.*\d)[0-9A-Z]{4}$/.test(plain)) return []
  const isWhole = whole.kind === 'ok'
  const asked = isWhole ? { hashes: keys.lookups(whole.iban) } : { end: plain }
  const ofPartner = isWhole
    ? { end: whole.iban.slice(-4), mask: maskIban(whole.iban) }
    : { end: plain, mask: null }
  const owners = await listOwnersOfIban(tx, tenant, asked, most + 1)
  const found = await together([
    () => findAccounts(tx, tenant, owners.accounts),
    () => findContacts(tx, tenant, owners.contacts),
    () => findPartners(tx, tenant, ofPartner),
  ] as const)
  return found.flat()
}

/** Each person once, although they may be an account, contacts and invited; agencies' users and sales partners apart. */
async function sayPeople(
  { tx, tenant }: Pick<At, 'tx' | 'tenant'>,
  found: FoundPerson[],
): Promise<Hit[]> {
  const emailsOf = (...sources: FoundPerson['source'][]) =>
    found.filter(({ source }) => sources.includes(source)).map(({ email }) => email)
  const invited = emailsOf('invited')
  const [accounts, contacts] = await together([
    () => findAccountsOf(tx, tenant, emailsOf('contact', 'invited')),
    async () => (invited.length === 0 ? [] : findContactsOf(tx, tenant, invited)),
  ] as const)
  const accountOf = new Map(accounts.map((account) => [account.email, account]))
  const contactOf = new Map(contacts.map((contact) => [contact.email, contact]))
  const hits = new Map<string, Hit>()
  for (const one of found) {
    const row = one.source === 'invited' ? (contactOf.get(one.email) ?? one) : one
    const isByAddress = row.source === 'contact' || row.source === 'invited'
    const account = isByAddress ? accountOf.get(row.email) : undefined
    const own = account ? { ...account, line: row.source === 'contact' ? row.line : null } : row
    const key = isByAddress && !account ? own.email : `${own.source} ${own.id}`
    if (!hits.has(key)) hits.set(key, sayPerson(own))
  }
  return [...hits.values()]
}

function sayPerson({ source, id, email, line, agency, state, ...names }: FoundPerson): Hit {
  const isPerson = source === 'account' || source === 'contact' || source === 'invited'
  return {
    kind: isPerson ? 'person' : source,
    id,
    title: fullName({ firstName: names.first_name, lastName: names.last_name }) || id,
    line: maskEmail(email),
    who: line,
    since: localDate(names.created_at).toString(),
    cents: null,
    state: stateLabel(source, state),
    person: isPerson ? id : null,
    agency,
  }
}

/** In the order of the page, so many of a kind; and of which kinds there are more. */
function firstOfEach(hits: Hit[], most: number): { hits: Hit[]; more: Kind[] } {
  const ofKind = (kind: Kind) => hits.filter((hit) => hit.kind === kind)
  return {
    hits: contract.hitKinds.flatMap((kind) => ofKind(kind).slice(0, most)),
    more: contract.hitKinds.filter((kind) => ofKind(kind).length > most),
  }
}

async function findAgenciesBy({ tx, tenant, term, most }: At): Promise<Hit[]> {
  const [part = ''] = await keysOf(tx, [term])
  const found = await findAgencies(tx, tenant, { numbers: waysOf(term), part }, most + 1)
  return found.map(({ agency_id, number, name, state }) => ({
    kind: 'agency',
    id: agency_id,
    title: name,
    line: number,
    who: null,
    cents: null,
    since: null,
    state: stateLabel('agency', state),
    person: null,
    agency: null,
  }))
}

/** Numbers with whom they concern: the referrer, or the contact of a contact's reward. */
async function describe(
  { tx, tenant }: Pick<At, 'tx' | 'tenant'>,
  found: FoundNumber[],
  seesPeople: boolean,
) {
  const [accounts, contacts] = await together([
    () =>
      findAccounts(
        tx,
        tenant,
        found.flatMap(({ account_id }) => account_id ?? []),
      ),
    () =>
      findContacts(
        tx,
        tenant,
        found.flatMap(({ recipient_number }) => recipient_number ?? []),
      ),
  ] as const)
  const known = new Map([...accounts, ...contacts].map((person) => [person.id, person]))
  const emails = contacts.map(({ email }) => email)
  const own = new Map((await findAccountsOf(tx, tenant, emails)).map((one) => [one.email, one.id]))
  return found.map((row): Hit => {
    const person = known.get(row.account_id ?? row.recipient_number ?? '')
    return {
      kind: row.kind,
      id: row.id,
      title: row.title,
      line: row.line,
      who: person ? sayWho(person, seesPeople) : seesPeople ? row.partner : null,
      since: null,
      cents: row.cents,
      state: stateLabel(row.kind, row.state),
      person: person && seesPeople ? (own.get(person.email) ?? person.id) : null,
      agency: null,
    }
  })
}

/** The name, or for those who may not see people what its owner alone recognises. */
function sayWho({ first_name, last_name, email }: FoundPerson, seesPeople: boolean): string {
  if (seesPeople) return fullName({ firstName: first_name, lastName: last_name })
  const initials = [first_name, last_name].flatMap((name) => (name ? [`${[...name][0]}.`] : []))
  return [initials.join(' '), maskEmail(email)].filter(Boolean).join(', ')
}
