import type { ComponentType } from 'react'
import { isConsolePage } from '../../contract/page-kinds.ts'
import type { PageName } from '../../contract/pages.ts'
import { platformCode } from '../../domain/platform.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import type { PageModule } from './page-module.ts'
import type { Area } from './texts.ts'

/** Tenant flags that decide which pages exist. */
type Flags = Pick<
  PageTenant,
  'code' | 'autoLogin' | 'agentReferral' | 'showsCategories' | 'agencies' | 'salesPartners'
>

export type PageEntry = {
  source: string // file below src/web
  also?: string // a file that pages of its area need first
  texts: Area[] // in addition to `common`
  exists?: (tenant: Flags) => boolean // default: everywhere; otherwise its path answers 404
  instead?: (tenant: Flags) => PageEntry | undefined // another page at the same path
}

export type Pages = Partial<Record<PageName, PageEntry>>

/** Code-split modules of page files, by path from the project's root. */
type Modules = Record<string, () => Promise<unknown>>

export const page = (source: string, ...texts: Area[]): PageEntry => ({ source, texts })

/** Pages that only some tenants have. */
export const pagesWhere =
  (exists: (tenant: Flags) => boolean): typeof page =>
  (...at) => ({ ...page(...at), exists })

const table: Pages = {}
const modules: Modules = {}

/** Adds an area's pages; rarely visited ones are fetched on first use (hydrate.tsx). */
export function addPages(pages: Pages, files: Modules): void {
  Object.assign(table, pages)
  Object.assign(modules, files)
}

export const isConsole = ({ code }: { code: string }) => code === platformCode

let frame: readonly ComponentType[] = []
/** The frame of the console's pages, and its page of what they cannot handle. */
export const setConsoleFrame = (...ones: [ComponentType, ComponentType]): void =>
  void (frame = ones)
/** The same of a tenant's pages, where they are not the usual ones. */
export const frameFor = (tenant: { code: string }) => (isConsole(tenant) ? frame : [])

/** The page at a name's path for this tenant; undefined if it has none. */
export function entryOf(name: PageName, tenant: Flags): PageEntry | undefined {
  const entry = table[name]
  if (!entry || entry.exists?.(tenant) === false) return undefined
  // The console has its own pages, and no tenant has those.
  if (isConsolePage(name) !== isConsole(tenant) && name !== 'FileNotFound') return undefined
  return entry.instead?.(tenant) ?? entry
}

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
