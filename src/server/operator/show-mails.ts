import * as contract from '../../contract/betrieb-mails.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { endOfLocalDay, startOfLocalDay } from '../../domain/dates.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { hideSecrets } from '../../domain/operations.ts'
import type { Locale } from '../../domain/tenant.ts'
import { findAccountByEmail } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findMailRow, listMailRows, type ListedMail, type MailFilter } from '../mail/list-store.ts'
import { findMail } from '../mail/store.ts'
import { readMailValues, writeMail } from '../mail/write-mail.ts'
import { serve } from '../serve.ts'
import { hasViewed, listPersonContacts } from './person-page-store.ts'
import { listDeadMails } from './show-operations.ts'

const stateWords = { queued: 'wartet', sent: 'gesendet', failed: 'gescheitert' } as const
const states = { wartet: 'queued', gesendet: 'sent', gescheitert: 'failed' } as const

export const viewOf = ({
  mail_id,
  created_at,
  sent_at,
  template,
  state,
  to_address,
}: ListedMail) => ({
  id: mail_id,
  at: created_at.toString(),
  sentAt: sent_at?.toString() ?? null,
  template,
  state: stateWords[state],
  address: to_address === '' ? null : maskEmail(to_address),
})

const day = (text: string) => Temporal.PlainDate.from(text)

type Asked = QueryOf<typeof contract.showMailsFile> & { email?: string | undefined }

export async function filterOf(tx: Tx, tenant: string, asked: Asked): Promise<MailFilter> {
  const { state, template, from, to, email } = asked
  const dead = await listDeadMails(tx, tenant)
  return {
    dead: dead.map(({ value }) => value),
    ...(state === undefined ? {} : { states: [state].flat().map((one) => states[one]) }),
    ...(template === undefined ? {} : { templates: [template].flat() }),
    ...(from === undefined ? {} : { from: startOfLocalDay(day(from)) }),
    ...(to === undefined ? {} : { before: endOfLocalDay(day(to)) }),
    ...(email === undefined ? {} : { email: normaliseEmail(email) }),
  }
}

export const listMails = serve(contract.listMails, async (call) => {
  const { tenant, body } = call
  const { page = 1, pageSize = 50, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count } = await listMailRows(tx, tenant.code, {
      filter: await filterOf(tx, tenant.code, filter),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    if (filter.email !== undefined) await logAsked(tx, call, filter.email, rows)
    return { ...pagesOf(count, page, pageSize), rows: rows.map(viewOf) }
  })
})

const viewedMinutes = 15

export const showMail = serve(contract.showMail, async (call) => {
  const { deps, tenant, params } = call
  if (!isUuid(params.mail)) throw fail('not-found')
  const { row, mail, values, death } = await call.transaction(async (tx) => {
    const found = await findMailRow(tx, tenant.code, params.mail)
    const stored = found && (await findMail(tx, tenant.code, params.mail))
    if (!stored) throw fail('not-found')
    const deaths = await listDeadMails(tx, tenant.code)
    const died = deaths.find(({ value }) => value === params.mail)
    await logView(tx, call, mailOf(params.mail))
    const isFailed = found.state === 'queued' && died !== undefined
    return {
      row: { ...found, state: isFailed ? 'failed' : found.state } as ListedMail,
      mail: stored,
      death: died,
      // Address and content go together (mail/blank-store.ts).
      values:
        stored.to_address === ''
          ? null
          : await readMailValues(tx, deps, tenant, stored, { isShown: true }),
    }
  })
  const written = values && (await writeMail(deps, tenant, mail, values)).rendered
  return {
    ...viewOf(row),
    language: mail.locale as Locale,
    attempts: death?.attempts ?? null,
    error: death?.error ? hideSecrets(death.error) : null,
    isBlank: values === null,
    subject: written?.subject ?? null,
    text: written?.text ?? null,
  }
})

type Asking = Pick<Call, 'tenant' | 'now' | 'caller'>
type Viewed = {
  action: 'person-viewed' | 'mail-viewed'
  subjectKind: 'account' | 'recipient' | 'mail'
  subjectId: string
}

const mailOf = (subjectId: string): Viewed => ({
  action: 'mail-viewed',
  subjectKind: 'mail',
  subjectId,
})

/** Which mails an address got says a lot about its owner: with a person of the tenant it stands, else with the newest mail. */
async function logAsked(
  tx: Tx,
  call: Asking,
  asked: string,
  found: readonly ListedMail[],
): Promise<void> {
  const { code } = call.tenant
  const email = normaliseEmail(asked)
  const account = await findAccountByEmail(tx, code, email)
  const contact = account ? undefined : (await listPersonContacts(tx, code, email)).at(-1)
  const action = 'person-viewed'
  if (account)
    await logView(tx, call, { action, subjectKind: 'account', subjectId: account.account_id })
  else if (contact)
    await logView(tx, call, { action, subjectKind: 'recipient', subjectId: contact.number })
  else if (found[0]) await logView(tx, call, mailOf(found[0].mail_id))
}

/** Once in a quarter of an hour, as with people. */
async function logView(
  tx: Tx,
  { tenant, now, caller }: Asking,
  { action, subjectKind, subjectId }: Viewed,
): Promise<void> {
  const actor = actorOf(caller)
  const since = now.subtract({ minutes: viewedMinutes })
  if (await hasViewed(tx, tenant.code, { operatorId: actor.id, subjectId, since })) return
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action,
    subjectKind,
    subjectId,
  })
}
