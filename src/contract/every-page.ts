import { consolePages, type PageAccess } from './console-pages.ts'
import { pages, type PageName } from './pages.ts'

const everyPage = { ...pages, ...consolePages }

export const defaultPathOf = (name: PageName): string => everyPage[name].path
export const accessOf = (name: PageName): PageAccess => everyPage[name].access
