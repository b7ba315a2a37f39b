import { makeAgency } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { kinds } from '../kinds.ts'
import { blockAccount } from '../reward/block-account.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'

// People of every kind who log in.

export type Somebody = { email: string; token: string; id: string; end: () => Promise<unknown> }
type Paths = { access: string; me: string; ask: (email: string) => [string, string, object?] }
export type Name = keyof typeof kinds

let agencies = 0

export const paths: Record<Name, Paths> = {
  user: {
    access: '/account',
    me: '/account/user',
    ask: (email) => ['GET', `/account/resetPassword/${email}`],
  },
  agency: {
    access: '/agentur-konto',
    me: '/agentur-konto/benutzer',
    ask: (Email) => ['POST', '/agentur-konto/passwort', { Email }],
  },
  'sales-partner': {
    access: '/verkaufspartner',
    me: '/verkaufspartner/daten',
    ask: (Email) => ['POST', '/verkaufspartner/passwort', { Email }],
  },
}
/** Makes somebody of a kind who has a password, with a session. */
export const make: Record<Name, (server: TestServer, tenant: string) => Promise<Somebody>> = {
  async user(server, tenant) {
    const { email, token } = await registered(server, tenant)
    const row = await withTenant(server.db, tenant, (tx) =>
      kinds.user.findByEmail(tx, tenant, email),
    )
    const end = () =>
      withTenant(server.db, tenant, (tx) => blockAccount(tx, server.deps, tenant, email, system))
    return { email, token, id: kinds.user.idOf(row!), end }
  },
  async agency(server, tenant) {
    const { owner, employee } = await makeAgency(server, tenant, `AG-${(agencies += 1) + 5000}`)
    const path = `/${tenant}/agentur-konto/mitarbeiter/${employee.id}`
    return { ...employee, end: () => server.call('DELETE', path, { token: owner.token }) }
  },
  async 'sales-partner'(server, tenant) {
    const { email, token, partnerId, number, run } = await makePartnerBench(server, tenant)
    const end = () =>
      run((tx) => changePartnerState(tx, server.deps, tenant, number, 'closed', system))
    return { email, token, id: partnerId, end }
  },
}
