import type { Env } from '../../env.ts'
import { startDevInbox, type DevInbox } from './dev-inbox.ts'
import { openMailGateway, type MailGateway } from './mail-gateway.ts'

export type OpenedMail = { mailer: MailGateway; inbox: DevInbox | null; close: () => Promise<void> }

/** SMTP_URL's server, or the development inbox of demo mode. */
export async function openMail(env: Env): Promise<OpenedMail> {
  const inbox =
    env.smtpUrl === null
      ? await startDevInbox({ uiPort: env.mailUiPort, host: env.host, dataDir: env.dataDir })
      : null
  const mailer = openMailGateway(env.smtpUrl ?? inbox!.smtpUrl)
  return {
    mailer,
    inbox,
    async close() {
      mailer.close()
      await inbox?.close()
    },
  }
}
