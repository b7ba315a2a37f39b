import { whyNotAsked } from '../../server/gateways/http/where-to-ask.ts'
import { outboundOf } from '../../server/tenant/outbound-hosts.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const outboundList = command({
  group: 'outbound',
  name: 'list',
  args: [],
  summary:
    'List the hosts that settings of all tenants (or of --tenant) let the server ask, for a firewall and OUTBOUND_HOSTS',
  details: [
    'Mail server, database and the operators’ own log-in are of the environment and not among them. The exit code is 1 where one of them is not asked, by its name; a name',
    'that leads into a private network is refused only when it is asked.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const rows: { tenant: string; what: string; host: string; refused: string | null }[] = []
    for (const code of tenant ? [tenant] : await deps.tenants.codes())
      for (const { what, url } of outboundOf(await deps.tenants.get(code)))
        rows.push({ tenant: code, what, host: url.host, refused: whyNotAsked(url) })
    return {
      data: rows,
      text: table(
        ['Tenant', 'What for', 'Host', 'Not asked'],
        rows.map(({ tenant, what, host, refused }) => [tenant, what, host, refused ?? '']),
        'No tenant’s settings name another host.',
      ),
      failed: rows.some(({ refused }) => refused !== null),
    }
  },
})
