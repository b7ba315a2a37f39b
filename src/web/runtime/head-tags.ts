import type { PageTenant } from '../../contract/page-context.ts'
import { isRouteErrorResponse } from 'react-router'
import type { Locale } from '../../domain/tenant.ts'
import type { DocumentInput } from './document-input.ts'
import { escapeHtml } from './escape-html.ts'
import { fullTitle } from './full-title.ts'
import { otherLanguage } from './href.ts'
import type { Meta, PageHandle } from './page-module.ts'
import { isConsole } from './page-table.ts'
import { textsOf } from './texts.ts'
import { withState } from './title-parts.ts'

/** Title, description, canonical address, languages and preview card. */
export function headTags(
  {
    context,
    view,
    store,
    result,
    state,
  }: Pick<DocumentInput, 'context' | 'view' | 'store' | 'result' | 'state'>,
  handle: PageHandle | undefined,
): string {
  const { tenant, locale, origin } = context
  const meta = metaOf({ view, store, result }, handle)
  const { pathname } = result.location
  const absolute = (path: string) => escapeHtml(new URL(path, origin).href)
  const place = { search: result.location.search, params: result.matches.at(-1)?.params ?? {} }
  const title = escapeHtml(withState(fullTitle(meta, place, view, textsOf(store, view)), state))
  const description = escapeHtml(meta.description ?? tenant.home.teaser)
  const open = meta.robots === undefined && result.statusCode < 400
  const languages: [name: string, code: Locale][] = open
    ? tenant.locales.map((code) => [code, code])
    : []
  const fallback = tenant.locales[0]
  if (open && fallback) languages.push(['x-default', fallback])
  return [
    `<title>${isWrong(result) ? textsOf(store, view)('common')('form.wrong') : ''}${title}</title>`,
    `<meta name="description" content="${description}">`,
    ...(open
      ? [`<link rel="canonical" href="${absolute(pathname)}">`]
      : ['<meta name="robots" content="noindex">']),
    ...languages.map(
      ([name, code]) =>
        `<link rel="alternate" hreflang="${name}" href="${absolute(otherLanguage(pathname, '', code))}">`,
    ),
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeHtml(tenant.name)}">`,
    `<meta property="og:locale" content="${locale === 'de' ? 'de_DE' : 'en_GB'}">`,
    `<meta property="og:url" content="${absolute(pathname)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:image" content="${absolute(meta.picture ?? tenant.theme.previewPicture)}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    `<meta name="theme-color" content="${escapeHtml(tenant.theme.colours.heroBackground)}">`,
    iconTag(tenant),
  ].join('\n')
}

/** Of a form's answer (ui/form/form-answer.ts). */
type Answered = { noAnswer?: boolean; message?: string | null; errors?: object }

/** Whether the form that was sent is shown again with errors. */
function isWrong({ actionData }: DocumentInput['result']): boolean {
  const answer = Object.values(actionData ?? {})[0] as Answered | undefined
  return Boolean(answer?.noAnswer || answer?.message || Object.keys(answer?.errors ?? {}).length)
}

/** Browsers detect picture types, except SVG. */
function iconTag({ code, theme }: PageTenant): string {
  const icon = theme.icon ?? `/brand/${encodeURIComponent(code)}/favicon.svg`
  const type = icon.endsWith('.svg') ? ' type="image/svg+xml"' : ''
  return `<link rel="icon"${type} href="${escapeHtml(icon)}">`
}

function metaOf(
  { view, store, result }: Pick<DocumentInput, 'view' | 'store' | 'result'>,
  handle: PageHandle | undefined,
): Meta {
  const texts = textsOf(store, view)
  const error = Object.values(result.errors ?? {})[0]
  if (error || !handle) {
    const status = isRouteErrorResponse(error) ? error.status : 500
    const title =
      status === 403 && isConsole(view.tenant)
        ? texts('console')('forbidden.title')
        : texts('common')(status === 404 ? 'notFound.title' : 'error.title')
    return { title, robots: 'noindex' }
  }
  const data = result.loaderData[result.matches.at(-1)?.route.id ?? '']
  return handle.meta({ data: data as never, page: view, texts })
}
