import { renderToStaticMarkup } from 'react-dom/server'
import type { DemoPage } from '../../contract/page-context.ts'
import type { Theme } from '../../domain/tenant.ts'
import { escapeHtml } from '../runtime/escape-html.ts'
import { themeCss } from '../runtime/theme-css.ts'
import baseCss from './base.css?inline'
import companiesCss from './companies.css?inline'
import consoleCss from './console.css?inline'
import { demoTexts } from './demo-texts.ts'
import inboxCss from './inbox.css?inline'
import { InboxPage } from './inbox-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import overviewCss from './overview.css?inline'
import { PreviewPage } from './preview-page.tsx'
import { ShopPage } from './shop-page.tsx'
import { SignOnPage } from './sign-on-page.tsx'
import signOnCss from './sign-on.css?inline'
import topCss from './top.css?inline'
import shopCss from './shop.css?inline'

/** @param fontsOf font-face rules of a look */
export function renderDocument(
  page: DemoPage,
  nonce: string,
  fontsOf: (look: string) => string,
): string {
  const { title, icon, looks, themes, css, content } = partsOf(page)
  const fonts = [...new Set(looks.map(fontsOf))]
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

function partsOf(page: DemoPage) {
  if (page.kind === 'shop') return shop(page)
  if (page.kind === 'preview') return preview(page)
  if (page.kind === 'sign-on') return signOn(page)
  return page.kind === 'inbox' ? inbox(page) : overview(page)
}

function inbox(page: Extract<DemoPage, { kind: 'inbox' }>) {
  const { title } = demoTexts[page.locale].inbox
  return {
    title: page.mail ? `${page.mail.subject} – ${title}` : `${title} – Zuspruch`,
    icon: '/brand/demo/favicon.svg',
    looks: page.looks,
    themes: [],
    css: `${topCss}\n${inboxCss}`,
    content: <InboxPage page={page} />,
  }
}

function preview(page: Extract<DemoPage, { kind: 'preview' }>) {
  return {
    title: `${page.mail.subject} – ${demoTexts[page.locale].preview.title}`,
    icon: '/brand/demo/favicon.svg',
    looks: page.looks,
    themes: [],
    css: `${topCss}\n${inboxCss}`,
    content: <PreviewPage page={page} />,
  }
}

function overview(page: Extract<DemoPage, { kind: 'overview' }>) {
  return {
    title: demoTexts[page.locale].overview.title,
    icon: '/brand/demo/favicon.svg',
    looks: page.tenants.map(({ theme }) => theme.look),
    themes: page.tenants,
    css: `${topCss}\n${overviewCss}\n${companiesCss}\n${consoleCss}`,
    content: <OverviewPage page={page} />,
  }
}

function signOn(page: Extract<DemoPage, { kind: 'sign-on' }>) {
  return {
    title: demoTexts[page.locale].signOn.heading(page.tenant.name),
    icon: `/brand/${encodeURIComponent(page.tenant.code)}/favicon.svg`,
    looks: [page.tenant.theme.look],
    themes: [page.tenant],
    css: `${shopCss}\n${signOnCss}`,
    content: <SignOnPage page={page} />,
  }
}

function shop(page: Extract<DemoPage, { kind: 'shop' }>) {
  return {
    title: demoTexts[page.locale].shop.title(page.tenant.name),
    icon: `/brand/${encodeURIComponent(page.tenant.code)}/favicon.svg`,
    looks: [page.tenant.theme.look],
    themes: [page.tenant],
    css: shopCss,
    content: <ShopPage page={page} />,
  }
}

/** A tenant's tokens scoped to `data-theme="code"`, so that three companies share a page. */
function scopedTheme(code: string, theme: Theme): string {
  return themeCss(theme).replace(':root', `[data-theme="${code.replace(/[^a-z0-9-]/g, '')}"]`)
}
