import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import { endRightAs } from '../../server/team/end-right.ts'
import { findOperatorByEmail } from '../../server/team/store.ts'
import { command, CommandError } from '../command.ts'
import { readChange, rightOptions } from '../read-right.ts'

export const operatorsEnd = command({
  group: 'operators',
  name: 'end',
  args: ['ADDRESS'],
  summary: "End somebody's right in an emergency, at once: the last admin's, too",
  tenant: 'none',
  options: rightOptions,
  async run({ args, values, tenant, actor, deps }) {
    const { email, role, reason, place } = await readChange(deps, { args, values, tenant })
    const operator = await withTenant(deps.db, platformCode, (tx) => findOperatorByEmail(tx, email))
    const ended =
      operator !== undefined &&
      (await withTenant(deps.db, place.code, (tx) =>
        endRightAs(
          tx,
          { deps, tenant: place, actor, reason },
          { operatorId: operator.operator_id, role },
        ),
      ))
    if (!ended) throw new CommandError(`${email} has no right ${role} at ${place.code}`)
    return {
      data: { tenant: place.code, email, role },
      text: `${email} has no right ${role} at ${place.code} any more.`,
    }
  },
})
