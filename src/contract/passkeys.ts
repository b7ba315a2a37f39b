import { z } from 'zod'
import type { ErrorName } from '../domain/errors.ts'
import { currentUser } from './account.ts'
import { agencyUser } from './agentur-konto.ts'
import { endpoint, type Caller } from './endpoint.ts'
import { flag, instant, password } from './fields.ts'
import { shape } from './shape.ts'
import { salesPartner } from './verkaufspartner.ts'

// Passkeys of all who log in with a password, the same for every kind. WebAuthn's own objects go through as they are.

export const webAuthn = z.record(z.string(), z.unknown())
export const answered = shape({ answer: ['Antwort', webAuthn] })
export const options = shape({ options: ['Optionen', webAuthn] })
export const deviceName = z.string().trim().min(1).max(60)
export const passkeyList = z.array(
  shape({
    id: ['Id', z.string()],
    name: ['Name', z.string()],
    createdAt: ['Seit', instant],
    lastUsedAt: ['ZuletztBenutzt', instant.nullable()],
  }),
)

const empty = z.strictObject({})

/** What shows that it is the owner who asks: nothing more within minutes of the login, then the password. */
const proof = ['nichts', 'passwort', 'anmeldung'] as const // anmeldung: there is no password, so another login

/** After a right password, with what its refusal gave, or the browser's cookie. */
export const second = {
  afterPassword: ['NachPasswort', flag.optional()],
  pending: ['Vorgang', z.string().max(200).optional()],
} as const

export const passkeyBodies = {
  beginLogin: shape(second),
  logIn: shape({ ...second, answer: ['Antwort', webAuthn] }),
  begin: shape({ password: ['Password', password.optional()] }),
  add: shape({ name: ['Name', deviceName], answer: ['Antwort', webAuthn] }),
  end: shape({ password: ['Password', password.optional()] }),
}
export const passkeyId = shape({ id: ['id', z.string().max(400)] })
export const ownPasskeys = shape({
  passkeys: ['Passkeys', passkeyList],
  proof: ['Nachweis', z.enum(proof)],
  isRequired: ['Pflicht', flag], // by the tenant, for this person
})

type Names = Record<'beginLogin' | 'logIn' | 'list' | 'begin' | 'add' | 'end', string>

const passkeysOf = <Person extends z.ZodType>(
  caller: Caller,
  base: string,
  person: Person,
  names: Names,
  more: readonly ErrorName[] = [],
) => ({
  beginPasskeyLogin: endpoint({
    name: names.beginLogin,
    method: 'POST',
    path: `${base}/passkeys/anmeldung/beginn`,
    summary:
      'The challenge that a passkey signs to log in: any of this host, or after a right password one of its owner',
    caller: 'anyone',
    body: passkeyBodies.beginLogin,
    answer: options,
    errors: ['not-found', 'not-authorised', 'link-expired', 'token-used'],
  }),
  logInByPasskey: endpoint({
    name: names.logIn,
    method: 'POST',
    path: `${base}/passkeys/anmeldung`,
    summary: 'Log in with a passkey alone, or with the password before it',
    caller: 'anyone',
    body: passkeyBodies.logIn,
    answer: person,
    errors: [
      'not-found',
      'not-authorised',
      'passkey-refused',
      'link-expired',
      'token-used',
      'blocked-general',
      'blocked-single',
      'blocked-wildcard',
      'confirmation-required',
      ...more,
    ],
  }),
  listPasskeys: endpoint({
    name: names.list,
    method: 'GET',
    path: `${base}/passkeys`,
    summary: 'The own passkeys, and what adding or removing one asks for',
    caller,
    openWithoutPasskey: true,
    answer: ownPasskeys,
    errors: ['session-missing', 'not-found', 'not-authorised'],
  }),
  beginPasskey: endpoint({
    name: names.begin,
    method: 'POST',
    path: `${base}/passkeys/beginn`,
    summary:
      'The challenge for a new passkey: within ten minutes of the login, or with the password',
    caller,
    asksPassword: true,
    openWithoutPasskey: true,
    body: passkeyBodies.begin,
    answer: options,
    errors: ['session-missing', 'not-found', 'not-authorised', 'wrong-credentials'],
  }),
  addPasskey: endpoint({
    name: names.add,
    method: 'POST',
    path: `${base}/passkeys`,
    summary: 'Keep the passkey that was made for this session’s challenge; told by mail',
    caller,
    asksPassword: true,
    openWithoutPasskey: true,
    body: passkeyBodies.add,
    answer: empty,
    errors: ['session-missing', 'not-found', 'not-authorised', 'passkey-refused'],
  }),
  endPasskey: endpoint({
    name: names.end,
    method: 'POST',
    path: `${base}/passkeys/:id/entfernen`,
    summary:
      'Remove an own passkey, within ten minutes of the login or with the password; told by mail',
    caller,
    asksPassword: true,
    params: passkeyId,
    body: passkeyBodies.end,
    answer: empty,
    errors: ['session-missing', 'not-found', 'not-authorised', 'wrong-credentials', 'last-passkey'],
  }),
})

export const userPasskeys = passkeysOf('referrer', '/account', currentUser, {
  beginLogin: 'beginPasskeyLogin',
  logIn: 'logInByPasskey',
  list: 'listOwnPasskeys',
  begin: 'beginOwnPasskey',
  add: 'addOwnPasskey',
  end: 'endOwnPasskey',
})
export const agencyPasskeys = passkeysOf(
  'agency',
  '/agentur-konto',
  agencyUser,
  {
    beginLogin: 'beginAgencyPasskeyLogin',
    logIn: 'logInAgencyUserByPasskey',
    list: 'listAgencyPasskeys',
    begin: 'beginAgencyPasskey',
    add: 'addAgencyPasskey',
    end: 'endAgencyPasskey',
  },
  ['provider-login-needed'],
)
export const partnerPasskeys = passkeysOf('sales-partner', '/verkaufspartner', salesPartner, {
  beginLogin: 'beginSalesPartnerPasskeyLogin',
  logIn: 'logInSalesPartnerByPasskey',
  list: 'listSalesPartnerPasskeys',
  begin: 'beginSalesPartnerPasskey',
  add: 'addSalesPartnerPasskey',
  end: 'endSalesPartnerPasskey',
})
