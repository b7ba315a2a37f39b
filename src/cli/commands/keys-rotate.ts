import { listSecretKeys } from '../../server/base/secret-key-store.ts'
import { isAllNew, rotateKeys } from '../../server/operator/rotate-keys.ts'
import { command, CommandError } from '../command.ts'
import { startProgress } from '../progress.ts'
import { table } from '../table.ts'
import { withOwner } from '../with-owner.ts'

export const keysRotate = command({
  group: 'keys',
  name: 'rotate',
  args: [],
  summary:
    'Encrypt what is stored anew with the newest key of SECRET_KEY, so that the older ones can go',
  details: [
    'SECRET_KEY=new,old has to be set here and in every running server. Servers go on working meanwhile; cut off, it goes on where it',
    'ended, and a second run changes nothing. Needs DATABASE_OWNER_URL (not with the embedded database). Links and sessions that were made with an older key stay good ("keys leaked" ends them).',
    'After an update that seals otherwise, it seals what is stored as the update does, also with one key.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ actor, deps, ownerUrl }) {
    if (deps.keys.ids.length < 2 && (await isAlone(deps)) && (await isAllNew(deps)))
      throw new CommandError(
        'SECRET_KEY holds one key, and nothing here was written with another: put a new key before it, with a comma, to change it',
      )
    return withOwner(ownerUrl, async (owner) => {
      const progress = startProgress('Tenants')
      const done = await rotateKeys(deps, {
        owner,
        actor,
        leaked: [],
        onProgress: progress.show,
      }).finally(progress.end)
      return answerOf(done, deps.keys.newestId)
    })
  },
})

const isAlone = async (deps: Parameters<typeof rotateKeys>[0]) =>
  (await listSecretKeys(deps.db)).every(({ key_id }) => key_id === deps.keys.newestId)

/** Output of "keys rotate" and "keys leaked". */
export function answerOf(done: Awaited<ReturnType<typeof rotateKeys>>, newest: string) {
  const left = done.tenants.reduce((sum, one) => sum + one.left, 0)
  const end =
    left > 0
      ? `${left} values were written with an older key meanwhile: give every server the new key first, and run this again.`
      : `Everything is read with the key ${newest} alone. ${done.retired.join(', ') || 'No older key'} can leave SECRET_KEY.`
  const rows = done.tenants.map((one) => [one.tenant, one.resealed, one.left])
  return {
    data: { ...done, newest, left },
    text: `${table(['Tenant', 'Encrypted anew', 'Left'], rows, 'There are no tenants.')}\n\n${end}`,
    failed: left > 0,
  }
}
