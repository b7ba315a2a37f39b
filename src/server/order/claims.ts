import * as byContact from '../../contract/empfaenger-nachbuchungen.ts'
import * as byReferrer from '../../contract/empfehler-nachbuchungen.ts'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import {
  claimDays,
  claimFrom,
  claimProblem,
  claimUntil,
  isFound,
  isSameContract,
  mostClaims,
  orderKey,
} from '../../domain/claim.ts'
import { formatGermanDate, localDate } from '../../domain/dates.ts'
import { answerBy } from '../../domain/review.ts'
import { say, type Said } from '../../domain/say.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { refuseListed } from '../account/refuse-blocked.ts'
import { lockPerson } from '../account/store.ts'
import { audit, system } from '../base/audit-store.ts'
import {
  contractOf,
  insertClaim,
  listClaimsOf,
  lockClaim,
  type Claimant,
  type ClaimFile,
  type OwnClaim,
} from '../base/claim-store.ts'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient, lockConfirmed } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { readNumber } from '../referral/referral-view.ts'
import { lockReferral } from '../referral/store.ts'
import { serve } from '../serve.ts'
import {
  isProduct,
  listClaimable,
  listClaimProducts,
  listCounting,
  type ClaimableReferral,
} from './claim-form-store.ts'
import { claimView, type ClaimView } from './claim-view.ts'
import { endClaim } from './end-claim.ts'
import { mailEnteredClaim } from './mail-entered-claim.ts'
import { readClaimFile } from './read-claim-file.ts'

type Claimed = Omit<BodyOf<typeof byReferrer.makeClaim>, 'referralNumber'>
type ListView = AnswerOf<typeof byReferrer.listOwnClaims>
type Who = Pick<Call, 'tenant' | 'caller'>
type Claiming = Pick<
  Call<unknown, unknown, Claimed>,
  'deps' | 'tenant' | 'caller' | 'body' | 'locale' | 'now' | 'realNow' | 'today' | 'transaction'
>

export const triesPerHour = 20

/** The caller, locked, so that their claims come one after the other. */
async function lockReferrer(tx: Tx, { tenant, caller }: Who): Promise<Claimant> {
  const { accountId } = referrerOf(caller)
  if (!(await lockPerson(tx, tenant.code, accountId))) throw fail('session-missing')
  return { kind: 'account', id: accountId }
}

/** A contact by the mailed link, confirmed. */
async function ownContact(tx: Tx, { tenant, caller }: Who): Promise<Claimant> {
  const found = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
  if (!found) throw fail('recipient-token-invalid')
  requireOwner(caller, found)
  if (found.state !== 'confirmed') throw fail('recipient-token-invalid')
  return { kind: 'recipient', id: found.number }
}

async function lockContact(tx: Tx, call: Who): Promise<Claimant> {
  await lockConfirmed(tx, call.tenant.code, recipientOf(call.caller))
  // Read once locked: whoever is being deleted is gone.
  return ownContact(tx, call)
}

export const listOwnClaims = serve(byReferrer.listOwnClaims, (call) =>
  call.transaction((tx) =>
    listView(tx, call, { kind: 'account', id: referrerOf(call.caller).accountId }),
  ),
)

export const listContactClaims = serve(byContact.listContactClaims, (call) =>
  call.transaction(async (tx) => listView(tx, call, await ownContact(tx, call))),
)

async function listView(
  tx: Tx,
  { tenant, locale }: Pick<Call, 'tenant' | 'locale'>,
  claimant: Claimant,
): Promise<ListView> {
  const [claims, referrals, products] = await together([
    () => listClaimsOf(tx, tenant.code, claimant),
    () => listClaimable(tx, tenant.code, claimableBy(claimant)),
    () => listClaimProducts(tx, tenant.code),
  ])
  const offered = products.filter((one) => !tenant.excludedProducts.includes(one.product_id))
  const others = referrals.filter(
    ({ product_id }) => !offered.some((one) => one.product_id === product_id),
  )
  const titles = new Map([...offered, ...others].map((one) => [one.product_id, one.title[locale]]))
  return {
    months: tenant.claimMonths,
    claims: claims.map((claim) => claimView(claim, locale)),
    products: [...titles].map(([id, title]) => ({ id, title })),
    referrals: referrals.map(({ number, title, product_id, created_on, contacts }) => ({
      number,
      product: title[locale],
      productId: product_id,
      createdOn: created_on,
      contacts: contacts.map((one) => `${one.first_name.slice(0, 1)}${one.last_name.slice(0, 1)}`),
    })),
  }
}

const claimableBy = ({ kind, id }: Claimant) =>
  kind === 'account' ? { accountId: id } : { recipientNumber: id }

export const makeClaim = serve(byReferrer.makeClaim, async (call) => {
  const { accountId } = referrerOf(call.caller)
  const number = readNumber(call.body.referralNumber)
  if (number === null) throw fail('not-found')
  const claimant = { kind: 'account', id: accountId } as const
  return makeClaimOf(call, { claimant, number, lock: (tx) => lockReferrer(tx, call) })
})

export const makeContactClaim = serve(byContact.makeContactClaim, async (call) =>
  makeClaimOf(call, {
    claimant: { kind: 'recipient', id: recipientOf(call.caller) },
    number: null,
    lock: async (tx) => {
      const claimant = await lockContact(tx, call)
      const contact = await findOwnRecipient(tx, call.tenant.code, claimant.id)
      if (contact) refuseListed(call.tenant, contact.email)
      return claimant
    },
  }),
)

type Making = {
  claimant: Claimant // as asked; locked, it may be another entry of theirs
  number: string | null // of the recommendation; null: the contact’s own
  lock: (tx: Tx) => Promise<Claimant>
  entered?: { by: string; reason: string } // by an operator who was told it
}

/** Says that a contract is missing, by whoever it is about or as they told an operator. */
export async function makeClaimOf(
  call: Claiming,
  { claimant: { kind, id }, number, lock, entered }: Making,
): Promise<ClaimView> {
  const { deps, tenant, body, realNow } = call
  if (!orderKey(body.orderNumber ?? null) && !body.contractOn)
    throw invalid(call, 'Vertragsdatum', 'what')
  const limits = [{ bucket: `claim|${kind}|${id}`, most: triesPerHour, windowSeconds: hour }]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  const findClaimed = async (tx: Tx) => {
    const claimant = await lock(tx)
    const own = await listClaimable(tx, tenant.code, claimableBy(claimant))
    const referral = own.find((one) => number === null || one.number === number)
    if (!referral) throw fail('not-found')
    return { claimant, referral }
  }
  const checked = async (tx: Tx) => {
    const { claimant, referral } = await findClaimed(tx)
    // As the feed does: its order and this claim see each other.
    await lockReferral(tx, tenant.code, referral.number)
    const before = await listClaimsOf(tx, tenant.code, claimant)
    await check(tx, call, { referral, before, claimant })
    return { claimant, referral }
  }
  // A file is dear to read: not for what would be refused anyway.
  if (body.file) await withTenant(deps.db, tenant.code, checked)
  const file = body.file ? await readClaimFile(body.file, call) : null
  return call.transaction(async (tx) => {
    const { claimant, referral } = await checked(tx)
    return insert(tx, call, { referral, claimant, file, entered })
  })
}

async function check(
  tx: Tx,
  call: Claiming,
  asked: { referral: ClaimableReferral; before: readonly OwnClaim[]; claimant: Claimant },
): Promise<void> {
  const { tenant, body, today, now } = call
  const { referral, before, claimant } = asked
  if (body.productId && !(await isProduct(tx, tenant.code, body.productId)))
    throw invalid(call, 'ProduktId', 'product')
  const contractOn = body.contractOn ? Temporal.PlainDate.from(body.contractOn) : null
  const since = Temporal.PlainDate.from(referral.created_on)
  const problem = claimProblem({ contractOn, since }, today, tenant.claimMonths)
  if (problem) {
    const day = contractOn ?? since
    const at = problem === 'too-early' ? claimFrom(day) : claimUntil(day, tenant.claimMonths)
    throw invalid(call, contractOn ? 'Vertragsdatum' : 'Auftragsnummer', problem, {
      day: formatGermanDate(problem === 'before-referral' ? since : at),
    })
  }
  const claim = {
    externalNumber: body.orderNumber || null,
    productId: body.productId ?? referral.product_id,
    contractOn: body.contractOn ?? null,
    referralNumber: referral.number,
  }
  const same = before.find((made) =>
    isSameContract(
      { ...contractOf(made), state: made.state, referralNumber: made.referral_number },
      claim,
    ),
  )
  const field = body.orderNumber ? 'Auftragsnummer' : 'Vertragsdatum'
  if (same)
    throw invalid(call, field, same.state === 'open' ? 'open' : 'answered', {
      day: formatGermanDate(localDate(same.closed_at ?? same.made_at)),
    })
  if (claimant.kind === 'recipient' && before.some(({ state }) => state === 'open'))
    throw invalid(call, field, 'one')
  const start = now.subtract({ hours: 24 * claimDays })
  const lately = before.filter(({ made_at }) => Temporal.Instant.compare(made_at, start) > 0)
  const oldest = lately.at(mostClaims - 1)
  if (oldest) throw tooManyRequests(Math.ceil(oldest.made_at.since(start).total('seconds')))
}

/** Writes the claim; if its order is known already, it is answered at once. */
async function insert(
  tx: Tx,
  call: Claiming,
  made: {
    referral: ClaimableReferral
    claimant: Claimant
    file: ClaimFile | null
    entered: Making['entered'] | undefined
  },
): Promise<ClaimView> {
  const { deps, tenant, body, now, today, locale } = call
  const { referral, claimant, file, entered } = made
  const id = uuidv7()
  const claim = {
    id,
    claimant,
    referralNumber: referral.number,
    productId: body.productId ?? referral.product_id,
    externalNumber: body.orderNumber || null,
    contractOn: body.contractOn ?? null,
    note: body.note || null,
    answerBy: answerBy(today, tenant.reviewDays),
    at: now,
    ...(entered ? { enteredBy: entered.by } : {}),
  }
  await insertClaim(tx, tenant.code, claim, file)
  await audit(tx, tenant.code, {
    at: now,
    actor: { ...actorOf(call.caller), ...(entered ? { reason: entered.reason } : {}) },
    action: 'claim-made',
    subjectKind: 'claim',
    subjectId: id,
    details: { referral: referral.number, file: file?.type ?? null },
    change: { before: { state: null }, after: { state: 'open' } },
  })
  const known = await listCounting(tx, tenant.code, {
    referralNumber: referral.number,
    recipientNumber: claimant.kind === 'recipient' ? claimant.id : undefined,
  })
  const order = known.find((one) =>
    isFound(
      claim,
      {
        externalNumber: one.external_number,
        productId: one.product_id,
        contractOn: one.contract_on,
      },
      false,
    ),
  )
  const written = order ? await lockClaim(tx, tenant.code, id) : undefined
  if (order && written)
    await endClaim(
      tx,
      { deps, tenant, actor: system },
      written,
      { state: 'matched', orderNumber: order.number },
      // They read it on the page that opens now.
      { isTold: entered !== undefined },
    )
  else if (entered) await mailEnteredClaim(tx, deps, tenant, claim)
  const all = await listClaimsOf(tx, tenant.code, claimant)
  return claimView(
    all.find(({ claim_id }) => claim_id === id)!,
    locale,
  )
}

export const withdrawClaim = serve(byReferrer.withdrawClaim, (call) =>
  withdraw(call, (tx) => lockReferrer(tx, call)),
)

export const withdrawContactClaim = serve(byContact.withdrawContactClaim, (call) =>
  withdraw(call, (tx) => lockContact(tx, call)),
)

async function withdraw(call: Call<{ id: string }>, lock: (tx: Tx) => Promise<Claimant>) {
  const { deps, tenant, params } = call
  return call.transaction(async (tx) => {
    const claimant = await lock(tx)
    const claim = isUuid(params.id) ? await lockClaim(tx, tenant.code, params.id) : undefined
    if (claim?.claimant_kind !== claimant.kind || claim.claimant_id !== claimant.id)
      throw fail('not-found')
    if (claim.state === 'withdrawn') return {}
    if (claim.state !== 'open') throw fail('changed-meanwhile')
    await endClaim(tx, { deps, tenant, actor: actorOf(call.caller) }, claim, { state: 'withdrawn' })
    return {}
  })
}

const texts = {
  what: {
    de: 'Bitte Auftragsnummer oder Vertragsdatum angeben.',
    en: 'Please give the order number or the day of the contract.',
  },
  product: { de: 'Dieses Produkt gibt es nicht.', en: 'There is no such product.' },
  'too-early': {
    de: 'Der Vertrag ist noch ganz frisch. Melden geht ab {{day}}; meistens ist er bis dahin da.',
    en: 'The contract is still very new. It can be reported from {{day}}; mostly it is here by then.',
  },
  'too-late': {
    de: 'Melden ging bis {{day}}.',
    en: 'It could be reported until {{day}}.',
  },
  'before-referral': {
    de: 'Der Vertrag wäre älter als die Empfehlung vom {{day}}.',
    en: 'The contract would be older than the recommendation of {{day}}.',
  },
  open: {
    de: 'Dieser Vertrag ist schon gemeldet, am {{day}}. Die Antwort kommt noch.',
    en: 'This contract has been reported already, on {{day}}. The answer is still to come.',
  },
  answered: {
    de: 'Dieser Vertrag war schon gemeldet; die Antwort kam am {{day}} und steht bei den Meldungen.',
    en: 'This contract was reported before; the answer came on {{day}} and stands with the reports.',
  },
  one: {
    de: 'Eine Meldung ist noch offen. Die nächste geht nach der Antwort.',
    en: 'One report is still open. The next one is possible after the answer.',
  },
} satisfies Record<string, Said>

function invalid(
  call: Pick<Call, 'locale' | 'tenant'>,
  field: string,
  text: keyof typeof texts,
  values: { day?: string } = {},
) {
  const message = say(texts[text], call).replace('{{day}}', values.day ?? '')
  return fail('validation', { fields: [{ field, message }] })
}
