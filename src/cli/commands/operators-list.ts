import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import { countPasskeys } from '../../server/team/passkey-store.ts'
import { isLinked } from '../../server/team/linked.ts'
import { listGrantsAt, listOperators, listSeen, type Grant } from '../../server/team/store.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const operatorsList = command({
  group: 'operators',
  name: 'list',
  args: [],
  summary: 'Show who may do what at all tenants (or at --tenant), their ways in and last visit',
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const codes = tenant ? [tenant] : await deps.tenants.codes()
    const now = deps.clock.realNow()
    // The platform's transaction reads the grants of all.
    const { grants, people, passkeys, seen } = await withTenant(
      deps.db,
      platformCode,
      async (tx) => {
        const grants: Grant[] = []
        for (const code of codes) grants.push(...(await listGrantsAt(tx, code, now)))
        const ids = [...new Set(grants.map(({ operator_id }) => operator_id))]
        return {
          grants,
          people: await listOperators(tx, ids),
          passkeys: await countPasskeys(tx, ids),
          seen: await listSeen(tx, ids),
        }
      },
    )
    const rows = people.flatMap((person) => {
      const { operator_id: id, email, name } = person
      return grants
        .filter(({ operator_id }) => operator_id === id)
        .map((grant) => ({
          email,
          name,
          tenant: grant.tenant,
          role: grant.role,
          since: grant.granted_at.toString(),
          until: grant.expires_at?.toString() ?? null,
          joined: person.joined_at !== null,
          passkeys: passkeys.find(({ operator_id }) => operator_id === id)?.passkeys ?? 0,
          companyAccount: person.sso_subject !== null,
          companyAccountWorks: isLinked(deps, person.sso_subject),
          seenAt: seen.find(({ subject }) => subject === id)?.seen.toString() ?? null,
        }))
    })
    return {
      data: rows,
      text: table(
        ['Address', 'Name', 'Tenant', 'Role', 'Until', 'Passkeys', 'Company account', 'Last seen'],
        rows.map((one) => [
          one.email,
          one.name,
          one.tenant,
          one.role,
          one.until?.slice(0, 10),
          one.joined ? one.passkeys : 'invited',
          one.companyAccountWorks ? 'yes' : one.companyAccount ? 'of another provider' : 'no',
          one.seenAt?.slice(0, 10),
        ]),
        'Nobody has a right in the console: "operators invite" begins.',
      ),
    }
  },
})
