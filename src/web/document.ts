import { clientAssets } from 'virtual:client-assets'
import type { i18n as I18n } from 'i18next'
import type { StaticHandlerContext } from 'react-router'
import type { PageContext } from '../contract/page-context.ts'
import { escapeHtml } from './escape-html.ts'
import { headTags } from './head-tags.ts'
import { hydrationId, packHydration, safeJson } from './hydration.ts'
import { viewOf } from './page-context.tsx'
import { pageModules } from './pages.ts'
import type { PageHandle } from './router.tsx'
import { textFile } from './texts.ts'
import { themeCss } from './theme-css.ts'

export type DocumentInput = {
  context: PageContext
  i18n: I18n
  result: StaticHandlerContext
  content: string // HTML of the page
  nonce: string
  assets: { scripts: string[]; styles: string[]; headTags?: string }
}

/** The whole HTML document of a rendered page. */
export function renderDocument(input: DocumentInput): string {
  const { context, result, content, nonce } = input
  const { tenant, locale } = context
  const handle = result.matches.at(-1)?.route.handle as PageHandle | undefined
  const hydration = packHydration(viewOf(context), result)
  return `<!doctype html>
<html lang="${locale}" dir="ltr" class="${escapeHtml(tenant.theme.look)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" nonce="${nonce}">
${headTags(input, handle)}
<style nonce="${nonce}">${themeCss(tenant.theme)}</style>
${assetTags(input, handle)}
</head>
<body>
<div id="root">${content}</div>
<script type="application/json" id="${hydrationId}" nonce="${nonce}">${safeJson(hydration)}</script>
</body>
</html>`
}

function assetTags({ context, nonce, assets }: DocumentInput, handle: PageHandle | undefined): string {
  const { scripts, styles, preloads, fonts } = assetsOf(context, handle)
  const style = (path: string) => `<link rel="stylesheet" href="${path}">`
  const script = (path: string) => `<script type="module" nonce="${nonce}" src="${path}"></script>`
  return [
    assets.headTags ?? '',
    ...fonts.map(
      (path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...[...styles, ...assets.styles].map(style),
    ...preloads.map((path) => `<link rel="modulepreload" nonce="${nonce}" href="${path}">`),
    ...[...scripts, ...assets.scripts].map(script),
  ]
    .filter((tag) => tag !== '')
    .join('\n')
}

function assetsOf({ tenant, locale }: PageContext, handle: PageHandle | undefined) {
  const look = `src/web/ui/looks/${tenant.theme.look}.css`
  const common = ['src/web/entry-client.tsx', 'src/web/ui/style.css', look]
  if (!clientAssets) {
    const [script = '', ...styles] = common.map((path) => `/${path}`)
    // Vite's dev server answers a stylesheet link with `?direct` as CSS.
    return { scripts: [script], styles: styles.map((path) => `${path}?direct`), preloads: [], fonts: [] }
  }
  const entry = handle && pageModules[handle.page]
  const wanted = [
    ...common,
    ...(entry ? [`src/web/${entry.source}`] : []),
    ...(['common', ...(entry?.texts ?? [])] as const).map((area) => textFile(locale, area)),
  ]
  const files = wanted.map((source) => clientAssets?.[source]).filter((found) => found !== undefined)
  const scripts = [...new Set(files.flatMap((found) => found.scripts))]
  return {
    scripts: scripts.slice(0, 1),
    preloads: scripts.slice(1),
    styles: [...new Set(files.flatMap((found) => found.styles))],
    fonts: (clientAssets[look]?.fonts ?? []).filter((path) => /latin-(?!ext)/.test(path)).slice(0, 1),
  }
}
