import { wire } from 'virtual:wire-sales-partner'
import { addCalls } from '../runtime/api.ts'
import { addPages } from '../runtime/page-table.ts'
import { salesPartnerPages } from './sales-partner-pages.ts'

/** Registers the sales partners' pages and their calls; other pages do without both. */
export function addSalesPartner(): void {
  addCalls(wire)
  addPages(salesPartnerPages, import.meta.glob('/src/web/sales-partner/*-page.tsx'))
}
