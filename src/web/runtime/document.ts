import { clientAssets } from 'virtual:client-assets'
import type { PageAnswer, PageContext, PageTenant } from '../../contract/page-context.ts'
import { isAgencyPage, isConsolePage, isSalesPartnerPage } from '../../contract/page-kinds.ts'
import type { Theme } from '../../domain/tenant.ts'
import type { DocumentInput } from './document-input.ts'
import { keepPresses } from './early-presses.ts'
import { escapeHtml } from './escape-html.ts'
import { headTags } from './head-tags.ts'
import {
  hydrationId,
  packHydration,
  safeJson,
  type FirstPage,
  type HydrationData,
} from './hydration.ts'
import { viewOf } from './page-context.tsx'
import type { PageHandle } from './page-module.ts'
import { entryOf, isConsole } from './page-table.ts'
import { textFile } from './texts.ts'
import { darkThemeCss, themeCss } from './theme-css.ts'

/** The whole document, and what stands in it that its policy has to name. */
export function renderDocument(
  input: DocumentInput,
): Required<Pick<PageAnswer, 'body' | 'inline'>> {
  const { context, result, content, nonce } = input
  const { tenant, locale } = context
  const handle = result.matches.at(-1)?.route.handle as PageHandle | undefined
  // The provider's page around a widget decides, and is light.
  const isInWidget = new URLSearchParams(result.location.search).has('widget')
  const hydration = packHydration(viewOf(context), firstPage(input, handle), result)
  const { light, dark } = themeOf(tenant.theme)
  const theme = isInWidget ? light : light + dark
  const assets = assetTags(input, handle)
  const by = nonceOf(nonce)
  const head = `<!doctype html>
<html lang="${locale}" dir="ltr" class="${escapeHtml(tenant.theme.look)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${nonce === null ? '' : `<meta property="csp-nonce"${by}>\n`}${headTags(input, handle)}
`
  const data = `</div>
<script type="application/json" id="${hydrationId}"${by}>${withTenant(hydration, tenant)}</script>
</body>
</html>`
  const styles = [`<style${by}>`, theme, '</style>\n']
  const body = [head, ...styles, ...assets.tags, '</head>\n<body>\n<div id="root">', content, data]
  return { body, inline: { styles: [theme, assets.style], scripts: [assets.script] } }
}

const themes = new WeakMap<Theme, { light: string; dark: string }>()

/** Made once for each tenant: mixing its colours takes as long as a tenth of a page. */
function themeOf(theme: Theme): { light: string; dark: string } {
  const known = themes.get(theme) ?? { light: themeCss(theme), dark: darkThemeCss(theme) }
  themes.set(theme, known)
  return known
}

const nonceOf = (nonce: string | null) => (nonce === null ? '' : ` nonce="${nonce}"`)

/** A page's data: the tenant's part of the view, half of it, is written once. */
function withTenant({ view, ...hydration }: HydrationData, tenant: PageTenant): string {
  const { tenant: _, ...own } = view
  const start = `{"view":{"tenant":${tenantJson(tenant)},`
  return start + safeJson({ view: own, ...hydration }).slice('{"view":{'.length)
}

const written = new WeakMap<PageTenant, string>()

/** What the browser's components need: colours, fonts and corners are there as CSS. */
function tenantJson(tenant: PageTenant): string {
  const { logo, heroPicture } = tenant.theme
  const json = written.get(tenant) ?? safeJson({ ...tenant, theme: { logo, heroPicture } })
  written.set(tenant, json)
  return json
}

// Inline styles, but for whoever works at a desk: on a phone a 6 KiB stylesheet costs more in latency than in bytes. Scripts load after first
// paint, as the page works without them; a dev server has its own order.
function assetTags(
  { context, nonce, deskScript, assets }: DocumentInput,
  handle: PageHandle | undefined,
): { tags: string[]; style: string; script: string } {
  const { scripts, styles, css, fonts } = builtFiles(context, handle)
  const by = nonceOf(nonce)
  const script = clientAssets
    ? `${isDesk(handle) ? deskScript : ''}${keepPresses}${fetchWhenPainted(scripts, nonce)}`
    : ''
  const tags = [
    assets.headTags ? `${assets.headTags}\n` : '',
    ...[...styles, ...assets.styles].map((path) => `<link rel="stylesheet" href="${path}">\n`),
    ...fonts.map(
      (path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">\n`,
    ),
    ...(css ? [`<style${by}>`, css, '</style>\n'] : []),
    ...(clientAssets ? [] : [...scripts, ...assets.scripts]).map(
      (path) => `<script type="module"${by} src="${path}"></script>\n`,
    ),
    script ? `<script${by}>${script}</script>\n` : '',
  ]
  return { tags, style: css, script }
}

/** Loads the page's scripts (running the first) once the page with its pictures has been on the screen, at the first touch, or soon. */
function fetchWhenPainted([script = '', ...preloads]: string[], nonce: string | null): string {
  const by = nonce === null ? {} : { nonce }
  const tags = [
    ...preloads.map((href) => ['link', { rel: 'modulepreload', ...by, href }]),
    ['script', { type: 'module', ...by, src: script }],
  ]
  return `{let due=${safeJson(tags)};const go=()=>{for(const [name,attributes] of due){const tag=document.createElement(name);for(const [key,value] of Object.entries(attributes))tag.setAttribute(key,value);document.head.append(tag)}due=[]};for(const type of ['pointerdown','keydown','focusin'])addEventListener(type,go,{once:true,capture:true});const watch=()=>new PerformanceObserver(go).observe({type:'paint',buffered:true});addEventListener('load',()=>requestAnimationFrame(()=>setTimeout(watch)));setTimeout(go,2000)}`
}

// The look's own letters, not those of rarer languages: preloaded, they arrive before the first layout, which is then not repeated.
const fontsOf = (css: string) =>
  [...css.matchAll(/url\((\/assets\/[\w-]+-latin-wght-[\w-]+\.woff2)\)/g)].map(
    ([, path = '']) => path,
  )

const isDesk = (handle: PageHandle | undefined) =>
  handle !== undefined &&
  (isAgencyPage(handle.page) || isSalesPartnerPage(handle.page) || isConsolePage(handle.page))

/** Desks need their own tables at once. */
function firstPage({ context, result }: DocumentInput, handle: PageHandle | undefined) {
  const { id, path } = result.matches.at(-1)?.route ?? {}
  const entry = handle && entryOf(handle.page, context.tenant)
  if (!entry || !id || path === undefined || isDesk(handle) || isConsole(context.tenant))
    return null
  const { page: name, locale } = handle
  const texts = (['common', ...entry.texts] as const).map((area) => [
    area,
    clientFile(textFile(locale, area)),
  ])
  const module = clientFile(`src/web/${entry.source}`)
  const { rest } = builtFiles(context, handle)
  return {
    id,
    path,
    name,
    locale,
    module,
    texts: Object.fromEntries(texts),
    styles: rest,
  } as FirstPage
}

/** A source's built file, or its address at a dev server. */
const clientFile = (source: string) => clientAssets?.[source]?.scripts[0] ?? `/${source}`

type Built = {
  scripts: string[]
  styles: string[]
  css: string
  fonts: string[]
  rest: string[] // stylesheets that other pages need
}
const built = new Map<string, Built>()

/** The same few for all visitors, so their texts are joined, and known by the policy, once. */
function builtFiles(context: PageContext, handle: PageHandle | undefined): Built {
  const { tenant, locale } = context
  const entry = handle && entryOf(handle.page, tenant)
  const of = entry && [entry.source, entry.also, ...entry.texts]
  const key = [tenant.theme.look, locale, isDesk(handle), isAtDesk(context), of].join()
  const known = built.get(key) ?? joinFiles(context, handle)
  built.set(key, known)
  return known
}

/** Whoever works there comes again, and has its stylesheets by then. */
const isAtDesk = ({ agencyUser, salesPartner, operator }: PageContext) =>
  Boolean(agencyUser ?? salesPartner ?? operator)

function joinFiles(context: PageContext, handle: PageHandle | undefined): Built {
  const { tenant, locale } = context
  const look = `src/web/ui/looks/${tenant.theme.look}.css`
  const styles = ['src/web/ui/style.css', ...(isDesk(handle) ? ['src/web/ui/desk.css'] : []), look]
  if (!clientAssets) {
    // Vite's dev server answers a stylesheet link with `?direct` as CSS.
    const links = styles.map((path) => `/${path}?direct`)
    return { scripts: ['/src/web/entry-client.ts'], styles: links, css: '', fonts: [], rest: [] }
  }
  const entry = handle && entryOf(handle.page, tenant)
  const wanted = [
    'src/web/entry-client.ts',
    'src/web/hydrate.tsx',
    ...(isDesk(handle) || isConsole(tenant) ? ['src/web/all-pages.ts'] : []),
    ...(entry?.also ? [`src/web/${entry.also}`] : []),
    ...(entry ? [`src/web/${entry.source}`] : []),
    ...(['common', ...(entry?.texts ?? [])] as const).map((area) => textFile(locale, area)),
  ]
  const own = isConsole(tenant) ? undefined : clientAssets[`src/web/${entry?.source}`]?.own
  const cssOf = (source: string) => own?.[source] ?? clientAssets?.[source]?.css ?? ''
  const all = [...styles, ...wanted]
  const css = all.map(cssOf).join('')
  const linked = isDesk(handle) && isAtDesk(context)
  const ofPages = Object.keys(clientAssets).filter((source) => source.endsWith('-page.tsx'))
  const rest = [...(own === undefined ? [] : styles), ...ofPages].flatMap(
    (source) => clientAssets?.[source]?.styles ?? [],
  )
  return {
    scripts: [...new Set(wanted.flatMap((source) => clientAssets?.[source]?.scripts ?? []))],
    styles: linked
      ? [...new Set(all.flatMap((source) => clientAssets?.[source]?.styles ?? []))]
      : [],
    css: linked ? '' : css,
    fonts: fontsOf(css),
    rest: [...new Set(rest)],
  }
}
