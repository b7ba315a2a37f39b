import { wire } from 'virtual:wire-agency'
import { addCalls } from '../runtime/api.ts'
import { addPages } from '../runtime/page-table.ts'
import { agencyPages } from './agency-pages.ts'

/** Makes the agency area known: its pages, and the calls that they make. Other pages do without both. */
export function addAgency(): void {
  addCalls(wire)
  addPages(agencyPages, import.meta.glob('/src/web/agency/*-page.tsx'))
}
