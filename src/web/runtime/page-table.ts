import type { PageName } from '../../contract/pages.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import type { PageModule } from './page-module.ts'
import type { Area } from './texts.ts'

/** What decides whether a tenant has a page, and which. */
type Flags = Pick<
  PageTenant,
  'autoLogin' | 'agentReferral' | 'showsCategories' | 'agencies' | 'salesPartners'
>

export type PageEntry = {
  source: string // its file, below src/web
  also?: string // a file that a page of its area needs first
  texts: Area[] // beside `common`
  exists?: (tenant: Flags) => boolean // default: everywhere; where it does not, its path answers 404
  instead?: (tenant: Flags) => PageEntry | undefined // another page at the same path
}

export type Pages = Partial<Record<PageName, PageEntry>>

/** Whatever a build splits off: the module of each page file, by its path from the project's root. */
type Modules = Record<string, () => Promise<unknown>>

export const page = (source: string, ...texts: Area[]): PageEntry => ({ source, texts })

/** Pages that only some tenants have. */
export const pagesWhere =
  (exists: (tenant: Flags) => boolean): typeof page =>
  (...at) => ({ ...page(...at), exists })

const table: Pages = {}
const modules: Modules = {}

/** Adds the pages of an area; those that only few visitors come to are fetched with the first of them (hydrate.tsx). */
export function addPages(pages: Pages, files: Modules): void {
  Object.assign(table, pages)
  Object.assign(modules, files)
}

/** Whether a page is known at all in what was loaded. */
export const isPageAdded = (name: PageName) => table[name] !== undefined

/** What stands at a page's path at this tenant; undefined: it has no such page. */
export function entryOf(name: PageName, tenant: Flags): PageEntry | undefined {
  const entry = table[name]
  if (!entry || entry.exists?.(tenant) === false) return undefined
  return entry.instead?.(tenant) ?? entry
}

/** All pages of a tenant. */
export function pagesOf(tenant: Flags): [PageName, PageEntry][] {
  return (Object.keys(table) as PageName[]).flatMap((name) => {
    const entry = entryOf(name, tenant)
    return entry ? [[name, entry]] : []
  })
}

export async function loadPage({ source }: PageEntry): Promise<PageModule> {
  const load = modules[`/src/web/${source}`]
  if (!load) throw new Error(`no page ${source}`)
  return (await load()) as PageModule
}
