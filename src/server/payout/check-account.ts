import { maskIban } from '../../domain/iban.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import type { Statement } from '../gateways/bank-files/read-statements.ts'
import { isKnownAccount } from './bank-line-store.ts'

/** Refuses statements of an account that is not the tenant's, and never was. */
export async function checkAccount(
  deps: Pick<Deps, 'db'>,
  tenant: Tenant,
  statements: readonly Statement[],
): Promise<void> {
  for (const { id, account } of statements) {
    const named = account?.replaceAll(' ', '').toUpperCase() ?? ''
    if (await isOwnAccount(deps, tenant, named)) continue
    const whose = named === '' ? 'no account' : `the account ${maskIban(named)}`
    throw new BankFileError(
      `statement ${JSON.stringify(id.slice(0, 35))} is of ${whose}, which is not the account for payouts, so nothing of the file was applied`,
      `der Auszug „${id.slice(0, 35)}“ ist ${named === '' ? 'von keinem Konto' : `vom Konto ${maskIban(named)}`}, ausgezahlt wird von einem anderen`,
    )
  }
}

/** The same for a check of payees, where it repeats the account that pays. */
export async function checkDebtor(
  deps: Pick<Deps, 'db'>,
  tenant: Tenant,
  { transactions }: StatusReport,
): Promise<void> {
  for (const named of new Set(transactions.flatMap(({ payee }) => payee?.debtor ?? []))) {
    if (await isOwnAccount(deps, tenant, named)) continue
    throw new BankFileError(
      `the check of payees is of the account ${maskIban(named)}, which is not the account for payouts, so nothing of it was applied`,
      `die Empfängerüberprüfung ist vom Konto ${maskIban(named)}, ausgezahlt wird von einem anderen`,
    )
  }
}

async function isOwnAccount(deps: Pick<Deps, 'db'>, tenant: Tenant, named: string) {
  const own = tenant.payoutAccount.iban.replaceAll(' ', '').toUpperCase()
  if (named !== '' && named === own) return true
  return withTenant(deps.db, tenant.code, (tx) => isKnownAccount(tx, tenant.code, named))
}
