import { localDate } from '../../domain/dates.ts'
import { choiceWord, settingWord } from '../../domain/setting-words.ts'
import { isTold, weightOf } from '../../domain/tenant-settings.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { listAdmins } from '../team/invite.ts'
import { operatorNames } from '../team/operator-names.ts'
import type { SettingChange } from '../tenant/setting-changes.ts'
import { changeSides } from './plan-change.ts'

/** Mails whoever manages the tenant all that was changed of what moves money (632, 697), also who did it, as with a key (606). */
export async function tellSettings(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  changes: readonly SettingChange[],
  { actor, version }: { actor: Actor; version: number },
): Promise<void> {
  const told = changes
    .filter(({ setting }) => isTold(setting))
    .toSorted((one, other) => weightOf(one.setting) - weightOf(other.setting))
  if (told.length === 0) return
  const now = clock.now()
  const person = (await operatorNames(tx, tenant, [actor.id])).get(actor.id) ?? actor.id
  for (const admin of await listAdmins(tx, { clock }, tenant)) {
    const locale = admin.language
    const lines = told.map((change) => {
      const { setting, old, new: next } = changeSides(change, locale)
      const word = (value: string) => choiceWord(setting, value, locale) || '–'
      return `${settingWord(setting, locale)}: ${word(old)} → ${word(next)}`
    })
    await queueMail(tx, tenant, {
      template: 'operatorSettings',
      to: admin.email,
      locale,
      data: {
        person,
        on: localDate(now).toString(),
        changes: lines.join('\n'),
        link: { link: { page: 'ConsoleSettings', params: { mandant: tenant } } },
      },
      dedupeKey: `operatorSettings|${version}|${admin.operator_id}`,
      now,
    })
  }
}
