import { showInvitationForm as endpoint } from '../../contract/einladung.ts'
import { invitationDays, mostPerDay, mostReminders } from '../../domain/invitation.ts'
import { say } from '../../domain/say.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { leftToday } from './limit-inviting.ts'
import { agencyUserOf } from './session.ts'
import { listAgencyUsers } from './user-store.ts'

const notice = {
  de: 'Laden Sie nur Menschen ein, mit denen Sie gesprochen haben und die mit dieser E-Mail einverstanden sind.',
  du: 'Lade nur Menschen ein, mit denen du gesprochen hast und die mit dieser E-Mail einverstanden sind.',
  en: 'Only invite people whom you have spoken with and who agreed to this e-mail.',
}

export const showInvitationForm = serve(endpoint, async (call) => {
  const { tenant, caller } = call
  const { agencyId, userId, role } = agencyUserOf(caller)
  const { people, left } = await call.transaction(async (tx) => ({
    people: await listAgencyUsers(tx, tenant.code, agencyId),
    left: await leftToday(tx, call),
  }))
  const own = people.find((one) => one.user_id === userId)
  if (!own) throw fail('session-missing')
  return {
    ownNumber: own.employee_number,
    employees: people
      .filter((one) => !one.left_at && (role === 'owner' || one.user_id === userId))
      .map((one) => ({
        employeeNumber: one.employee_number,
        name: `${one.first_name} ${one.last_name}`,
      })),
    leftToday: left,
    perDay: mostPerDay.person,
    validDays: invitationDays,
    reminders: mostReminders,
    notice: say(notice, call),
  }
})
