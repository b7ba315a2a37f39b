import { tokenText } from '../../src/server/base/token-store.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import type { MailData } from '../../src/server/mail/store.ts'
import type { TestServer } from './server.ts'

export type QueuedMail = { template: string; to: string; data: MailData; token: string | null }

/** Mails queued for an address, newest first, each with its button's token. */
export function queuedMails(server: TestServer, tenant: string, to: string): Promise<QueuedMail[]> {
  return withTenant(server.db, tenant, async (tx) => {
    const rows = await tx
      .selectFrom('mails')
      .select(['template', 'to_address', 'data'])
      .where('tenant', '=', tenant)
      .where('to_address', '=', to.toLowerCase())
      .orderBy('mail_id', 'desc')
      .execute()
    return Promise.all(
      rows.map(async (row) => {
        const data = row.data as MailData
        const button = data.link
        const link =
          typeof button === 'object' && button !== null && 'link' in button ? button.link : null
        return {
          template: row.template,
          to: row.to_address,
          data,
          token: link?.token ? await tokenText(tx, server.deps.keys, tenant, link.token.id) : null,
        }
      }),
    )
  })
}

/** The token in the newest mail of a template; throws if there is none. */
export async function mailedToken(
  server: TestServer,
  tenant: string,
  to: string,
  template: string,
): Promise<string> {
  const mail = (await queuedMails(server, tenant, to)).find(
    (candidate) => candidate.template === template,
  )
  if (!mail?.token) throw new Error(`no ${template} mail with a token`)
  return mail.token
}
