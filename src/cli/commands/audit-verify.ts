import { followAuditChain } from '../../server/base/audit-chain-store.ts'
import { command } from '../command.ts'
import { readEachTenant } from '../each-tenant.ts'

export const auditVerify = command({
  group: 'audit',
  name: 'verify',
  args: [],
  summary:
    'Say whether the audit log of all tenants and the platform (or of --tenant) is whole; changes nothing',
  details: [
    'Each row carries the hash of the row before it. A row that was changed, is missing or was moved is named, and the exit code is 1. Whoever',
    'keeps the printed head elsewhere can tell later that no row before it was written anew with all hashes.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const chains = await readEachTenant(
      deps,
      tenant ? [tenant] : await deps.tenants.codes(),
      followAuditChain,
    )
    const found = Object.entries(chains)
    return {
      data: chains,
      text: found
        .flatMap(([code, { rows, head, problems }]) =>
          problems.length === 0
            ? [`${code}: ${rows} rows, whole. Head: ${head || 'none'}`]
            : [`${code}: not whole:`, ...problems.map((line) => `  ${line}`)],
        )
        .join('\n'),
      failed: found.some(([, { problems }]) => problems.length > 0),
    }
  },
})
