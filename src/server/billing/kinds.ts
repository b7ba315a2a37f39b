import type { Tenant } from '../../domain/tenant.ts'
import { agencyInvoices } from './agency-invoices.ts'
import type { KindName } from './document-store.ts'
import type { Kind } from './kind.ts'
import { partnerNotes } from './partner-notes.ts'

/** Each answers null where the tenant has none of it. */
export const kinds: Record<KindName, (tenant: Tenant) => Kind | null> = {
  invoices: agencyInvoices,
  notes: partnerNotes,
}
