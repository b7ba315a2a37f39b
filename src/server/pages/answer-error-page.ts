import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue } from '../../domain/errors.ts'
import { say } from '../../domain/say.ts'
import { failureOf, logFailure } from '../answer-error.ts'
import { localeOf } from '../serve.ts'

const words = {
  de: {
    title: 'Das hat gerade nicht geklappt',
    again: 'Noch einmal versuchen',
    home: 'Zur Startseite',
    id: 'Kennung für den Support',
  },
  en: {
    title: 'That did not work just now',
    again: 'Try again',
    home: 'Go to the homepage',
    id: 'Reference for support',
  },
}

/** The page for failures before rendering: no tenant, no database, a foreign form. */
export function answerErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const failure = failureOf(error)
  logFailure(request, failure, error)
  const entry = errorCatalogue[failure.name]
  const prefix = /^\/(de|en)(?=\/|\?|$)/i.exec(request.url)?.[1]?.toLowerCase()
  const locale = prefix === 'de' || prefix === 'en' ? prefix : localeOf(request)
  const text = words[locale]
  // An unknown host has no homepage.
  const home = failure.name === 'unknown-tenant' ? '' : ` <a href="/${locale}">${text.home}</a>`
  if (failure.retryAfterSeconds) reply.header('Retry-After', String(failure.retryAfterSeconds))
  return reply
    .code(failure.status ?? entry.status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text.title}</title><style nonce="${reply.nonce}">${style}</style></head>
<body><main><h1>${text.title}</h1><p>${say(entry, { locale, tenant: request.tenant })}</p>
<p><a class="button" href="">${text.again}</a>${home}</p>
<p class="id">${text.id}: ${request.id}</p></main></body></html>`)
}

const style = `body{margin:0;min-height:100dvh;display:grid;place-items:center;font:1.125rem/1.6 system-ui,sans-serif;color:#1b1f24;background:#f6f5f2}
main{max-width:34rem;padding:2rem 1.25rem}h1{font-size:1.75rem;line-height:1.25;margin:0 0 .5rem}a{color:#0b4f9c;display:inline-block;padding:.625rem 0;margin-right:1.25rem}
.button{background:#1b1f24;color:#fff;padding:.625rem 1.25rem;border-radius:.5rem;text-decoration:none;font-weight:600}.id{color:#555c64;font-size:1rem}
:focus-visible{outline:3px solid #0b4f9c;outline-offset:3px}`
