import { withTenant } from '../../server/db/connection.ts'
import { listApiKeys } from '../../server/team/key-store.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const apiKeyList = command({
  group: 'api-key',
  name: 'list',
  args: [],
  summary: 'Show the API keys by name and id, never the keys themselves',
  tenant: 'required',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const rows = await withTenant(deps.db, tenant, (tx) => listApiKeys(tx, tenant))
    const keys = rows.map((row) => ({
      id: row.token_id,
      name: row.subject,
      createdAt: row.created_at.toString(),
      validUntil: row.expires_at!.toString(),
      lastUsedAt: row.used_at?.toString() ?? null,
      revokedAt: row.revoked_at?.toString() ?? null,
    }))
    return {
      data: keys,
      text: table(
        ['Id', 'Name', 'Created', 'Valid until', 'Last used', 'Revoked'],
        keys.map((key) => [
          key.id,
          key.name,
          key.createdAt,
          key.validUntil,
          key.lastUsedAt,
          key.revokedAt,
        ]),
        'There are no API keys.',
      ),
    }
  },
})
