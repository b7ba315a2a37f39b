import { data, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { noAnswer } from './runtime/api-error.ts'
import type { FirstPage } from './runtime/hydration.ts'
import type { PageModule } from './runtime/page-module.ts'
import { routeOf, type Gate } from './runtime/page-route.ts'
import { addTexts, loadTexts, textFile, type Area } from './runtime/texts.ts'

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>

const loadGate = () => import('./page-gate.ts').catch(() => null)

// The server has let the visitor in; the page asks again only when it loads anew.
const lateGate: Gate = {
  gatedLoader: (name, load) => async (args: LoaderFunctionArgs) => {
    const gate = await loadGate()
    if (!gate) throw data(noAnswer().failure, { status: 503 })
    return (gate.gatedLoader(name, load) as Loader)(args)
  },
  // Offline, the form says so itself: its call has no answer.
  gatedAction: (name, act) => async (args: LoaderFunctionArgs) => {
    const gate = await loadGate()
    return gate ? (gate.gatedAction(name, act) as Loader)(args) : act(args, undefined)
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
