import { payoutReason } from '../../domain/bank-reasons.ts'
import { formatCents } from '../../domain/money.ts'
import { proposePayoutAs } from '../../server/operator/pay-as.ts'
import type { SentBack } from '../../server/payout/pay-partners.ts'
import { command } from '../command.ts'

export const payoutPropose = command({
  group: 'payout',
  name: 'propose',
  args: [],
  summary:
    'Propose to pay what is due, rewards and credit notes of sales partners; somebody else approves it',
  tenant: 'required',
  needs: ['create', 'payouts'],
  asksPerson: true,
  options: {
    'with-new-accounts': {
      text: 'also to accounts that were changed within 48 hours: two people approve',
    },
  },
  async run({ values, tenant, actor, deps }) {
    const withFresh = values['with-new-accounts'] === true
    const { proposal, ongoing, sentBack, own, fresh, above } = await proposePayoutAs(
      deps,
      tenant,
      actor,
      {
        withFresh,
      },
    )
    const [asked, held] = (['asked', 'held'] as const).map((what) =>
      sentBack.filter(({ follows }) => follows === what),
    )
    const beside = [
      ...listed('Not paid; their owners were asked by mail for another account:', asked!),
      ...listed(
        'Not paid and held; their owners were erased, so nobody can be asked: "payout decide ID pay" tries again, "payout decide ID end" gives the money up.',
        held!,
      ),
      ...(own > 0
        ? [
            `Left out, as it concerns yourself: ${own === 1 ? 'a payment' : `${own} payments`}. Somebody else’s proposal pays.`,
          ]
        : []),
      ...(fresh > 0
        ? [`Left out, as the account was changed within 48 hours: ${fresh}. They are paid later.`]
        : []),
      ...(above > 0
        ? [
            `Left out, as each is more than your role proposes: ${above}. The tenant’s schedule proposes them, or somebody with a higher limit.`,
          ]
        : []),
    ]
    const data = { proposal, ongoing, sentBack, own, fresh, above }
    const failed = held!.length > 0
    if (ongoing !== null)
      return {
        data,
        text: `Payout ${ongoing} is not over yet: "payout show ${ongoing}". Nothing was proposed.`,
        failed: true,
      }
    if (!proposal) {
      const text =
        beside.length > 0 ? 'No payout: nothing that is due can be paid.' : 'Nothing is due.'
      return { data, text: [text, ...beside].join('\n'), failed }
    }
    const { proposalId, payments, totalCents, approvalsNeeded, full } = proposal
    const lines = [
      `Proposed payout ${proposalId}: ${payments} ${payments === 1 ? 'payment' : 'payments'}, ${formatCents(totalCents, 'en')}.`,
      approvalsNeeded === 2
        ? `Two other people approve it, in the console or by "payout approve".`
        : `Somebody else approves it, in the console or by "payout approve".`,
      ...(full ? ['More may be due: propose again once this one is over.'] : []),
      ...beside,
    ]
    return { data, text: lines.join('\n'), failed }
  },
})

const listed = (heading: string, some: SentBack[]) =>
  some.length > 0
    ? [heading, ...some.map(({ id, problem }) => `  ${id}: ${payoutReason(problem, 'en')}`)]
    : []
