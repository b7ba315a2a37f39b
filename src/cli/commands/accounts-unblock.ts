import { withTenant } from '../../server/db/connection.ts'
import { setBlockAs } from '../../server/operator/decide-as.ts'
import { unblockAllAccounts } from '../../server/reward/block-all-accounts.ts'
import { chooseAccounts } from '../choose-accounts.ts'
import { command, CommandError } from '../command.ts'

export const accountsUnblock = command({
  group: 'accounts',
  name: 'unblock',
  args: [],
  summary: 'End the block of an account, or the general one of a tenant: rewards go on',
  tenant: 'required',
  needs: ['update', 'people'],
  asksPerson: true,
  asksReason: true,
  options: {
    email: { value: 'EMAIL', text: 'e-mail address of the account' },
    all: { text: 'the general block; accounts blocked by themselves stay so' },
  },
  async run({ values, tenant, actor, deps }) {
    const email = chooseAccounts(values)
    if (email === null) {
      const ended = await unblockAllAccounts(deps, tenant, actor)
      return {
        data: { tenant, all: true, already: !ended },
        text: ended
          ? `The accounts of ${tenant} are free again.`
          : `There was no general block at ${tenant}.`,
      }
    }
    const done = await withTenant(deps.db, tenant, (tx) =>
      setBlockAs(tx, deps, tenant, { email, blocked: false }, actor),
    )
    if (done === 'unknown')
      throw new CommandError(`${tenant} has no referrer with this e-mail address`)
    if (done === 'listed')
      throw new CommandError(
        `The address is in "blockedEmails" of ${tenant}: take it out there, then the account is free`,
      )
    return {
      data: { tenant, all: false, already: done === 'already' },
      text: done === 'already' ? 'The account was not blocked.' : 'The account is free again.',
    }
  },
})
