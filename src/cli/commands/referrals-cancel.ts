import { withTenant } from '../../server/db/connection.ts'
import { cancelReferralAs } from '../../server/operator/decide-as.ts'
import { command, CommandError } from '../command.ts'

export const referralsCancel = command({
  group: 'referrals',
  name: 'cancel',
  args: ['NUMBER'],
  summary: 'Withdraw a referral without living orders: its links say so, nobody new can accept it',
  tenant: 'required',
  needs: ['update', 'orders'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const number = (args[0] ?? '').toUpperCase()
    const answer = await withTenant(deps.db, code, (tx) =>
      cancelReferralAs(tx, deps, code, number, actor),
    )
    if (answer === 'unknown') throw new CommandError(`There is no referral ${number}`)
    if (answer === 'has-orders') {
      throw new CommandError(`Referral ${number} has orders: cancel those first (orders cancel)`)
    }
    return {
      data: { number, already: answer === 'already' },
      text:
        answer === 'already'
          ? `Referral ${number} was cancelled before.`
          : `Referral ${number} is cancelled.`,
    }
  },
})
