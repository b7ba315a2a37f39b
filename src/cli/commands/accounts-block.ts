import { withTenant } from '../../server/db/connection.ts'
import { setBlockAs } from '../../server/operator/decide-as.ts'
import { blockAllAccounts } from '../../server/reward/block-all-accounts.ts'
import { chooseAccounts } from '../choose-accounts.ts'
import { command, CommandError } from '../command.ts'

export const accountsBlock = command({
  group: 'accounts',
  name: 'block',
  args: [],
  summary: 'Block an account, or all of a tenant: sessions end, nobody logs in, rewards wait',
  details: [
    'Rewards of a blocked account are not provided, collected or paid, and do not expire; "accounts unblock" lets them go on.',
    'Addresses without an account, and patterns like *@firma.example, are blocked in the tenant file ("blockedEmails").',
  ],
  tenant: 'required',
  needs: ['update', 'people'],
  asksPerson: true,
  asksReason: true,
  options: {
    email: { value: 'EMAIL', text: 'e-mail address of the account' },
    all: { text: 'every account of the tenant (the general block)' },
  },
  async run({ values, tenant, actor, deps }) {
    const email = chooseAccounts(values)
    if (email === null) {
      const sessions = await blockAllAccounts(deps, tenant, actor)
      return {
        data: { tenant, all: true, already: sessions === null, sessions: sessions ?? 0 },
        text:
          sessions === null
            ? `All accounts of ${tenant} were blocked before.`
            : `All accounts of ${tenant} are blocked; ${sessions} sessions ended.`,
      }
    }
    const done = await withTenant(deps.db, tenant, (tx) =>
      setBlockAs(tx, deps, tenant, { email, blocked: true }, actor),
    )
    if (done === 'unknown')
      throw new CommandError(`${tenant} has no referrer with this e-mail address`)
    return {
      data: { tenant, all: false, already: done === 'already' },
      text: done === 'already' ? 'The account was blocked before.' : 'The account is blocked.',
    }
  },
})
