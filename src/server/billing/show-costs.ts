import { showCosts as endpoint } from '../../contract/agentur-rechnungen.ts'
import { monthOf, startOfMonth, type Totals } from '../../domain/invoice.ts'
import { serve } from '../serve.ts'
import { sumTaxed } from './document-store.ts'
import { draftBill, draftCredit, type Draft } from './draft-document.ts'
import { listOpenRewards } from './entry-store.ts'
import { listReferrers } from './invoice-record-store.ts'
import { agencyUserOf } from '../agency/session.ts'

/** What this month's run would write now. */
export const showCosts = serve(endpoint, async ({ tenant, today, caller, transaction }) => {
  const { agencyId } = agencyUserOf(caller)
  const billing = tenant.agencyBilling
  const code = tenant.code
  const vat = { vatPercent: billing?.vatPercent ?? 0, taxesReward: tenant.vatModel === 'own' }
  const next = today.toPlainYearMonth().add({ months: 1 })
  const month = today.toPlainYearMonth().toString()
  return transaction(async (tx) => {
    const open = billing
      ? await listOpenRewards(tx, code, agencyId, startOfMonth(next.toString()), billing.feeCents)
      : []
    // Older months' open items are no costs of this one.
    const [older, own] = [true, false].map((isOlder) =>
      open.filter(({ releasedAt, billedIn }) =>
        billedIn === null ? monthOf(releasedAt) < month === isOlder : !isOlder,
      ),
    )
    const invoice = billing ? draftBill(own!, month, vat) : null
    const before = billing ? draftBill(older!, month, vat) : null
    const billedIn = [...new Set(open.flatMap((reward) => reward.billedIn ?? []))]
    const credit = draftCredit(open, month, await sumTaxed(tx, code, 'invoices', billedIn))
    const accountOf = new Map(open.map(({ rewardId, accountId }) => [rewardId, accountId]))
    const people = Map.groupBy(invoice?.lines ?? [], ({ rewardId }) => accountOf.get(rewardId))
    const ids = [...people.keys()].filter((id) => id !== null && id !== undefined)
    const accounts = await listReferrers(tx, code, ids)
    const nameOf = (id: string | null | undefined) => {
      const account = accounts.find((one) => one.account_id === id && one.deleted_at === null)
      return account ? `${account.first_name} ${account.last_name}` : null
    }
    return {
      isBilled: billing !== null,
      month,
      invoiceOn: next.toPlainDate({ day: 1 }).toString(),
      feeCents: billing?.feeCents ?? 0,
      vatPercent: billing?.vatPercent ?? 0,
      rewards: invoice?.lines.length ?? 0,
      invoice: sumsOf(invoice),
      older: sumsOf(before),
      olderRewards: before?.lines.length ?? 0,
      credits: credit?.lines.length ?? 0,
      credit: sumsOf(credit),
      referrers: [...people]
        .map(([id, lines]) => ({
          name: nameOf(id),
          rewards: lines.length,
          rewardCents: lines.reduce((sum, line) => sum + line.rewardCents, 0),
          feeCents: lines.reduce((sum, line) => sum + line.feeCents, 0),
        }))
        // By the agency's cost, as the page shows.
        .toSorted((a, b) => b.rewardCents + b.feeCents - a.rewardCents - a.feeCents),
    }
  })
})

function sumsOf(draft: Draft | null): Omit<Totals, 'netCents' | 'vat'> {
  if (!draft) return { rewardCents: 0, feeCents: 0, vatCents: 0, totalCents: 0 }
  const { rewardCents, feeCents, vatCents, totalCents } = draft.totals
  return { rewardCents, feeCents, vatCents, totalCents }
}
