import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import { inviteOperatorAs, invitationHours } from '../../server/team/invite.ts'
import { pageUrl } from '../../server/tenant/tenant-origin.ts'
import { command } from '../command.ts'
import { readChange, rightOptions } from '../read-right.ts'

export const operatorsInvite = command({
  group: 'operators',
  name: 'invite',
  args: ['ADDRESS'],
  summary: `Give somebody a right in the console; who has not joined yet gets a link for one use within ${invitationHours} hours`,
  details: [
    'The first operators come in this way, the next are invited in the console. The link is printed and mailed; a new one ends the one before.',
    'Who lost all passkeys is invited anew in the console, by another admin: if nobody is left who could, invite a further admin here.',
  ],
  tenant: 'none',
  options: {
    ...rightOptions,
    name: { value: 'NAME', text: 'what the person is called (they can change it when they join)' },
  },
  async run({ args, values, tenant, actor, deps }) {
    const { email, role, reason, place } = await readChange(deps, { args, values, tenant })
    const { locales } = place
    const language = locales.includes('de') ? 'de' : (locales[0] ?? 'de')
    const name =
      values.name?.trim() ||
      (email.split('@')[0] ?? '').replaceAll(/[^\p{L}]+/gu, ' ').trim() ||
      'Team'
    const { outcome, operator, token } = await withTenant(deps.db, place.code, (tx) =>
      inviteOperatorAs(
        tx,
        { deps, tenant: place, actor, reason },
        { email, name, language, role, expiresAt: null },
      ),
    )
    const platform = await deps.tenants.get(platformCode)
    const params = { mandant: place.code }
    const link = token
      ? pageUrl(deps.publicOrigin, platform, operator.language, 'ConsoleInvitation', params, {
          t: token.text,
        })
      : null
    return {
      data: { tenant: place.code, email, role, outcome, link },
      text: link
        ? `${link}\nWorks once, within ${invitationHours} hours. It is in ${email}'s mailbox, too.`
        : `${email} has joined already and ${outcome === 'unveraendert' ? 'had this right before' : 'has this right now'}.`,
    }
  },
})
