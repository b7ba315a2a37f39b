import { advertisingMails, type MailTemplate } from '../../contract/mail-templates.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { MailGateway } from '../gateways/mail/mail-gateway.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import { blankMail } from './blank-store.ts'
import { findMail, markMailSent, type MailData } from './store.ts'
import { isNobodys } from './voucher-store.ts'
import { readMailValues, writeMail, type MailValues } from './write-mail.ts'

/**
 * Sends a queued mail. Its id is the Message-ID, so the receiver can recognise a repeat after a crash; a mail marked as sent is
 * never resent.
 */
export async function sendMail(
  deps: Deps,
  mailer: MailGateway,
  code: string,
  mailId: string,
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const found = await withTenant(deps.db, code, async (tx) => {
    const mail = await findMail(tx, code, mailId)
    if (mail?.state !== 'queued') return null
    return { mail, data: await readMailValues(tx, deps, tenant, mail, { isShown: false }) }
  })
  if (!found) return
  const { mail, data } = found
  const origin = tenantOrigin(deps.publicOrigin, tenant)
  const { rendered, pictures } = await writeMail(deps, tenant, mail, data)
  await mailer.send({
    id: mail.mail_id,
    from: tenant.mailSender,
    to: mail.to_address,
    // Replies to a contact message go to its sender.
    replyTo: mail.template === 'contactMessage' ? String(data['email']) : undefined,
    date: deps.clock.now(),
    ...rendered,
    pictures,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.locale,
      ...unsubscribeHeaders(mail.template as MailTemplate, `${origin}/api/v1/${code}`, data),
    },
  })
  await withTenant(deps.db, code, async (tx) => {
    await markMailSent(tx, code, mailId, deps.clock.now())
    // The last mail to a deleted person: its address is deleted, too.
    if (
      mail.template === 'accountDeleted' ||
      (await isVoucherOfNobody(tx, code, mail.data as MailData))
    )
      await blankMail(tx, code, mailId)
  })
}

async function isVoucherOfNobody(tx: Tx, tenant: string, { codes }: MailData): Promise<boolean> {
  return (
    typeof codes === 'object' &&
    codes !== null &&
    'vouchersOf' in codes &&
    isNobodys(tx, tenant, codes.vouchersOf)
  )
}

/** One-click unsubscribe (RFC 8058), for advertising only: it must not stop vouchers. */
function unsubscribeHeaders(
  template: MailTemplate,
  api: string,
  { unsubscribe }: MailValues,
): Record<string, string> {
  if (!advertisingMails.has(template)) return {}
  const token = new URL(String(unsubscribe)).searchParams.get('t') ?? ''
  return {
    'List-Unsubscribe': `<${api}/empfehler/newsletter/optout?t=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
