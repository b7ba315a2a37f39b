import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { platformCode } from '../../domain/platform.ts'
import { endLinkSessions } from '../../server/access/link-session.ts'
import { endOwnSessions, sessionsOf } from '../../server/access/own-sessions.ts'
import { audit } from '../../server/base/audit-store.ts'
import { withTenant, type Tx } from '../../server/db/connection.ts'
import { together } from '../../server/db/together.ts'
import { kindList } from '../../server/kinds.ts'
import { listRecipientNumbers } from '../../server/operator/person-store.ts'
import { operatorSessions } from '../../server/team/access-view.ts'
import { findOperatorByEmail } from '../../server/team/store.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const sessionsEnd = command({
  group: 'sessions',
  name: 'end',
  args: ['ADDRESS'],
  summary:
    "End all of somebody's sessions in an emergency: an operator's, or with --tenant those of whoever has this address there, by mailed link, too; passwords, passkeys and rights stay",
  tenant: 'none',
  needs: 'set-up',
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const email = normaliseEmail(args[0] ?? '')
    if (!isEmail(email)) throw new UsageError('ADDRESS is not an e-mail address')
    const place = tenant || platformCode
    const ended = await withTenant(deps.db, place, async (tx) => {
      const people = await peopleOf(tx, tenant, email)
      if (people.length === 0) throw new CommandError(`Nobody at ${place} has the address ${email}`)
      let all = 0
      for (const { subjectKind, subject, end } of people) {
        const ended = await end(tx, deps.clock.realNow())
        all += ended
        if (ended > 0)
          await audit(tx, place, {
            at: deps.clock.now(),
            actor,
            action: 'end-sessions',
            subjectKind,
            subjectId: subject,
            change: { before: { sessions: ended }, after: { sessions: 0 } },
          })
      }
      return all
    })
    return {
      data: { tenant: place, email, ended },
      text: `Sessions of ${email} that ended: ${ended}.`,
    }
  },
})

type Person = {
  subjectKind: string
  subject: string
  end: (tx: Tx, now: Temporal.Instant) => Promise<number>
}

/** An address may be a customer's, a contact's and somebody's of an agency at once. */
async function peopleOf(tx: Tx, tenant: string, email: string): Promise<Person[]> {
  if (tenant === '') {
    const operator = await findOperatorByEmail(tx, email)
    if (!operator) return []
    return [loggedIn(platformCode, 'operator', operatorSessions(operator.operator_id))]
  }
  const people = await together(kindList.map((kind) => () => kind.findByEmail(tx, tenant, email)))
  const contacts = await listRecipientNumbers(tx, tenant, email)
  return [
    ...kindList.flatMap((kind, at) => {
      const person = people[at]
      return person ? [loggedIn(tenant, kind.subject, sessionsOf(kind, kind.idOf(person)))] : []
    }),
    ...contacts.map(({ number }) => ({
      subjectKind: 'recipient',
      subject: number,
      end: (tx: Tx, now: Temporal.Instant) =>
        endLinkSessions(tx, tenant, { recipient: number }, now),
    })),
  ]
}

/** Somebody's own sessions; a customer's rewards may be open by link, too. */
function loggedIn(
  tenant: string,
  subjectKind: string,
  whose: Parameters<typeof endOwnSessions>[2],
): Person {
  const { subject } = whose
  return {
    subjectKind,
    subject,
    async end(tx, now) {
      const { ended } = await endOwnSessions(tx, tenant, whose, 'all', now)
      return whose.of === 'referrer'
        ? ended + (await endLinkSessions(tx, tenant, { account: subject }, now))
        : ended
    },
  }
}
