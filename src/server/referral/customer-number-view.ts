import type { z } from 'zod'
import type { customerNumber } from '../../contract/empfehler-kundennummer.ts'
import {
  customerNumberLabels,
  maskCustomerNumber,
  type CustomerNumberState,
} from '../../domain/customer-number.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Account } from '../account/store.ts'

type Stored = Pick<Account, 'customer_number' | 'customer_number_state' | 'customer_number_at'>

export function customerNumberView(
  { customerNumberPattern }: Pick<Tenant, 'customerNumberPattern'>,
  stored: Stored,
): z.output<typeof customerNumber> {
  const state = stored.customer_number_state as CustomerNumberState | null
  return {
    asked: customerNumberPattern !== null,
    masked: stored.customer_number === null ? null : maskCustomerNumber(stored.customer_number),
    result: state === null ? null : customerNumberLabels[state],
    savedAt: stored.customer_number_at?.toString() ?? null,
  }
}
