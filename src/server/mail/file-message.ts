import { audit, type Actor } from '../base/audit-store.ts'
import { insertObjection, type NewObjection } from '../base/objection-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { queueMail } from './store.ts'

type Message = Omit<NewObjection, 'at'> & { subject: string; actor: Actor }

/** Mails a message to the tenant; an objection also stays in the operators' list until answered. */
export async function fileMessage(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  { subject, actor, ...message }: Message,
): Promise<void> {
  const { id, name, email, referralNumber, language } = message
  if (subject === 'objection') await insertObjection(tx, tenant.code, { ...message, at: now })
  await together([
    () =>
      queueMail(tx, tenant.code, {
        now,
        dedupeKey: `contact|${id}`,
        template: 'contactMessage',
        to: tenant.contact.email,
        locale: tenant.locales[0] ?? 'de',
        data: {
          name,
          email,
          topic: subject,
          message: message.message,
          referralNumber,
          language,
          link: { link: { page: 'Homepage' } },
        },
      }),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor,
        action: 'send-contact-message',
        subjectKind: 'contact-message',
        subjectId: id,
      }),
  ])
}
