import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue, type ErrorName } from '../../domain/errors.ts'
import { say, type Listener } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
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
  const locale = localeOfPage(request)
  if (failure.retryAfterSeconds) reply.header('Retry-After', String(failure.retryAfterSeconds))
  return sendPlainPage(
    reply.code(failure.status ?? entry.status),
    errorPage(failure.name, { locale, tenant: request.tenant }, request.id),
  )
}

export function errorPage(name: ErrorName, listener: Listener, requestId: string) {
  const { locale } = listener
  const text = words[locale]
  // An unknown host has no homepage.
  const home = name === 'unknown-tenant' ? '' : ` <a href="/${locale}">${text.home}</a>`
  return {
    locale,
    title: text.title,
    body: `<p>${say(errorCatalogue[name], listener)}</p>
<p><a class="button" href="">${text.again}</a>${home}</p>
<p class="id">${text.id}: ${requestId}</p>`,
  }
}

/** The address's language, then the browser's. */
export function localeOfPage(request: Pick<FastifyRequest, 'url' | 'headers'>): Locale {
  const prefix = /^\/(de|en)(?=\/|\?|$)/i.exec(request.url)?.[1]?.toLowerCase()
  return prefix === 'de' || prefix === 'en' ? prefix : localeOf(request)
}
