import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { FirstPage } from './runtime/hydration.ts'
import type { PageModule } from './runtime/page-module.ts'
import { routeOf, type Gate } from './runtime/page-route.ts'
import { addTexts, loadTexts, textFile, type Area } from './runtime/texts.ts'

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>

// The server has let the visitor in; the page asks again only when it loads anew.
const lateGate: Gate = {
  gatedLoader: (name, load) => async (args: LoaderFunctionArgs) => {
    const { gatedLoader } = await import('./page-gate.ts')
    return (gatedLoader(name, load) as Loader)(args)
  },
  gatedAction: (name, act) => async (args: LoaderFunctionArgs) => {
    const { gatedAction } = await import('./page-gate.ts')
    return (gatedAction(name, act) as Loader)(args)
  },
}

/** The route of the page that is open, from files whose addresses came with it: the table of all pages is not needed for it. */
export async function firstRoute(page: FirstPage): Promise<RouteObject> {
  const { id, path, name, locale } = page
  const areas = Object.entries(page.texts) as [Area, string][]
  for (const [area, file] of areas)
    addTexts({
      [`/${textFile(locale, area)}`]: async () =>
        ((await import(/* @vite-ignore */ file)) as { default: Record<string, string> }).default,
    })
  const [module] = await Promise.all([
    import(/* @vite-ignore */ page.module) as Promise<PageModule>,
    loadTexts(
      locale,
      areas.map(([area]) => area),
    ),
  ])
  return { id, path, ...routeOf(name, locale, module, lateGate) }
}
