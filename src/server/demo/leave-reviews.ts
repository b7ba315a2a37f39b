import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { hold } from '../operator/reward-acts.ts'
import { provideReward } from '../reward/provide-rewards.ts'
import { collectAsCash } from './collect-past.ts'
import { callOf, findCaller } from './demo-caller.ts'
import { pastDeps } from './past-deps.ts'
import { atHour, makePeople, type Couple, type Released } from './past-couple.ts'

type Story = {
  why: 'mailbox' | 'household' | 'account' | 'network' | 'again' | 'doubt'
  isOld?: true // the contract is older than the acceptance as well
  share: 0 | 50 | 100
  ago: number // days since the reward was held
}

// Overdue, due today, this week and later.
const stories: readonly Story[] = [
  { why: 'mailbox', share: 50, ago: 17 },
  { why: 'household', share: 50, ago: 16 },
  { why: 'mailbox', isOld: true, share: 100, ago: 15 },
  { why: 'household', share: 100, ago: 14 },
  { why: 'again', share: 50, ago: 13 },
  { why: 'account', share: 50, ago: 12 },
  { why: 'doubt', share: 100, ago: 11 },
  { why: 'network', share: 0, ago: 10 },
  { why: 'mailbox', share: 100, ago: 9 },
  { why: 'household', isOld: true, share: 50, ago: 8 },
  { why: 'mailbox', share: 50, ago: 7 },
  { why: 'household', share: 0, ago: 6 },
  { why: 'doubt', share: 0, ago: 5 },
  { why: 'network', share: 50, ago: 4 },
  { why: 'account', share: 50, ago: 3 },
  { why: 'account', share: 50, ago: 2 },
  { why: 'mailbox', share: 0, ago: 2 },
  { why: 'household', share: 50, ago: 1 },
  { why: 'doubt', share: 100, ago: 1 },
]

const doubts = [
  'Die Unterschrift auf dem Antrag sieht nach derselben Hand aus.',
  'Der Anbieter meldet, dass der Kontakt die Empfehlung nicht kennt.',
  'Drei Anträge kamen an einem Vormittag aus derselben Straße.',
]

/**
 * Rewards that are held for every reason there is, by the rules themselves: people who share a mailbox, a household or a bank account, a
 * recommendation that nobody took over, a renewal, somebody who recommends too much, and what somebody doubted. Returns the number of orders.
 */
export async function leaveReviews(deps: Deps, tenant: Tenant, actor: Actor): Promise<number> {
  // Support holds what looks odd, as whoever reviews decides.
  const doubter = await findCaller(deps, 'support')
  const today = deps.clock.today()
  return withTenant(deps.db, tenant.code, async (tx) => {
    const { couple, conclude, count } = await makePeople(tx, deps, tenant, actor)
    const on = (ago: number, hour: number) =>
      pastDeps(deps, atHour(today.subtract({ days: ago }), hour))
    const provide = async (then: Deps, rewards: Released) => {
      for (const { rewardId } of rewards) await provideReward(tx, then, tenant, rewardId, actor)
    }

    /** Released so many days before it is held. */
    const earlier = (story: Story, days: number) => ({ ...story, ago: story.ago + days })

    const tell: Record<Story['why'], (story: Story) => Promise<unknown>> = {
      mailbox: async (story) => conclude(await couple(story, { hasOneMailbox: true }), story),
      household: async (story) => conclude(await couple(story, { hasOneHome: true }), story),
      again: async (story) => {
        const first = earlier(story, 40)
        const two = await couple(first)
        await conclude(two, first)
        return conclude(two, story)
      },
      account: async (story) => {
        const when = earlier(story, 4)
        const two = await couple(when)
        const rewards = await conclude(two, when)
        await provide(on(when.ago, 5), rewards)
        for (const reward of rewards)
          await collectAsCash(tx, on(story.ago, 11), tenant, reward, {
            holder: nameOf(two, reward.beneficiary),
            key: two.referrer.email,
          })
      },
      network: async (story) => {
        const when = earlier(story, tenant.unclaimedDays)
        const rewards = await conclude(await couple(when, { isUnclaimed: true }), when)
        return provide(on(story.ago, 3), rewards)
      },
      doubt: async (story) => {
        const when = earlier(story, 3)
        const rewards = await conclude(await couple(when), when)
        const [reward] = rewards
        if (!reward || !doubter) return
        await provide(on(when.ago, 5), rewards)
        const then = on(story.ago, 10)
        const body = { reason: doubts[story.ago % doubts.length]! }
        await hold(tx, callOf(then, tenant, doubter, reward.rewardId, body))
      },
    }
    for (const story of stories) await tell[story.why](story)

    // In one year, whenever that began.
    const most = tenant.eligibility.maxRewardedPerYear ?? 0
    const ago = Math.min(3, today.dayOfYear - 1)
    const when = { share: 50, ago } as const
    const eager = await couple(when)
    for (let made = 0; made < most + 2; made++)
      await conclude(made === 0 ? eager : await couple(when, { by: eager }), when)
    return count()
  })
}

const nameOf = ({ referrer, contact }: Couple, beneficiary: string) =>
  (beneficiary === 'referrer' ? referrer : contact).name.join(' ')
