import type { Selectable } from 'kysely'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { SalesPartners } from '../db/tables.ts'

export type PartnerState = 'registered' | 'active' | 'inactive' | 'closed'
export type Partner = Omit<Selectable<SalesPartners>, 'state' | 'language'> & {
  state: PartnerState
  language: Locale
}
/** A partner's own data as table fields. */
export type PartnerFields = Pick<
  Partner,
  | 'company'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'street'
  | 'house_number'
  | 'zip'
  | 'city'
  | 'vat_id'
  | 'tax_number'
  | 'small_business'
>
export type PartnerAccount = Pick<
  Partner,
  'holder' | 'iban_encrypted' | 'iban_mask' | 'iban_end' | 'bic'
>

const partners = (tx: Tx, tenant: string) =>
  tx.selectFrom('sales_partners').selectAll().where('tenant', '=', tenant)

export async function findPartner(tx: Tx, tenant: string, id: string) {
  const row = await partners(tx, tenant).where('partner_id', '=', id).executeTakeFirst()
  return row as Partner | undefined
}

/** The same, locked: a partner's notes are written one at a time. */
export async function lockPartner(tx: Tx, tenant: string, id: string) {
  const row = await partners(tx, tenant)
    .where('partner_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as Partner | undefined
}

/** @param email normalised */
export async function findPartnerByEmail(tx: Tx, tenant: string, email: string) {
  const row = await partners(tx, tenant).where('email', '=', email).executeTakeFirst()
  return row as Partner | undefined
}

export async function lockPartnerByNumber(tx: Tx, tenant: string, number: string) {
  const row = await partners(tx, tenant)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as Partner | undefined
}

export async function isActivePartner(tx: Tx, tenant: string, number: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sales_partners')
    .select('state')
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.state === 'active'
}

export async function listPartners(tx: Tx, tenant: string) {
  return tx
    .selectFrom('sales_partners')
    .select(['number', 'company', 'first_name', 'last_name', 'email', 'state'])
    .select(['created_at', 'confirmed_at', 'account_problem'])
    .where('tenant', '=', tenant)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
}

export type NewPartner = PartnerFields &
  PartnerAccount & {
    partner_id: string
    number: string
    email: string // normalised
    agreed_version: string
    state: PartnerState
    language: Locale
    password_hash?: string | null
    confirmed_at?: string | null
  }

/** False if the address or number is taken. */
export async function insertPartner(
  tx: Tx,
  tenant: string,
  partner: NewPartner,
  now: Temporal.Instant,
): Promise<boolean> {
  const at = now.toString()
  const result = await tx
    .insertInto('sales_partners')
    .values({ tenant, ...partner, agreed_at: at, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Replaces a known hash; false if changed meanwhile. Not the data that `version` counts. */
export async function replacePartnerPassword(
  tx: Tx,
  tenant: string,
  id: string,
  known: string | null,
  passwordHash: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('sales_partners')
    .set({ password_hash: passwordHash })
    .where('tenant', '=', tenant)
    .where('partner_id', '=', id)
    .where('password_hash', 'is not distinct from', known)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function updatePartner(
  tx: Tx,
  tenant: string,
  id: string,
  values: Partial<
    PartnerFields &
      PartnerAccount &
      Pick<
        Partner,
        | 'state'
        | 'language'
        | 'password_hash'
        | 'agreed_version'
        | 'account_problem'
        | 'bank_spells'
      > & {
        agreed_at: string
        state_since: string
        account_changed_at: string
      }
  >,
): Promise<void> {
  await tx
    .updateTable('sales_partners')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('partner_id', '=', id)
    .execute()
}

/** False if confirmed already. */
export async function confirmPartner(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('sales_partners')
    .set({ confirmed_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('partner_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Stops payments to this account until a new one is given, or its holder confirms the name that the bank has. A name that is only close takes
 * the place of no harder reason. @param code the bank's reason, or ours (reasons.ts) @returns false: such a one stands there
 */
export async function holdPartnerAccount(
  tx: Tx,
  tenant: string,
  partnerId: string,
  { code, bankSpells }: { code: string; bankSpells: string | null },
): Promise<boolean> {
  const close = 'payee-close-match'
  const { numUpdatedRows } = await tx
    .updateTable('sales_partners')
    .set({ account_problem: code, bank_spells: bankSpells })
    .where('tenant', '=', tenant)
    .where('partner_id', '=', partnerId)
    .$if(code === close, (query) =>
      query.where((eb) =>
        eb.or([eb('account_problem', 'is', null), eb('account_problem', '=', close)]),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
