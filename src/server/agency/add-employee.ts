import { addEmployee as endpoint } from '../../contract/agentur-mitarbeiter.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { say } from '../../domain/say.ts'
import { day, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { limitAdding } from './limit-adding.ts'
import { placeEmployee } from './place-employee.ts'
import { agencyUserOf } from './session.ts'

const numberTaken = {
  de: 'Diese Mitarbeiternummer ist in Ihrer Agentur schon vergeben.',
  du: 'Diese Mitarbeiternummer ist in deiner Agentur schon vergeben.',
  en: 'This employee number is already taken in your agency.',
}
const there = {
  de: 'Diese Person gehört schon zu Ihrer Agentur.',
  du: 'Diese Person gehört schon zu deiner Agentur.',
  en: 'This person already belongs to your agency.',
}

export const addEmployee = serve(endpoint, async (call) => {
  const { deps, tenant, body, locale } = call
  const { agencyId } = agencyUserOf(call.caller)
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await limitAdding(call, agencyId, 1)
  return call.transaction(async (tx) => {
    const placed = await placeEmployee(tx, deps, tenant.code, agencyId, { ...body, email }, locale)
    if (placed.kind === 'mails') throw tooManyRequests(secondsLeft(day, call.realNow))
    if (placed.kind === 'email-taken') throw fail('email-exists')
    if (placed.kind === 'there')
      throw fail('email-exists', { fields: [{ field: 'Email', message: say(there, call) }] })
    if (!('userId' in placed))
      throw fail('validation', {
        fields: [{ field: 'Mitarbeiternummer', message: say(numberTaken, call) }],
      })
    await audit(tx, tenant.code, {
      at: call.now,
      actor: actorOf(call.caller),
      action: placed.kind === 'back' ? 'take-back-employee' : 'add-employee',
      subjectKind: 'agency-user',
      subjectId: placed.userId,
    })
    return { id: placed.userId }
  })
})
