import { listSecretKeys } from '../../server/base/secret-key-store.ts'
import { endLeakedLinks } from '../../server/operator/end-leaked-links.ts'
import { withKeysTheyOpen } from '../../server/operator/leaked-keys.ts'
import { rotateKeys } from '../../server/operator/rotate-keys.ts'
import { command, CommandError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'
import { withOwner } from '../with-owner.ts'
import type { Traces } from '../../server/operator/session-traces-store.ts'
import { answerOf } from './keys-rotate.ts'

export const keysLeaked = command({
  group: 'keys',
  name: 'leaked',
  args: [],
  summary:
    'Somebody has an older key of SECRET_KEY: end every session, link and API key that was made with it, and encrypt everything anew',
  details: [
    'First set SECRET_KEY=new,leaked in every server, then run this. All keys behind the newest count as leaked, and with them',
    'those that were rotated out before them: a leaked key tells their tokens. Everybody logs in again, links of mails end',
    '(the pages offer a new one), API keys have to be made anew. Then take the leaked key out of SECRET_KEY.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: { yes: { text: 'without a question' } },
  async run({ values, actor, deps, ownerUrl, ask }) {
    const [newest = '', ...older] = deps.keys.ids
    if (older.length === 0)
      throw new CommandError('SECRET_KEY holds one key: put a new one before it, with a comma')
    const leaked = withKeysTheyOpen(older, await listSecretKeys(deps.db))
    if (leaked.includes(newest))
      throw new CommandError('The leaked key opens the newest one too: put a new one before it')
    return withOwner(ownerUrl, async (owner) => {
      await confirmChange(
        { yes: values.yes, ask },
        [
          `Sessions, links and API keys that were made with ${leaked.join(', ')} end at every tenant.`,
        ],
        'End them now?',
      )
      const { ended, traces } = await endLeakedLinks(deps, leaked, actor)
      const done = answerOf(await rotateKeys(deps, { owner, actor, leaked }), newest)
      return {
        ...done,
        data: { ...done.data, ended, traces },
        text: [
          `${ended} sessions, links and API keys are ended.`,
          ...traces.map(countsText),
          '',
          done.text,
        ].join('\n'),
      }
    })
  },
})

/** Of all sessions during the key's use, mostly by their owners. */
const countsText = ({ tenant, rewards, bankAccounts }: Traces & { tenant: string }) =>
  `${tenant}: ${rewards.length} rewards that were collected in such sessions and are not paid yet, ${bankAccounts.length} bank accounts that were stored in them (--json names them).`
