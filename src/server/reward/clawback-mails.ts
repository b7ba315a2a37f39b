import { repaymentReference, setOffFrom } from '../../domain/clawback.ts'
import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { findContact, type Contact } from './store.ts'

type Told = { rewardId: string; at: Temporal.Instant; key: string }

/** False: nobody is there to be told any more. */
async function tell(
  tx: Tx,
  tenant: Tenant,
  { rewardId, at, key }: Told,
  template:
    | 'clawbackReminder'
    | 'clawbackWaived'
    | 'rewardSetOff'
    | 'repaymentBooked'
    | 'repaymentUndone',
  data: (contact: Contact) => Record<string, string | null>,
): Promise<boolean> {
  const contact = await findContact(tx, tenant.code, rewardId)
  if (!contact?.email) return false
  const page = contact.beneficiary === 'referrer' ? ('Dashboard' as const) : ('Homepage' as const)
  await queueMail(tx, tenant.code, {
    template,
    to: contact.email,
    locale: contact.language,
    data: { firstName: contact.firstName, ...data(contact), link: { link: { page } } },
    dedupeKey: `${template}|${rewardId}|${key}`,
    now: at,
  })
  return true
}

const titleOf = ({ productTitle, inSentence, language }: Contact) =>
  productTitle && titleInMail(productTitle, inSentence, language)

/** What is owed, and that the next reward may be set off: nobody’s is before they were told. */
export const mailClawbackReminder = (
  tx: Tx,
  tenant: Tenant,
  told: Told & { leftCents: number; note: string | null },
): Promise<boolean> =>
  tell(tx, tenant, told, 'clawbackReminder', (contact) => ({
    productTitle: titleOf(contact),
    amount: formatCents(told.leftCents, contact.language),
    reference: repaymentReference(contact.orderNumber, told.rewardId)[contact.language],
    note: told.note,
    setOffFrom: tenant.setsOffByItself ? setOffFrom(localDate(told.at)).toString() : null,
    email: tenant.contact.email,
  }))

export const mailClawbackWaived = (
  tx: Tx,
  tenant: Tenant,
  told: Told & { cents: number },
): Promise<boolean> =>
  tell(tx, tenant, told, 'clawbackWaived', (contact) => ({
    productTitle: titleOf(contact),
    amount: formatCents(told.cents, contact.language),
  }))

/** To the owner of the reward that was set off. */
export const mailSetOff = (
  tx: Tx,
  tenant: Tenant,
  told: Told & { cents: number; leftCents: number; payCents: number },
): Promise<boolean> =>
  tell(tx, tenant, told, 'rewardSetOff', ({ language }) => ({
    amount: formatCents(told.cents, language),
    rest: told.payCents > 0 ? formatCents(told.payCents, language) : null,
    left: told.leftCents > 0 ? formatCents(told.leftCents, language) : null,
    email: tenant.contact.email,
  }))

export const mailRepayment = (
  tx: Tx,
  tenant: Tenant,
  template: 'repaymentBooked' | 'repaymentUndone',
  told: Told & { cents: number; leftCents: number },
): Promise<boolean> =>
  tell(tx, tenant, told, template, ({ language }) => ({
    amount: formatCents(told.cents, language),
    left: told.leftCents > 0 ? formatCents(told.leftCents, language) : null,
    ...(template === 'repaymentUndone' ? { email: tenant.contact.email } : {}),
  }))
