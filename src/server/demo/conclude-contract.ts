import { randomBytes } from 'node:crypto'
import { numberFrom } from '../../domain/numbers.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { importOrder } from '../reward/import-order.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import type { ContractBody } from './demo-calls.ts'
import { findProductOf } from './store.ts'

const texts = {
  clue: {
    de: 'Bitte Empfehlungsnummer, Empfaengernummer oder Email angeben.',
    en: 'Please give Empfehlungsnummer, Empfaengernummer or Email.',
  },
  unmatched: {
    de: 'Dazu gibt es keine angenommene Empfehlung oder kein Produkt.',
    en: 'There is no accepted recommendation or no product for this.',
  },
}

/**
 * The shop's part of a contract: puts a new one of today into the order feed. Returns our order number. Throws `validation` and
 * `not-found`, with fields.
 */
export async function concludeContract(
  deps: Deps,
  tenant: Tenant,
  contract: ContractBody,
  actor: Actor,
  locale: Locale,
): Promise<string> {
  const { referralNumber, recipientNumber, email, salesPartnerNumber } = contract
  if (!referralNumber && !recipientNumber && !email && !salesPartnerNumber) {
    throw fail('validation', {
      fields: [{ field: 'Empfehlungsnummer', message: texts.clue[locale] }],
    })
  }
  const externalNumber = `SHOP-${numberFrom(randomBytes(10))}`
  const contractOn = deps.clock.today().toString()
  const imported = await retryConflict(() =>
    withTenant(deps.db, tenant.code, async (tx) => {
      const product =
        contract.productExternalId ??
        (salesPartnerNumber ? undefined : await findProductOf(tx, tenant.code, contract))
      if (!product)
        return { kind: 'failed' as const, error: 'not-found' as const, fields: cluesOf(contract) }
      return importOrder(
        tx,
        deps,
        tenant,
        {
          ...contract,
          externalNumber,
          productExternalId: product,
          contractOn,
          status: 'abgeschlossen',
        },
        'shop',
        actor,
      )
    }),
  )
  if ('number' in imported) return imported.number
  if (imported.kind === 'lost-cancelled') throw fail('changed-meanwhile')
  const fields = imported.fields.map((field) => ({ field, message: texts.unmatched[locale] }))
  throw fail(imported.error, { fields })
}

function cluesOf({
  referralNumber,
  recipientNumber,
  email,
  salesPartnerNumber,
}: ContractBody): string[] {
  const clues = {
    Empfaengernummer: recipientNumber,
    Empfehlungsnummer: referralNumber,
    Email: email,
    Verkaufspartnernummer: salesPartnerNumber,
  }
  return Object.entries(clues).flatMap(([field, value]) => (value ? [field] : []))
}
