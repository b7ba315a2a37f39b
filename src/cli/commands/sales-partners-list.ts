import { formatCents } from '../../domain/money.ts'
import { withTenant } from '../../server/db/connection.ts'
import { sumOpenNotes } from '../../server/payout/partner-store.ts'
import { listPartners } from '../../server/sales-partner/store.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const salesPartnersList = command({
  group: 'sales-partners',
  name: 'list',
  args: [],
  summary:
    "Show the tenant's sales partners: which wait for their activation, which are active, and what they are still to be paid",
  tenant: 'required',
  options: {},
  async run({ tenant, deps }) {
    const [partners, open] = await withTenant(deps.db, tenant, async (tx) => [
      await listPartners(tx, tenant),
      await sumOpenNotes(tx, tenant),
    ])
    const rows = partners.map((one) => ({
      number: one.number,
      name: one.company ?? `${one.first_name} ${one.last_name}`,
      state: one.state,
      email: one.email,
      confirmed: one.confirmed_at !== null,
      openCents: open.get(one.number) ?? 0, // below zero: carried forward to the next credit note
      accountProblem: one.account_problem, // the bank's reason; nothing is paid until the IBAN is given anew
      createdAt: one.created_at.toString(),
    }))
    return {
      data: rows,
      text: table(
        ['Number', 'Name', 'State', 'E-mail', 'Confirmed', 'To be paid', 'Account', 'Since'],
        rows.map((one) => [
          one.number,
          one.name,
          one.state,
          one.email,
          one.confirmed ? 'yes' : 'no',
          formatCents(one.openCents, 'en'),
          one.accountProblem === null ? 'ok' : `refused (${one.accountProblem})`,
          one.createdAt.slice(0, 10),
        ]),
        `${tenant} has no sales partners.`,
      ),
    }
  },
})
