import { wire } from 'virtual:wire-agency'
import { addCalls } from '../api.ts'
import { addPages } from '../pages.ts'
import { agencyPages } from './agency-pages.ts'

/** Makes the agency area known: its pages, and the calls that they make. Other pages do without both. */
export function addAgency(): void {
  addCalls(wire)
  addPages(agencyPages)
}
