import { listAgencies } from '../../server/agency/store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

/** What an agency lacks for its work: a proven mailbox, an address for invoices. */
const lacking = (one: Awaited<ReturnType<typeof listAgencies>>[number]) => [
  ...(one.owner_confirmed ? [] : ['owner has not confirmed']),
  ...(one.street && one.zip && one.city ? [] : ['no address']),
]

export const agenciesList = command({
  group: 'agencies',
  name: 'list',
  args: [],
  summary: "Show the tenant's agencies: which wait for their activation, which are active",
  tenant: 'required',
  needs: ['read', 'agencies'],
  options: {},
  async run({ tenant, deps }) {
    const agencies = await withTenant(deps.db, tenant, (tx) => listAgencies(tx, tenant))
    const rows = agencies.map((one) => ({
      number: one.number,
      name: one.name,
      state: one.state,
      owner: one.owner_email,
      employees: one.employees,
      lacking: lacking(one),
      createdAt: one.created_at.toString(),
    }))
    return {
      data: rows,
      text: table(
        ['Number', 'Name', 'State', 'Owner', 'Employees', 'Since', 'Lacks'],
        rows.map((one) => [
          one.number,
          one.name,
          one.state,
          one.owner ?? '',
          String(one.employees),
          one.createdAt.slice(0, 10),
          one.lacking.join(', '),
        ]),
        `${tenant} has no agencies.`,
      ),
    }
  },
})
