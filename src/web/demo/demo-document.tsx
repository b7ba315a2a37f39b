import { renderToStaticMarkup } from 'react-dom/server'
import type { DemoPage } from '../../contract/page-context.ts'
import type { Theme } from '../../domain/tenant.ts'
import { escapeHtml } from '../escape-html.ts'
import { themeCss } from '../theme-css.ts'
import baseCss from './base.css?inline'
import companiesCss from './companies.css?inline'
import { demoTexts } from './demo-texts.ts'
import { OverviewPage } from './overview-page.tsx'
import overviewCss from './overview.css?inline'
import { ShopPage } from './shop-page.tsx'
import shopCss from './shop.css?inline'

/** @param fontsOf the font-face rules of a look */
export function renderDocument(
  page: DemoPage,
  nonce: string,
  fontsOf: (look: string) => string,
): string {
  const { title, icon, themes, css, content } = page.kind === 'shop' ? shop(page) : overview(page)
  const fonts = [...new Set(themes.map(({ theme }) => fontsOf(theme.look)))]
  const tokens = themes.map(({ code, theme }) => scopedTheme(code, theme))
  return `<!doctype html>
<html lang="${page.locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="${escapeHtml(icon)}">
<style nonce="${escapeHtml(nonce)}">${[...fonts, baseCss, css, ...tokens].join('\n')}</style>
</head>
<body>
${renderToStaticMarkup(content)}
</body>
</html>`
}

function overview(page: Extract<DemoPage, { kind: 'overview' }>) {
  return {
    title: demoTexts[page.locale].overview.title,
    icon: '/brand/demo/favicon.svg',
    themes: page.tenants,
    css: `${overviewCss}\n${companiesCss}`,
    content: <OverviewPage page={page} />,
  }
}

function shop(page: Extract<DemoPage, { kind: 'shop' }>) {
  return {
    title: demoTexts[page.locale].shop.title(page.tenant.name),
    icon: `/brand/${encodeURIComponent(page.tenant.code)}/favicon.svg`,
    themes: [page.tenant],
    css: shopCss,
    content: <ShopPage page={page} />,
  }
}

/** The tokens of a tenant for everything inside `data-theme="code"`, so that three companies share a page. */
function scopedTheme(code: string, theme: Theme): string {
  return themeCss(theme).replace(':root', `[data-theme="${code.replace(/[^a-z0-9-]/g, '')}"]`)
}
