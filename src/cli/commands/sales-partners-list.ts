import { withTenant } from '../../server/db/connection.ts'
import { listPartners } from '../../server/sales-partner/store.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const salesPartnersList = command({
  group: 'sales-partners',
  name: 'list',
  args: [],
  summary: "Show the tenant's sales partners: which wait for their activation, which are active",
  tenant: 'required',
  options: {},
  async run({ tenant, deps }) {
    const partners = await withTenant(deps.db, tenant, (tx) => listPartners(tx, tenant))
    const rows = partners.map((one) => ({
      number: one.number,
      name: one.company ?? `${one.first_name} ${one.last_name}`,
      state: one.state,
      email: one.email,
      confirmed: one.confirmed_at !== null,
      createdAt: one.created_at.toString(),
    }))
    return {
      data: rows,
      text: table(
        ['Number', 'Name', 'State', 'E-mail', 'Confirmed', 'Since'],
        rows.map((one) => [
          one.number,
          one.name,
          one.state,
          one.email,
          one.confirmed ? 'yes' : 'no',
          one.createdAt.slice(0, 10),
        ]),
        `${tenant} has no sales partners.`,
      ),
    }
  },
})
