import type { FastifyReply } from 'fastify'
import type { Locale } from '../../domain/tenant.ts'

type Page = { locale: Locale; title: string; body: string }

/** A page without the built ones: for failures before rendering, and for who is not let in to a tenant's pages yet. */
export function sendPlainPage(reply: FastifyReply, page: Page): FastifyReply {
  const styleTag = `<style nonce="${reply.nonce}">${plainStyle}</style>`
  return reply.type(plainType).header('Cache-Control', 'no-store').send(plainPage(page, styleTag))
}

export const plainType = 'text/html; charset=utf-8'

export const plainPage = ({ locale, title, body }: Page, styleTag: string): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>${styleTag}</head>
<body><main><h1>${title}</h1>${body}</main></body></html>`

export const plainStyle = `body{margin:0;min-height:100dvh;display:grid;place-items:center;font:1.125rem/1.6 system-ui,sans-serif;color:#1b1f24;background:#f6f5f2}
main{max-width:34rem;padding:2rem 1.25rem}h1{font-size:1.75rem;line-height:1.25;margin:0 0 .5rem}a{color:#0b4f9c;display:inline-block;padding:.625rem 0;margin-right:1.25rem}
.button{background:#1b1f24;color:#fff;padding:.625rem 1.25rem;border:0;border-radius:.5rem;font:inherit;text-decoration:none;font-weight:600}.id{color:#555c64;font-size:1rem}
:focus-visible{outline:3px solid #0b4f9c;outline-offset:3px}`
