import { normaliseEmail } from '../../domain/email.ts'
import { audit } from '../../server/base/audit-store.ts'
import { readLivingConsents, readProofs } from '../../server/base/proof-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command } from '../command.ts'

export const consentsProve = command({
  group: 'consents',
  name: 'prove',
  args: ['EMAIL'],
  summary:
    'Show what an address agreed to, in which words, by which form, when, what confirmed it and when it was withdrawn; also of people who were forgotten',
  tenant: 'required',
  needs: ['read', 'people'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const address = normaliseEmail(args[0] ?? '')
    const proofs = await withTenant(deps.db, code, async (tx) => {
      const living = await readLivingConsents(tx, code, address)
      const closed = await readProofs(tx, deps.keys, code, address)
      await audit(tx, code, {
        at: deps.clock.now(),
        actor,
        action: 'consents-proven',
        subjectKind: 'tenant',
        subjectId: code,
        details: { found: living.length + closed.length },
      })
      return [...closed, ...living]
    })
    const data = proofs.map((proof) => ({
      kind: proof.kind,
      version: proof.version,
      form: proof.form,
      channel: proof.channel,
      givenAt: proof.at.toString(),
      confirmedAt: proof.confirmed_at?.toString() ?? null,
      confirmedBy: proof.confirmed_by,
      withdrawnAt: proof.withdrawn_at?.toString() ?? null,
      keptUntil: proof.keep_until,
      words: proof.words,
    }))
    const text = data
      .map(({ words, ...facts }) =>
        [
          ...Object.entries(facts).map(([name, value]) => `${name}: ${value ?? '-'}`),
          '',
          words,
        ].join('\n'),
      )
      .join('\n\n---\n\n')
    return { data, text: text || 'This address agreed to nothing that is still kept.' }
  },
})
