import { formatCents } from '../../domain/money.ts'
import { withTenant } from '../../server/db/connection.ts'
import { grantGoodwill } from '../../server/reward/grant-goodwill.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readAmount, readCents } from '../read-cents.ts'

export const goodwillGrant = command({
  group: 'goodwill',
  name: 'grant',
  args: [],
  summary: 'Grant a referrer a reward without an order; it is mailed and collected like any other',
  tenant: 'required',
  options: {
    email: { value: 'EMAIL', text: 'e-mail address of the referrer' },
    amount: { value: 'EUROS', text: 'amount in euros, 12,50 or 12.50' },
    cents: { value: 'CENTS', text: 'the same in cents, instead of --amount' },
    reason: { value: 'TEXT', text: 'why, without personal data' },
    again: { text: 'grant it although the same was granted to the same person within 24 hours' },
    id: { value: 'UUID', text: 'id of the new reward: the same id again grants nothing more' },
  },
  async run({ values, tenant: code, actor, deps, ask }) {
    const { email, reason, id } = values
    if (email === undefined) throw new UsageError('--email EMAIL is missing')
    if (reason === undefined || reason.trim() === '')
      throw new UsageError('--reason TEXT is missing')
    if ((values.amount === undefined) === (values.cents === undefined)) {
      throw new UsageError('The amount is given by either --amount or --cents')
    }
    const cents =
      values.cents === undefined ? readAmount(values.amount ?? '') : readCents(values.cents)
    if (cents === null || cents <= 0)
      throw new UsageError('The amount is not a number of euros or cents above zero')
    const tenant = await deps.tenants.get(code)
    const given = { email, cents, reason: reason.trim(), ...(id !== undefined && { rewardId: id }) }
    const grant = (again: boolean) =>
      withTenant(deps.db, code, (tx) => grantGoodwill(tx, deps, tenant, { ...given, again }, actor))
    let done = await grant(values.again === true)
    if (done.repeats) {
      const known = `Reward ${done.rewardId} of ${formatCents(cents, 'en')} was granted to the same person for the same reason within 24 hours.`
      if (!ask) throw new CommandError(`${known} Nothing more is granted; --again grants it anew`)
      if (!(await ask(`${known}\nGrant another one?`)))
        throw new CommandError('Nothing is granted.')
      done = await grant(true)
    }
    const text = done.granted
      ? `Reward ${done.rewardId} of ${formatCents(cents, 'en')} is granted.`
      : `Reward ${done.rewardId} was granted already; nothing more is.`
    return { data: { ...done, cents }, text }
  },
})
