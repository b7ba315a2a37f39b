import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue } from '../../domain/errors.ts'
import { say } from '../../domain/say.ts'
import { failureOf, logFailure } from '../answer-error.ts'
import { localeOf } from '../serve.ts'
import { sendPlainPage } from './plain-page.ts'

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
  return sendPlainPage(reply.code(failure.status ?? entry.status), {
    locale,
    title: text.title,
    body: `<p>${say(entry, { locale, tenant: request.tenant })}</p>
<p><a class="button" href="">${text.again}</a>${home}</p>
<p class="id">${text.id}: ${request.id}</p>`,
  })
}
