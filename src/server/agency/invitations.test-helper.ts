import { agencyPassword } from '../../../test/helpers/agency.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { startSession } from '../access/start-session.ts'
import { agencyUser } from './agency-user.ts'

/** Actions of invitation senders and recipients; the server is looked up on each call. */
export function invitationCalls(server: () => TestServer) {
  let people = 0
  const person = (own: Record<string, unknown> = {}) => {
    people += 1
    return {
      Vorname: 'Leopoldine',
      Nachname: 'Wintermoser',
      Email: `leopoldine${people}@post.example`,
      Art: 'VorOrt',
      ...own,
    }
  }
  /** A session two weeks later. */
  const logIn = async (userId: string) =>
    (
      await withTenant(server().db, 'bgv', (tx) =>
        startSession(tx, server().deps, 'bgv', agencyUser, userId),
      )
    ).token
  const invite = (token: string, body: unknown) =>
    server().call('PUT', '/bgv/Einladung', { token, body })
  const list = (token: string, body: unknown = {}, agency = 'alle') =>
    server().call('PUT', `/bgv/agentur/einladungen/${agency}/`, { token, body })
  const verify = (token: string) => server().call('GET', `/bgv/token/verifyAgenturToken?t=${token}`)
  const register = (body: Record<string, unknown>) =>
    server().call('POST', '/bgv/account/createEmpfehler', { body })
  const confirm = async (email: string) =>
    server().call('PUT', '/bgv/account/resetPassword', {
      body: {
        Token: await mailedToken(server(), 'bgv', email, 'welcome'),
        Password: agencyPassword,
        PasswordConfirm: agencyPassword,
      },
    })
  const account = (email: string) =>
    withTenant(server().db, 'bgv', (tx) =>
      tx
        .selectFrom('accounts')
        .select(['agency_id', 'agency_user_id', 'confirmed_at'])
        .where('tenant', '=', 'bgv')
        .where('email', '=', email)
        .executeTakeFirst(),
    )
  const recommend = (email: string, token: string, own: Record<string, unknown> = {}) =>
    server().call('POST', '/bgv/empfehlen/create', {
      token,
      body: {
        Empfehlung: { ProductId: '301', ...own },
        Empfehler: { Vorname: 'Leopoldine', Nachname: 'Wintermoser', Email: email, Agb: true },
      },
    })
  const referral = (number: string) =>
    withTenant(server().db, 'bgv', (tx) =>
      tx
        .selectFrom('referrals')
        .select(['agency_id', 'agency_user_id'])
        .where('tenant', '=', 'bgv')
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    )
  const count = async (table: 'mails' | 'invitations' | 'consents') =>
    withTenant(server().db, 'bgv', async (tx) => {
      const row = await tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('many'))
        .where('tenant', '=', 'bgv')
        .executeTakeFirstOrThrow()
      return row.many
    })

  const consentsOf = async (number: string) =>
    (
      await withTenant(server().db, 'bgv', (tx) =>
        tx
          .selectFrom('consents')
          .select('kind')
          .where('tenant', '=', 'bgv')
          .where('subject_id', '=', number)
          .orderBy('kind')
          .execute(),
      )
    ).map(({ kind }) => kind)

  const accept = (token: string, body: Record<string, unknown>) =>
    server().call('PUT', '/bgv/Einladung/annehmen', { body: { Token: token, ...body } })

  return {
    person,
    logIn,
    invite,
    list,
    verify,
    register,
    confirm,
    account,
    recommend,
    referral,
    count,
    consentsOf,
    accept,
  }
}
