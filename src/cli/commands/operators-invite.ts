import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import {
  inviteOperatorAs,
  invitationHours,
  isManaged,
  tellAdmins,
} from '../../server/team/invite.ts'
import { pageUrl } from '../../server/tenant/tenant-origin.ts'
import { command } from '../command.ts'
import { readChange, rightOptions } from '../read-right.ts'

export const operatorsInvite = command({
  group: 'operators',
  name: 'invite',
  args: ['ADDRESS'],
  summary: `Give somebody a right in the console; who has not joined yet gets a link for one use within ${invitationHours} hours`,
  details: [
    'The first operators come in this way, the next are invited in the console, or here with the token of somebody who manages the team.',
    'The link is printed and mailed; a new one ends the one before.',
    'Who lost all passkeys is invited anew in the console, by another admin. If nobody is left who could, --emergency invites a further',
    'admin without a token; whoever manages the team is told by mail.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {
    ...rightOptions,
    emergency: { text: 'without a token: nobody who manages the team can; they are told by mail' },
    name: { value: 'NAME', text: 'what the person is called (they can change it when they join)' },
  },
  async run({ args, values, tenant, actor: setUp, asPerson, deps }) {
    const { email, role, reason, place } = await readChange(deps, { args, values, tenant })
    const { locales } = place
    const language = locales.includes('de') ? 'de' : (locales[0] ?? 'de')
    const name =
      values.name?.trim() ||
      (email.split('@')[0] ?? '').replaceAll(/[^\p{L}]+/gu, ' ').trim() ||
      'Team'
    const managed = await withTenant(deps.db, place.code, (tx) =>
      isManaged(tx, { deps, tenant: place }),
    )
    const actor =
      managed && !values.emergency ? await asPerson(place.code, ['create', 'team']) : setUp
    const isTold = managed && values.emergency === true
    const { outcome, operator, token } = await withTenant(deps.db, place.code, async (tx) => {
      const invited = await inviteOperatorAs(
        tx,
        { deps, tenant: place, actor, reason },
        { email, name, language, role, expiresAt: null, isTold },
      )
      if (isTold)
        await tellAdmins(tx, { deps, tenant: place }, 'operatorEmergency', invited.operator, {
          role,
        })
      return invited
    })
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
