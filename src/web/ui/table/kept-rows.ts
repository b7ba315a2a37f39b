import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../../runtime/api-error.ts'
import type { PageModule } from '../../runtime/page-module.ts'
import { readTable, type TableSpec } from './table-address.ts'

// A list that cannot be loaded keeps the rows that were there, and the new address its filters. In the browser alone.

type Kept = { pathname: string; data: object; spec: TableSpec }
let shown: Kept | null = null

export const keepRows = (kept: Kept): void => {
  shown = kept
}

/** A page's data with rows of before. */
export const isKept = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'isKept' in data

/** A page whose loader answers with what its list showed, where the server is out of reach. */
function keepingRows(module: PageModule): PageModule {
  const { loader } = module
  if (import.meta.env.SSR || !loader) return module
  return {
    ...module,
    loader: async (args: LoaderFunctionArgs, context) => {
      try {
        return await loader(args, context)
      } catch (error) {
        const { pathname, searchParams } = new URL(args.request.url)
        if (!isOutOfReach(error) || shown?.pathname !== pathname) throw error
        return { ...shown.data, query: readTable(searchParams, shown.spec), isKept: true }
      }
    },
  }
}

const isOutOfReach = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The same for the files of an area's pages. */
export const keepingAll = (files: Record<string, () => Promise<unknown>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, load]) => [
      path,
      async () => keepingRows((await load()) as PageModule),
    ]),
  )
