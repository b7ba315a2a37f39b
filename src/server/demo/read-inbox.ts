import { createHash } from 'node:crypto'
import type { DemoPage } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import type { DevInbox } from '../gateways/mail/dev-inbox.ts'

type Inbox = Extract<DemoPage, { kind: 'inbox' }>
type Stored = Awaited<ReturnType<DevInbox['list']>>[number]

const most = 50

/** The newest mails and the one with `id`. Throws `not-found`. */
export async function readInbox(
  deps: Pick<Deps, 'tenants'>,
  inbox: Pick<DevInbox, 'list' | 'uiUrl'>,
  locale: Locale,
  id: string | undefined,
): Promise<Inbox> {
  const all = await inbox.list()
  const found = id === undefined ? undefined : all.find((mail) => idOf(mail) === id)
  if (id !== undefined && !found) throw fail('not-found')
  return {
    kind: 'inbox',
    locale,
    looks: (await deps.tenants.all()).map(({ theme }) => theme.look),
    inboxUrl: inbox.uiUrl,
    mails: all.slice(0, most).map(lineOf),
    mail: found ? { ...lineOf(found), text: found.Text, html: found.Html } : null,
  }
}

const lineOf = (mail: Stored) => ({
  id: idOf(mail),
  from: mail.From,
  to: mail.To.join(', '),
  subject: mail.Subject,
  receivedAt: mail.ReceivedAt,
})

// The inbox has no ids, and positions shift.
function idOf({ To, Subject, ReceivedAt, Text }: Stored): string {
  const text = JSON.stringify([To, Subject, ReceivedAt, Text])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
