import { endOfLocalDay } from '../../domain/dates.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { lastDayOf, mostToAddress } from '../../domain/invitation.ts'
import { say, type Listener } from '../../domain/say.ts'
import { invite as endpoint } from '../../contract/einladung.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { makeChallenge } from '../access/captcha.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { findAccountByEmail } from '../account/store.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { insertInvitation } from '../account/invitation-store.ts'
import { conversationOf } from './invitation-view.ts'
import { countToMailbox } from './invitation-store.ts'
import { countInvitation, countInvitingTry, isInvitingCaptchaDue } from './limit-inviting.ts'
import { mailInvitation } from './mail-invitation.ts'
import { agencyUserOf } from './session.ts'
import { findMember, type Member } from './store.ts'
import { findUserByNumber } from './user-store.ts'

type Wish = NonNullable<BodyOf<typeof endpoint>>
type InviteCall = Call<unknown, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

const texts = {
  number: {
    de: 'Unter dieser Mitarbeiternummer können Sie nicht einladen.',
    du: 'Unter dieser Mitarbeiternummer kannst du nicht einladen.',
    en: 'You cannot invite with this employee number.',
  },
  referrer: {
    de: 'Diese Person empfiehlt schon. Sie braucht keine Einladung.',
    en: 'This person recommends already and needs no invitation.',
  },
  open: {
    de: 'Diese Person hat schon eine offene Einladung Ihrer Agentur. Sie können daran erinnern.',
    du: 'Diese Person hat schon eine offene Einladung deiner Agentur. Du kannst daran erinnern.',
    en: 'Your agency has invited this person already. You can send a reminder.',
  },
  enough: {
    de: 'Diese Person hat auf zwei Einladungen nicht geantwortet. Bitte laden Sie sie jetzt nicht noch einmal ein.',
    du: 'Diese Person hat auf zwei Einladungen nicht geantwortet. Bitte lade sie jetzt nicht noch einmal ein.',
    en: 'This person has not answered two invitations. Please do not invite them again for now.',
  },
} as const

/**
 * Invites somebody by one mail in the agency's name, with a link valid for two weeks. No consent is stored: nobody gave one yet.
 */
export const invite = serve(endpoint, async (call) => {
  const { body } = call
  if (body === null) return answerQuestion(call)
  const email = normaliseEmail(body.email)
  // The whitelist applies only to uninvited registrations.
  checkReferrerEmail({ ...call.tenant, emailWhitelist: null }, email, 'Email', call.locale)
  await countInvitingTry(call)
  return call.transaction((tx) => send(tx, call, { ...body, email }))
})

async function answerQuestion(call: InviteCall) {
  const { deps, tenant, realNow } = call
  const due = await call.transaction((tx) => isInvitingCaptchaDue(tx, call))
  return due
    ? { captchaRequired: true, challenge: await makeChallenge(deps.keys, tenant.code, realNow) }
    : { captchaRequired: false }
}

async function send(tx: Tx, call: InviteCall, wish: Wish) {
  const { deps, tenant, now, today, locale } = call
  const { email } = wish
  const member = await memberFor(tx, call, wish.employeeNumber)
  const solved = await useSolution(tx, call, call.query.captcha)
  const known = await findAccountByEmail(tx, tenant.code, email)
  if (known?.confirmed_at) throw refuse('email-exists', 'Email', 'referrer', call)
  const agencyId = member.agency_id
  const before = await countToMailbox(tx, tenant.code, agencyId, email)
  const id = uuidv7()
  const lastDay = lastDayOf(today)
  const token = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'invitation',
    subject: id,
    now,
    expiresAt: endOfLocalDay(lastDay),
    uses: null,
  })
  const row = {
    invitation_id: id,
    first_name: wish.firstName,
    last_name: wish.lastName,
    email,
    conversation: conversationOf(wish.conversation),
    language: locale,
    expires_on: lastDay.toString(),
    token_id: token.id,
  }
  const isNew = await insertInvitation(
    tx,
    tenant.code,
    { ...row, agency_id: agencyId, user_id: member.user_id },
    now,
  )
  if (!isNew) throw refuse('email-exists', 'Email', 'open', call)
  if (before >= mostToAddress) throw refuse('email-exists', 'Email', 'enough', call)
  await countInvitation(tx, call, email, solved)
  await mailInvitation(
    tx,
    tenant.code,
    {
      ...row,
      agencyName: member.agency_name,
      employeeName: `${member.first_name} ${member.last_name}`,
      reminder: 0,
    },
    now,
  )
  await audit(tx, tenant.code, {
    at: now,
    actor: actorOf(call.caller),
    action: 'invite',
    subjectKind: 'invitation',
    subjectId: id,
    details: { for: member.user_id, conversation: row.conversation },
  })
  return { id, status: 'offen' as const, validUntil: row.expires_on }
}

/** The inviter: the caller, or for an owner any current user of the agency. */
async function memberFor(tx: Tx, call: InviteCall, number: string | undefined): Promise<Member> {
  const { tenant } = call
  const { userId, agencyId, role } = agencyUserOf(call.caller)
  const own = await findMember(tx, tenant.code, userId)
  if (!own) throw fail('session-missing')
  if (number === undefined || number === own.employee_number) return own
  const found =
    role === 'owner' ? await findUserByNumber(tx, tenant.code, agencyId, number) : undefined
  const other = found && (await findMember(tx, tenant.code, found.user_id))
  if (!other || other.left_at) throw refuse('validation', 'Mitarbeiternummer', 'number', call)
  return other
}

const refuse = (
  error: 'validation' | 'email-exists',
  field: string,
  text: keyof typeof texts,
  call: Listener,
) => fail(error, { fields: [{ field, message: say(texts[text], call) }] })
