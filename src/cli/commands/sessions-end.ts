import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { platformCode } from '../../domain/platform.ts'
import { endOwnSessions, sessionsOf } from '../../server/access/own-sessions.ts'
import { audit } from '../../server/base/audit-store.ts'
import { withTenant, type Tx } from '../../server/db/connection.ts'
import { together } from '../../server/db/together.ts'
import { kindList } from '../../server/kinds.ts'
import { operatorSessions } from '../../server/team/access-view.ts'
import { findOperatorByEmail } from '../../server/team/store.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const sessionsEnd = command({
  group: 'sessions',
  name: 'end',
  args: ['ADDRESS'],
  summary:
    "End all of somebody's sessions in an emergency: an operator's, or with --tenant whoever has this address there; passwords, passkeys and rights stay",
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
      for (const { subjectKind, ...whose } of people) {
        const { ended } = await endOwnSessions(tx, place, whose, 'all', deps.clock.realNow())
        all += ended
        if (ended > 0)
          await audit(tx, place, {
            at: deps.clock.now(),
            actor,
            action: 'end-sessions',
            subjectKind,
            subjectId: whose.subject,
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

/** An address may be a customer's and somebody's of an agency at once. */
async function peopleOf(tx: Tx, tenant: string, email: string) {
  if (tenant === '') {
    const operator = await findOperatorByEmail(tx, email)
    return operator ? [{ ...operatorSessions(operator.operator_id), subjectKind: 'operator' }] : []
  }
  const people = await together(kindList.map((kind) => () => kind.findByEmail(tx, tenant, email)))
  return kindList.flatMap((kind, at) => {
    const person = people[at]
    return person ? [{ ...sessionsOf(kind, kind.idOf(person)), subjectKind: kind.subject }] : []
  })
}
