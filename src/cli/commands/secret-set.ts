import { audit } from '../../server/base/audit-store.ts'
import { findSecret, saveSecret, secretNames } from '../../server/base/secret-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readInput } from '../files.ts'

const mostBytes = 4096

/** Secrets come from a file or stdin, never as an argument, which shows in process lists and shell history. */
export const secretSet = command({
  group: 'secret',
  name: 'set',
  args: ['NAME', 'FILE'],
  summary: 'Keep, encrypted, the secret by which an outside service of the tenant knows it',
  details: [
    `NAME is one of ${secretNames.join(', ')}.`,
    'FILE holds the secret and nothing else; - reads it from standard input.',
    '',
    '  printf %s "$SECRET" | npm run cli -- secret set content-service - --tenant telko',
  ],
  tenant: 'required',
  needs: 'set-up',
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const name = secretNames.find((known) => known === args[0])
    if (!name) throw new UsageError(`NAME is one of ${secretNames.join(', ')}`)
    const tenant = await deps.tenants.get(code)
    const bytes = await readInput(args[1] ?? '')
    const secret = new TextDecoder().decode(bytes).trim()
    if (secret === '' || bytes.length > mostBytes)
      throw new CommandError(`A secret has 1 to ${mostBytes} bytes`)
    const now = deps.clock.now()
    await withTenant(deps.db, tenant.code, async (tx) => {
      const known = await findSecret(tx, deps.keys, tenant.code, name)
      await saveSecret(tx, deps.keys, tenant.code, name, secret, now)
      await audit(tx, tenant.code, {
        at: now,
        actor,
        action: 'secret-set',
        subjectKind: 'tenant',
        subjectId: name,
        // By reference: that it was and is kept, never what it says.
        change: { before: { kept: known !== null }, after: { kept: true, name } },
      })
    })
    return { data: { name }, text: `The secret ${name} of ${tenant.code} is kept.` }
  },
})
