import { findStoredTenant, listStoredTenants } from '../../server/tenant/store.ts'
import { command, CommandError } from '../command.ts'
import { table } from '../table.ts'

export const tenantShow = command({
  group: 'tenant',
  name: 'show',
  args: ['[CODE]'],
  summary: 'Show one tenant (--json: its whole configuration), or all of them',
  tenant: 'none',
  options: {},
  async run({ args, tenant, deps }) {
    const code = args[0] ?? tenant
    if (code === '') {
      const all = await listStoredTenants(deps.db)
      return {
        data: all.map(({ code, name, hosts }) => ({ code, name, hosts })),
        text: table(
          ['Code', 'Name', 'Hosts'],
          all.map((one) => [one.code, one.name, one.hosts.join(', ')]),
          'There are no tenants yet: "tenant create FILE.json" makes one.',
        ),
      }
    }
    const stored = await findStoredTenant(deps.db, code)
    if (!stored) throw new CommandError(`There is no tenant ${code}: "tenant show" lists them`)
    const read = await deps.tenants.get(code)
    const rows: [string, string][] = [
      ['Code', read.code],
      ['Name', `${read.name} (${read.legalName})`],
      ['Hosts', read.hosts.join(', ')],
      ['Languages', read.locales.join(', ')],
      ['Channels', read.channels.join(', ')],
      ['Shares', read.shares.map((share) => `${share}:${100 - share}`).join(', ')],
      ['Referral valid', `${read.referralDays} days`],
      ['Complaint period', `${read.complaintDays} days`],
      ['Payout after', `${read.payoutDays} days`],
      ['Reward collectable', `${read.rewardMonths} months`],
      ['IBANs', read.acceptedIbans === 'german' ? 'German only' : 'SEPA'],
      ['Payout account', `${read.payoutAccount.name}, ${read.payoutAccount.iban}`],
      ['Mails from', `${read.mailSender.name} <${read.mailSender.address}>`],
      ['Flags', JSON.stringify(stored.flags)],
    ]
    return { data: stored, text: table(['Setting', 'Value'], rows, '') }
  },
})
