import type { PageName } from '../../contract/pages.ts'
import { mailboxOf } from '../../domain/email.ts'
import type { Locale } from '../../domain/tenant.ts'
import { addressCodes } from '../base/address-code.ts'
import { sameText } from '../base/keys.ts'
import { countHit, countHitUpTo } from '../base/limit-store.ts'
import { countTry, day, hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { addDetails, findToken, issueToken, useToken, type Token } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { cookieOptions, cookiesOf, tokenCookies } from './cookies.ts'
import { endFormer } from './end-former.ts'

// Whoever came by a mailed link alone shows that they read the mailbox now, before an account for money is taken: a code of 6 digits, mailed
// anew. Its proof is a cookie, so it counts in that browser alone.

export const codeMinutes = 15
export const codeTries = 5
export const provedMinutes = 60 // from when the code was entered
// To one mailbox: from one place, from all, then one an hour for places that asked for few. A forwarded link cannot use up its owner's.
export const codesPerAddress = { hour: 5, day: 10, dayOfAll: 20, few: 5 }
export const codesPerVisitor = 30 // an hour; an office shares one address

const kind = 'address-proof'

export type Mailbox = { email: string; firstName: string; language: Locale; page: PageName }
type Asked = Pick<Call, 'deps' | 'tenant' | 'request' | 'realNow'>

/** What a proof is about, before it is hashed. */
export const addressName = (email: string) => `address|${mailboxOf(email)}`
function isProved({ details }: Token, now: Temporal.Instant): boolean {
  const { provedAt } = details as { provedAt?: string }
  if (provedAt === undefined) return false
  const end = Temporal.Instant.from(provedAt).add({ minutes: provedMinutes })
  return Temporal.Instant.compare(now, end) < 0
}

/** This browser's proof of the address, proved or waiting for its code. */
async function findProof(tx: Tx, call: Asked, email: string): Promise<Token | null> {
  const { deps, tenant, request, realNow } = call
  const text = cookiesOf(request)[tokenCookies.address]
  if (!text || text.length > 200) return null
  const token = await findToken(tx, tenant.code, kind, text)
  if (!token?.expires_at || token.revoked_at) return null
  if (Temporal.Instant.compare(token.expires_at, realNow) <= 0) return null
  return deps.keys.proofs(addressName(email)).includes(token.subject) ? token : null
}

const isOver = (token: Token, now: Temporal.Instant) =>
  token.uses_left === 0 ||
  Temporal.Instant.compare(token.created_at.add({ minutes: codeMinutes }), now) <= 0

/** Whether this browser has proved the address, or waits for the code. */
export async function readProof(
  tx: Tx,
  call: Asked,
  email: string,
): Promise<'none' | 'waits' | 'proved'> {
  const token = await findProof(tx, call, email)
  if (!token) return 'none'
  if (isProved(token, call.realNow)) return 'proved'
  return isOver(token, call.realNow) ? 'none' : 'waits'
}

/** Throws when there are enough codes; counted apart from what a refusal would roll back. */
async function limitCodes(
  { deps, tenant, realNow, visitor }: Asked & Pick<Call, 'visitor'>,
  email: string,
): Promise<void> {
  const { code } = tenant
  const bucket = `address-code|address|${deps.keys.lookup(addressName(email))}`
  const here = `${bucket}|${visitor}`
  const limits = [
    { bucket: here, most: codesPerAddress.hour, windowSeconds: hour },
    { bucket: `${here}|day`, most: codesPerAddress.day, windowSeconds: day },
    { bucket: `address-code|visitor|${visitor}`, most: codesPerVisitor, windowSeconds: hour },
  ]
  const wait = await withTenant(deps.db, code, async (tx) => {
    const mine = await countTry(tx, code, limits, realNow)
    if (mine !== null) return mine
    const fromHere = await countHit(tx, code, `${here}|few`, realNow, day)
    if (await countHitUpTo(tx, code, `${bucket}|day`, realNow, day, codesPerAddress.dayOfAll))
      return null
    if (fromHere > codesPerAddress.few) return secondsLeft(day, realNow)
    return (await countHitUpTo(tx, code, `${bucket}|few`, realNow, hour, 1))
      ? null
      : secondsLeft(hour, realNow)
  })
  if (wait !== null) throw tooManyRequests(wait)
}

/** Mails a new code; the one before in this browser ends. */
export async function sendCode(
  call: Asked & Pick<Call, 'visitor' | 'reply' | 'now' | 'transaction'>,
  { email, firstName, language, page }: Mailbox,
): Promise<void> {
  const { deps, tenant, realNow, reply } = call
  await limitCodes(call, email)
  const minutes = codeMinutes + provedMinutes
  const text = await call.transaction(async (tx) => {
    await endFormer(tx, tenant.code, call, { cookie: tokenCookies.address, session: kind })
    const issued = await issueToken(tx, deps.keys, tenant.code, {
      kind,
      subject: deps.keys.lookup(addressName(email)),
      now: realNow,
      expiresAt: realNow.add({ minutes }),
      uses: codeTries,
    })
    await queueMail(tx, tenant.code, {
      template: 'addressCode',
      to: email,
      locale: language,
      data: { firstName, code: { addressCode: issued.id }, link: { link: { page } } },
      dedupeKey: `address-code|${issued.id}`,
      now: call.now,
    })
    return issued.text
  })
  reply.setCookie(tokenCookies.address, text, {
    ...cookieOptions(deps.publicOrigin),
    maxAge: minutes * 60,
  })
}

/** Takes the code, each try once; throws `code-wrong` or `code-over`. */
export async function takeCode(
  call: Asked & Pick<Call, 'transaction'>,
  email: string,
  code: string,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const digits = code.replaceAll(/\D/g, '')
  if (digits.length !== 6) throw fail('code-wrong')
  const known = await call.transaction(async (tx) => {
    const token = await findProof(tx, call, email)
    if (!token) return 'over'
    if (isProved(token, realNow)) return 'right'
    // Counted first, so that parallel guesses all count; committed when wrong, too.
    if (isOver(token, realNow) || !(await useToken(tx, tenant.code, token.token_id, realNow)))
      return 'over'
    if (!addressCodes(deps.keys, token.token_id).some((right) => sameText(right, digits)))
      return (token.uses_left ?? 0) <= 1 ? 'over' : 'wrong'
    await addDetails(tx, tenant.code, token.token_id, { provedAt: realNow.toString() })
    return 'right'
  })
  if (known !== 'right') throw fail(known === 'wrong' ? 'code-wrong' : 'code-over')
}
