import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import { endRightAs } from '../../server/team/end-right.ts'
import { tellAdmins } from '../../server/team/invite.ts'
import { findOperatorByEmail } from '../../server/team/store.ts'
import { command, CommandError } from '../command.ts'
import { readChange, rightOptions } from '../read-right.ts'

export const operatorsEnd = command({
  group: 'operators',
  name: 'end',
  args: ['ADDRESS'],
  summary:
    "End somebody's right in an emergency, at once, the last admin's, too: they and whoever manages the team are told by mail",
  tenant: 'none',
  needs: 'set-up',
  options: rightOptions,
  async run({ args, values, tenant, actor, deps }) {
    const { email, role, reason, place } = await readChange(deps, { args, values, tenant })
    const operator = await withTenant(deps.db, platformCode, (tx) => findOperatorByEmail(tx, email))
    const ended =
      operator !== undefined &&
      (await withTenant(deps.db, place.code, async (tx) => {
        const change = { deps, tenant: place, actor, reason }
        const isEnded = await endRightAs(tx, change, { operatorId: operator.operator_id, role })
        if (isEnded)
          await tellAdmins(tx, change, 'operatorEmergency', operator, { role, ended: 'ja' }, [
            operator,
          ])
        return isEnded
      }))
    if (!ended) throw new CommandError(`${email} has no right ${role} at ${place.code}`)
    return {
      data: { tenant: place.code, email, role },
      text: `${email} has no right ${role} at ${place.code} any more.`,
    }
  },
})
