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
  needs: ['read', 'agencies'],
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
      ...openOf(open.get(one.number)),
      accountProblem: one.account_problem, // the bank's reason; no payment until a new IBAN is given
      createdAt: one.created_at.toString(),
    }))
    return {
      data: rows,
      text: table(
        [
          'Number',
          'Name',
          'State',
          'E-mail',
          'Confirmed',
          'To be paid',
          'Held',
          'Account',
          'Since',
        ],
        rows.map((one) => [
          one.number,
          one.name,
          one.state,
          one.email,
          one.confirmed ? 'yes' : 'no',
          formatCents(one.openCents, 'en'),
          one.heldCents === 0 ? '' : formatCents(one.heldCents, 'en'),
          one.accountProblem === null ? 'ok' : `refused (${one.accountProblem})`,
          one.createdAt.slice(0, 10),
        ]),
        `${tenant} has no sales partners.`,
      ),
    }
  },
})

// Negative: carried forward to the next credit note. Held ones need "payout decide".
const openOf = ({ cents, held } = { cents: 0, held: false }) => ({
  openCents: held ? 0 : cents,
  heldCents: held ? cents : 0,
})
