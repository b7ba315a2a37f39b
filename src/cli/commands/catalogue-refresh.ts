import { leaseFeed, refreshFeed, type FeedOutcome } from '../../server/catalogue/refresh-feed.ts'
import { withTenant } from '../../server/db/connection.ts'
import { feedOf } from '../../server/gateways/product-feeds/product-api.ts'
import { command, CommandError } from '../command.ts'

export const catalogueRefresh = command({
  group: 'catalogue',
  name: 'refresh',
  args: [],
  summary: "Ask the tenant's product feed now, whenever it would be due",
  details: [
    'The feed is taken whole or not at all. One that would take more than half of the products off the pages (at once or within',
    'a day), let one of them earn nothing any more, or change the commissions of more than a tenth of them by more than a factor',
    'of three is held back until --force says that it is right.',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: {
    force: { text: 'take the answer however many products it leaves out, and whatever they earn' },
  },
  async run({ values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    if (!feedOf(tenant)) {
      throw new CommandError(
        `${code} has no product feed: productApi.type is "http" and productApi.route its address (https) where there is one.`,
      )
    }
    const lease = await withTenant(deps.db, code, (tx) =>
      leaseFeed(tx, deps, tenant, { onlyDue: false }),
    )
    const outcome: FeedOutcome = lease
      ? await refreshFeed(deps, tenant, { lease, force: values.force === true, actor })
      : { kind: 'busy' }
    return {
      data: outcome,
      text: textOf(outcome),
      failed: outcome.kind !== 'same' && outcome.kind !== 'taken',
    }
  },
})

function textOf(outcome: FeedOutcome): string {
  switch (outcome.kind) {
    case 'same':
      return 'The feed says that nothing has changed.'
    case 'taken':
      return `The feed is taken: ${outcome.rows} rows. ${countsOf(outcome)}`
    case 'held':
      return [
        `The feed is held back, and nothing has changed: it has ${outcome.rows} rows. ${countsOf(outcome)}`,
        outcome.reason,
        'If that is right, say so with --force.',
      ].join('\n')
    case 'failed':
      return ['The feed is not taken, and nothing has changed:', ...outcome.problems].join('\n')
    case 'busy':
      return 'Another process is asking the feed just now; try again in two minutes.'
  }
}

const countsOf = ({ diff }: Extract<FeedOutcome, { kind: 'taken' | 'held' }>) =>
  `New: ${diff.added.length}, changed: ${diff.changed.length}, gone: ${diff.gone.length}, unchanged: ${diff.unchanged}.`
