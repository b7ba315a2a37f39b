import * as contract from '../../contract/betrieb-auftraege.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { say } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { contractOf, listOpenClaims } from '../base/claim-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { describeRefusal } from '../order/describe-order-line.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { attachContract } from './attach-contract.ts'
import {
  listContacts,
  listLikelyContacts,
  listNumbersOf,
  type ContactRow,
} from './match-order-store.ts'
import { readUnmatched, type UnmatchedRecord } from './order-record-store.ts'
import { isOwnCase } from './own-case.ts'
import { findPeopleByName } from './search-names.ts'

async function readLine(tx: Tx, tenant: string, id: string): Promise<UnmatchedRecord> {
  const line = isUuid(id) ? await readUnmatched(tx, tenant, id) : undefined
  if (!line) throw fail('not-found')
  return line
}

export const findOrderContacts = serve(contract.findOrderContacts, async (call) => {
  const { tenant, params, body } = call
  return call.transaction(async (tx) => {
    const line = await readLine(tx, tenant.code, params.id)
    const term = body.search ?? ''
    const found =
      [...term].length < 2
        ? await listLikelyContacts(tx, tenant.code, line, {
            referral: line.referral_number,
            recipient: line.recipient_number,
          })
        : await search(tx, tenant.code, line, term)
    return {
      contacts: found.map((one) => ({
        number: one.number,
        name: one.name,
        referralNumber: one.referral_number,
        referrer: one.account_name,
        product: one.product,
        sameProduct: one.same_product,
        acceptedOn: one.accepted_on,
        isConfirmed: one.state === 'confirmed',
        hasClaim: one.has_claim,
      })),
    }
  })
})

/** By number of the contact or the recommendation, by address, or by name. */
async function search(tx: Tx, tenant: string, line: UnmatchedRecord, term: string) {
  const number = term.toUpperCase().replace(/\s+/g, '')
  const isAddress = term.includes('@')
  const people = isAddress ? [] : await findPeopleByName(tx, tenant, term, { enough: 20, rows: 24 })
  const emails = isAddress ? [normaliseEmail(term)] : people.map(({ email }) => email)
  const numbers = await listNumbersOf(tx, tenant, { emails, referral: number })
  return listContacts(tx, tenant, line, [number, ...numbers])
}

export const matchTenantOrder = serve(contract.matchTenantOrder, async (call) => {
  const { deps, tenant, params, body, now: at } = call
  const { operatorId } = personOf(call)
  const actor = { ...actorOf(call.caller), reason: body.reason }
  const match = async (tx: Tx) => {
    const line = await readLine(tx, tenant.code, params.id)
    if (line.version !== body.version) throw fail('changed-meanwhile')
    const [contact] = await listContacts(tx, tenant.code, line, [body.contact.toUpperCase()])
    if (!contact) throw nobody(call)
    const concerned = {
      accounts: contact.account_id ? [contact.account_id] : [],
      recipients: [contact.number],
      agencies: contact.agency_id ? [contact.agency_id] : [],
    }
    if (await isOwnCase(tx, deps, tenant.code, operatorId, concerned)) throw fail('own-case')
    const number = await importFor(tx, call, line, contact, actor)
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'order-matched',
      subjectKind: 'order',
      subjectId: number,
      details: { contract: line.line_id },
      change: {
        before: { contact: null },
        after: { contact: contact.number, referral: contact.referral_number },
      },
    })
    return { number }
  }
  return retryConflict(() => call.transaction(match))
})

/** As an accepted claim does it; of whoever claims nothing, what was recommended to them counts. */
async function importFor(
  tx: Tx,
  call: Call,
  line: UnmatchedRecord,
  contact: ContactRow,
  actor: ReturnType<typeof actorOf>,
): Promise<string> {
  const { tenant } = call
  const { number: id, email, referral_number: referral } = contact
  const claims = await listOpenClaims(tx, tenant.code, {
    referralNumber: referral,
    recipientNumber: id,
  })
  const recommended = { externalNumber: null, productId: contact.product_id, contractOn: null }
  const imported = await attachContract(tx, call, {
    line,
    said: claims.length > 0 ? claims.map(contractOf) : [recommended],
    referral,
    contact: { id, email },
    source: 'hand',
    actor,
    details: { contract: line.line_id },
  })
  if (imported.kind === 'new') return imported.number
  if (imported.kind !== 'failed') throw fail('changed-meanwhile')
  const message = describeRefusal(imported.error, imported.fields, call)
  throw fail('validation', {
    fields: [{ field: 'Empfaengernummer', message }],
  })
}

function nobody(call: Pick<Call, 'locale' | 'tenant'>) {
  const message = say(
    {
      de: 'Zu dieser Nummer gibt es niemanden, dem sich ein Vertrag zuordnen lässt.',
      en: 'There is nobody by this number to whom a contract can be matched.',
    },
    call,
  )
  return fail('validation', {
    fields: [{ field: 'Empfaengernummer', message }],
  })
}
