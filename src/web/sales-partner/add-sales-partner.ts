import { wire } from 'virtual:wire-sales-partner'
import { addCalls } from '../runtime/api.ts'
import { addPages } from '../runtime/page-table.ts'
import { salesPartnerPages } from './sales-partner-pages.ts'
import { addTexts } from '../runtime/texts.ts'

/** Adds their pages and calls; other pages do without both. */
export function addSalesPartner(): void {
  addCalls(wire)
  addTexts(
    import.meta.glob<Record<string, string>>('/src/web/texts/*/salesPartner.json', {
      import: 'default',
    }),
  )
  addPages(salesPartnerPages, import.meta.glob('/src/web/sales-partner/*-page.tsx'))
}
