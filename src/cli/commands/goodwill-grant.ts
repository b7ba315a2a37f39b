import { normaliseEmail } from '../../domain/email.ts'
import { formatCents } from '../../domain/money.ts'
import { findAccountByEmail } from '../../server/account/store.ts'
import { isUuid, uuidv7 } from '../../server/base/uuid.ts'
import { withTenant } from '../../server/db/connection.ts'
import { fail } from '../../server/errors.ts'
import { giveGoodwill, type GivenGoodwill } from '../../server/operator/give-goodwill.ts'
import { findAlikeGoodwill } from '../../server/reward/goodwill-store.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readAmount, readCents } from '../../domain/read-cents.ts'

type Done = { rewardId: string; outcome: GivenGoodwill | 'repeats' }

export const goodwillGrant = command({
  group: 'goodwill',
  name: 'grant',
  args: [],
  summary:
    'Grant a referrer a reward without an order, or propose one to a second person above the limit; it is mailed and collected like any other',
  tenant: 'required',
  needs: ['create', 'goodwill'],
  asksPerson: true,
  asksReason: true,
  options: {
    email: { value: 'EMAIL', text: 'e-mail address of the referrer' },
    amount: { value: 'EUROS', text: 'amount in euros, 12,50 or 12.50' },
    cents: { value: 'CENTS', text: 'the same in cents, instead of --amount' },
    reason: { value: 'TEXT', text: 'why, without personal data' },
    again: { text: 'grant it although the same was granted to the same person within 24 hours' },
    id: { value: 'UUID', text: 'id of the new reward: the same id again grants nothing more' },
  },
  async run({ values, tenant: code, actor, caller, deps, ask }) {
    const { email, reason = '', id } = values
    if (email === undefined) throw new UsageError('--email EMAIL is missing')
    if (id !== undefined && !isUuid(id)) throw new UsageError('--id is not a UUID')
    if ((values.amount === undefined) === (values.cents === undefined)) {
      throw new UsageError('The amount is given by either --amount or --cents')
    }
    const cents =
      values.cents === undefined ? readAmount(values.amount ?? '') : readCents(values.cents)
    if (cents === null || cents <= 0)
      throw new UsageError('The amount is not a number of euros or cents above zero')
    const tenant = await deps.tenants.get(code)
    const call = { deps, tenant, locale: 'en', now: deps.clock.now() } as const
    const given = { id: id ?? uuidv7(), cents, reason: reason.trim() }
    const give = (again: boolean) =>
      withTenant(deps.db, code, async (tx): Promise<Done> => {
        const account = await findAccountByEmail(tx, code, normaliseEmail(email))
        if (!account) throw fail('email-not-registered')
        const since = call.now.subtract({ hours: 24 })
        const alike = { accountId: account.account_id, cents, reason: given.reason, since }
        const known = id || again ? null : await findAlikeGoodwill(tx, code, alike)
        if (known) return { rewardId: known, outcome: 'repeats' }
        return {
          rewardId: given.id,
          outcome: await giveGoodwill(tx, call, account, given, actor, caller().roles),
        }
      })
    let done = await give(values.again === true)
    const what = `Reward ${done.rewardId} of ${formatCents(cents, 'en')}`
    if (done.outcome === 'repeats') {
      const known = `${what} was granted to the same person for the same reason within 24 hours.`
      if (!ask) throw new CommandError(`${known} Nothing more is granted; --again grants it anew`)
      if (!(await ask(`${known}\nGrant another one?`)))
        throw new CommandError('Nothing is granted.')
      done = await give(true)
    }
    const { rewardId, outcome } = done
    const said = {
      gewaehrt: `Reward ${rewardId} of ${formatCents(cents, 'en')} is granted.`,
      vorgeschlagen: `Reward ${rewardId} of ${formatCents(cents, 'en')} is proposed: it is more than one person grants alone, so somebody else decides in the console.`,
      schon: `Reward ${rewardId} was granted or proposed already; nothing more is.`,
      repeats: '',
    }
    return {
      data: {
        rewardId,
        cents,
        granted: outcome === 'gewaehrt',
        proposed: outcome === 'vorgeschlagen',
      },
      text: said[outcome],
    }
  },
})
