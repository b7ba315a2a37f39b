import { readFeedState } from '../../server/catalogue/feed-state.ts'
import { withTenant } from '../../server/db/connection.ts'
import { feedOf, productApiTypes } from '../../server/gateways/product-feeds/product-api.ts'
import { command } from '../command.ts'

export const catalogueStatus = command({
  group: 'catalogue',
  name: 'status',
  args: [],
  summary: "Show where the tenant's products come from, and how its feed stands",
  tenant: 'required',
  needs: 'set-up',
  options: {},
  async run({ tenant: code, deps }) {
    const tenant = await deps.tenants.get(code)
    const { type, route } = tenant.productApi
    const feed = feedOf(tenant)
    if (!feed) {
      const unknown = !productApiTypes.includes(type)
      const unusable = unknown || type === 'http'
      return {
        data: { type, feed: null },
        text: unknown
          ? `The product API "${type}" is none of ${productApiTypes.join(', ')}: pages answer PSOF0602.`
          : unusable
            ? `The product API "http" needs the address of the feed (https) as productApi.route; "${route}" is none.`
            : `Product API: ${type}. Products come from "catalogue import" and from tenant files.`,
        failed: unusable,
      }
    }
    const state = await withTenant(deps.db, code, (tx) => readFeedState(tx, tenant))
    // A query may hold a key.
    const address = feed.shown.split(/[?#]/)[0]
    const lines: [string, string | number | null | undefined][] = [
      ['Product API', `${type}, asked every ${feed.minutes} minutes`],
      ['Feed', address],
      ['Last good answer', state?.fetched_at?.toString() ?? 'none yet'],
      ['Rows in it', state?.rows],
      ['Failures in a row', state?.failures],
      ['Last failure', state?.failed_at?.toString()],
      ['Why', state?.last_error],
      ['Next', state?.due_at.toString() ?? 'with the next minute of a worker'],
    ]
    const { address: _, ...rest } = state ?? { address: '' }
    return {
      data: { type, minutes: feed.minutes, feed: address, ...rest },
      text: lines
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      failed: (state?.failures ?? 0) > 0 || (state?.held_rows ?? null) !== null,
    }
  },
})
