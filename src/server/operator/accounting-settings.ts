import { z } from 'zod'
import { accountRoles, charts, encodings } from '../../domain/accounting.ts'
import { bookedAgainstItself } from '../../domain/bookings.ts'

// As DATEV's booking batch takes them.
const number = z.string().regex(/^(?!0+$)\d{4,8}$/, 'is no account number of 4 to 8 digits')

/** What a tenant's file says of its bookkeeping. */
export const accounting = z
  .strictObject({
    consultant: z.int().min(1001).max(9_999_999),
    client: z.int().min(1).max(99_999),
    yearStart: z.int().min(1).max(12),
    chart: z.enum(charts),
    accountLength: z.int().min(4).max(8),
    encoding: z.enum(encodings),
    isLocked: z.boolean(),
    accounts: z.partialRecord(z.enum(accountRoles), number),
  })
  .superRefine((given, { addIssue }) => {
    const wrong = (role: string, message: string) =>
      addIssue({ code: 'custom', path: ['accounts', role], message })
    const { accountLength, accounts } = given
    for (const [role, one] of Object.entries(accounts))
      if (number.safeParse(one).success && one.length !== accountLength)
        wrong(role, `has not ${accountLength} digits, as accountLength says`)
    for (const role of bookedAgainstItself(given))
      if (accounts[role]) wrong(role, 'is also the account that it is booked against')
  })
