import { wire } from 'virtual:wire-console'
import { addCalls } from '../runtime/api.ts'
import { addPages, setConsoleFrame } from '../runtime/page-table.ts'
import { ConsoleError } from './console-error.tsx'
import { consolePages } from './console-pages.ts'
import { ConsoleShell } from './console-shell.tsx'
import { addTexts, followWith } from '../runtime/texts.ts'
import { keepingAll } from '../ui/table/kept-rows.ts'
import { loadBonus } from './place-view.ts'

/** Adds the console's pages, their calls and their frame; tenants' pages do without. */
export function addConsole(): void {
  addCalls(wire)
  addTexts(
    import.meta.glob<Record<string, string>>('/src/web/texts/*/console*.json', {
      import: 'default',
    }),
  )
  followWith(loadBonus)
  addPages(consolePages, keepingAll(import.meta.glob('/src/web/console/*-page.tsx')))
  setConsoleFrame(ConsoleShell, ConsoleError)
}
