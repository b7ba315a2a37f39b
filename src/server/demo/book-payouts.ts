import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import {
  writeStatement,
  type StatementLineToWrite,
} from '../gateways/bank-files/write-statement.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { showBatch } from '../payout/list-batches.ts'

/** What the bank's account holds and how many statements it has had. */
export type BankAccount = { cents: number; statements: number }

export const openedAccount: BankAccount = { cents: 5_000_000, statements: 0 }

/** The bank's part after a payout: its statement of the day, with the file booked as one sum and what it charges for the account. */
export async function bookPayout(
  deps: Deps,
  tenant: Tenant,
  batchId: string,
  account: BankAccount,
  actor: Actor,
): Promise<BankAccount> {
  const { batch } = await showBatch(deps, tenant.code, batchId)
  const { message_id: messageId, transfers: payments, total_cents: cents } = batch
  const transfer = { cents: -cents, code: '191+9310', text: 'SEPA-Sammelüberweisung' }
  const charge = { cents: -990, code: '808+9310', text: 'Kontoführung' }
  return book(deps, tenant, account, actor, [
    { ...transfer, file: { messageId, payments } },
    charge,
  ])
}

/** Money that came in of which a person has to say what it is: a stranger's, and an invoice that was not paid whole. */
export const bookOpenItems = (
  deps: Deps,
  tenant: Tenant,
  account: BankAccount,
  invoice: { number: string; cents: number; agency: string } | undefined,
  actor: Actor,
) =>
  book(deps, tenant, account, actor, [
    {
      cents: 5_000,
      code: '166+9310',
      text: 'Danke, aber das steht mir nicht zu',
      party: 'Ottmar Fink',
    },
    ...(invoice
      ? [
          {
            cents: invoice.cents - keptCents,
            code: '166+9310',
            text: `Rechnung ${invoice.number} abzüglich Bankgebühr`,
            party: invoice.agency,
          },
        ]
      : []),
  ])

const keptCents = 500

async function book(
  deps: Deps,
  tenant: Tenant,
  account: BankAccount,
  actor: Actor,
  lines: readonly Omit<StatementLineToWrite, 'reference'>[],
): Promise<BankAccount> {
  const day = deps.clock.today()
  const statements = account.statements + 1
  const file = writeStatement({
    messageId: `CAMT-${day.toString()}-${statements}`,
    sequence: statements,
    createdAt: deps.clock.now(),
    iban: tenant.payoutAccount.iban,
    day,
    openingCents: account.cents,
    lines: lines.map((line, at) => ({
      ...line,
      reference: `${day.toString().replaceAll('-', '')}${statements}${at}`,
    })),
  })
  await applyBankFile(deps, tenant.code, new TextEncoder().encode(file), actor)
  return { cents: lines.reduce((sum, { cents }) => sum + cents, account.cents), statements }
}
