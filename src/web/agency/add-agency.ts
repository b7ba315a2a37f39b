import { wire } from 'virtual:wire-agency'
import { addCalls } from '../runtime/api.ts'
import { addPages } from '../runtime/page-table.ts'
import { agencyPages } from './agency-pages.ts'
import { addTexts } from '../runtime/texts.ts'
import { keepingAll } from '../ui/table/kept-rows.ts'

/** Adds its pages and their calls; other pages do without both. */
export function addAgency(): void {
  addCalls(wire)
  addTexts(
    import.meta.glob<Record<string, string>>('/src/web/texts/*/agency*.json', {
      import: 'default',
    }),
  )
  addPages(agencyPages, keepingAll(import.meta.glob('/src/web/agency/*-page.tsx')))
}
