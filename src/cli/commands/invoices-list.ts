import { formatCents } from '../../domain/money.ts'
import { listNewestInvoices } from '../../server/billing/invoice-payment-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const invoicesList = command({
  group: 'invoices',
  name: 'list',
  args: [],
  summary: 'Show the newest 500 invoices and credits of all agencies',
  tenant: 'required',
  needs: ['read', 'invoices'],
  options: {},
  async run({ tenant, deps }) {
    const rows = await withTenant(deps.db, tenant, (tx) =>
      listNewestInvoices(tx, tenant, deps.clock.today(), 500),
    )
    return {
      data: rows.map((row) => ({
        number: row.number,
        kind: row.kind,
        month: row.month,
        agency: row.agency_number,
        issuedOn: row.issued_on,
        rewardCents: row.reward_cents,
        feeCents: row.fee_cents,
        vatCents: row.vat_cents,
        totalCents: row.total_cents,
        state: row.state,
        paidOn: row.paid_on,
      })),
      text: table(
        ['Number', 'Kind', 'Month', 'Agency', 'Date', 'Rewards', 'Fees', 'VAT', 'Total', 'State'],
        rows.map((row) => [
          row.number,
          row.kind,
          row.month,
          row.agency_number,
          row.issued_on,
          ...[row.reward_cents, row.fee_cents, row.vat_cents, row.total_cents].map((cents) =>
            formatCents(cents, 'en'),
          ),
          row.state,
        ]),
        'There are no invoices yet.',
      ),
    }
  },
})
