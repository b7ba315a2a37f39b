import * as contract from '../../contract/betrieb-person.ts'
import { isEmail, mailboxOf, normaliseEmail } from '../../domain/email.ts'
import { correctName } from '../account/correct-own-name.ts'
import { accountOwner, contactOwner } from '../account/email-owner.ts'
import { askNewEmail } from '../account/request-new-email.ts'
import { findProvenAccount } from '../account/unproven-store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { listEntries, lockEntries, setContactName } from '../referral/correct-contact-store.ts'
import { serve } from '../serve.ts'
import { findOperator } from '../team/store.ts'
import { isTeamMailbox } from '../team/team-mailbox.ts'
import { decideAbout, type Person } from './find-person.ts'
import { lockSeen } from './lock-seen.ts'
import { checkNewEmail, refuseEmail } from './refuse-email.ts'

export const correctPersonName = serve(contract.correctPersonName, (call) =>
  call.transaction(async (tx) => {
    const { params, body } = call
    const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
    if (person.account) {
      await lockSeen(tx, call, person)
      await correctName(tx, call, person.account.account_id, body, actor)
    } else await nameContact(tx, call, person, actor)
    return {}
  }),
)

type NameCall = Pick<Call, 'tenant' | 'now'> & {
  body: { version: number; firstName: string; lastName?: string | undefined }
}

/** All entries of the address are one person's. */
async function nameContact(tx: Tx, call: NameCall, person: Person, actor: Actor): Promise<void> {
  const { tenant, now: at, body } = call
  await lockContacts(tx, call, person)
  const { firstName, lastName = '' } = body
  const changed = person.contacts.filter(
    (entry) => entry.first_name !== firstName || entry.last_name !== lastName,
  )
  if (changed.length === 0) return
  const numbers = changed.map(({ number }) => number)
  await setContactName(tx, tenant.code, numbers, { firstName, lastName })
  const isChanged = (key: 'first_name' | 'last_name', name: string) =>
    changed.some((entry) => entry[key] !== name) ? 'changed' : 'kept'
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'correct-name',
    subjectKind: 'recipient',
    subjectId: person.id,
    // Which of them, not what they say.
    change: {
      before: { firstName: 'kept', lastName: 'kept' },
      after: {
        firstName: isChanged('first_name', firstName),
        lastName: isChanged('last_name', lastName),
      },
    },
  })
}

/** A contact's entries as the caller saw them, locked. */
export async function lockContacts(
  tx: Tx,
  { tenant, body }: Pick<Call, 'tenant'> & { body: { version: number } },
  { contacts }: Person,
): Promise<void> {
  const numbers = contacts.map(({ number }) => number)
  const { version } = await lockEntries(tx, tenant.code, numbers)
  if (version !== body.version) throw fail('changed-meanwhile')
}

export const correctPersonEmail = serve(contract.correctPersonEmail, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body } = call
    const { person, actor } = await decideAbout(tx, call, params.person, body.reason)
    if (person.account && tenant.autoLogin) throw refuseEmail(call, 'provider')
    const email = normaliseEmail(body.email)
    if (!isEmail(email)) throw fail('email-invalid')
    const self = await onPlatform(tx, tenant.code, () => findOperator(tx, actor.id))
    if (!self || mailboxOf(self.email) === mailboxOf(email)) throw fail('own-case')
    if (await isTeamMailbox(tx, tenant.code, email, call.realNow)) throw refuseEmail(call, 'team')
    const entries = person.account ? [] : await listEntries(tx, tenant.code, person.email)
    await checkNewEmail(tx, call, entries, email)
    if (person.email === email) throw refuseEmail(call, 'same')
    if (person.account) {
      const account = await lockSeen(tx, call, person)
      // Support reads who has which address anyway.
      if (await findProvenAccount(tx, tenant.code, email)) throw refuseEmail(call, 'taken')
      await askNewEmail(tx, call, accountOwner(account), { email, actor })
    } else {
      await lockContacts(tx, call, person)
      // As their page: the newest entry is the likeliest to be right.
      const owner = contactOwner({ ...person.contacts[0]!, number: person.id, email: person.email })
      await askNewEmail(tx, call, owner, { email, actor })
    }
    return {}
  }),
)
