import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { removeLostPasskeys } from '../../server/access/remove-lost-passkeys.ts'
import { withTenant } from '../../server/db/connection.ts'
import { kindList } from '../../server/kinds.ts'
import { isOwnAddress } from '../../server/operator/own-case.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const passkeysRemove = command({
  group: 'passkeys',
  name: 'remove',
  args: ['ADDRESS'],
  summary:
    'Remove all passkeys of a customer, somebody of an agency or a sales partner who lost them: their sessions end, and they are told by mail',
  tenant: 'required',
  needs: ['update', 'people'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const email = normaliseEmail(args[0] ?? '')
    if (!isEmail(email)) throw new UsageError('ADDRESS is not an e-mail address')
    const removed = await withTenant(deps.db, tenant, async (tx) => {
      if (await isOwnAddress(tx, deps, tenant, actor.id, email))
        throw new CommandError('That is your own address: ask somebody else')
      let [known, all] = [false, 0]
      for (const kind of kindList) {
        const person = await kind.findByEmail(tx, tenant, email)
        if (!person) continue
        known = true
        all += await removeLostPasskeys(tx, deps, tenant, kind, person, actor)
      }
      if (!known) throw new CommandError(`Nobody at ${tenant} has the address ${email}`)
      return all
    })
    return { data: { tenant, email, removed }, text: `Passkeys of ${email} removed: ${removed}.` }
  },
})
