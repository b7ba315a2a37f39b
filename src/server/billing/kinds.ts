import type { Tenant } from '../../domain/tenant.ts'
import { agencyInvoices } from './agency-invoices.ts'
import type { KindName } from './document-store.ts'
import type { Kind } from './kind.ts'
import { partnerNotes } from './partner-notes.ts'

/** Each is null if the tenant has none. */
export const kinds: Record<KindName, (tenant: Tenant) => Kind | null> = {
  invoices: agencyInvoices,
  notes: partnerNotes,
}
