import { z } from 'zod'
import { accountRoles, charts } from '../../domain/accounting.ts'

/** What a tenant's file says of its bookkeeping. */
export const accounting = z
  .strictObject({
    consultant: z.int().min(1001).max(9_999_999),
    client: z.int().min(1).max(99_999),
    yearStart: z.int().min(1).max(12),
    chart: z.enum(charts),
    accountLength: z.int().min(4).max(8),
    encoding: z.enum(['windows-1252', 'utf-8']),
    isLocked: z.boolean(),
    accounts: z.partialRecord(z.enum(accountRoles), z.string().regex(/^\d{4,8}$/)),
  })
  .refine(
    ({ accounts, accountLength }) =>
      Object.values(accounts).every((number) => number.length === accountLength),
    'has an account of another length than accountLength',
  )
