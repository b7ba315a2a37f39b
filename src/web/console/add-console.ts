import { wire } from 'virtual:wire-console'
import { addCalls } from '../runtime/api.ts'
import { addPages, setConsoleFrame } from '../runtime/page-table.ts'
import { consolePages } from './console-pages.ts'
import { ConsoleShell } from './console-shell.tsx'

/** Adds the console's pages, their calls and their frame; tenants' pages do without. */
export function addConsole(): void {
  addCalls(wire)
  addPages(consolePages, import.meta.glob('/src/web/console/*-page.tsx'))
  setConsoleFrame(ConsoleShell)
}
