import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../domain/tenant.ts'
import { AppError } from '../errors.ts'
import { localeOf } from '../serve.ts'
import type { NoticeName } from './demo-notice.ts'

export type Back = (
  request: FastifyRequest,
  locale: Locale,
  query: Record<string, string>,
) => string

/** JSON for a script; for a form a redirect to its page with a notice. */
export async function answerDemo(
  request: FastifyRequest,
  reply: FastifyReply,
  failedBack: Back,
  work: (locale: Locale) => Promise<{ body: unknown; back: string }>,
): Promise<FastifyReply> {
  const locale = languageOf(request)
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(
    request.headers['content-type'] ?? '',
  )
  reply.header('Cache-Control', 'no-store')
  try {
    const { body, back } = await work(locale)
    return isForm ? reply.redirect(back, 303) : reply.send(body)
  } catch (error) {
    if (!isForm || !(error instanceof AppError)) throw error
    return reply.redirect(failedBack(request, locale, { problem: error.failure.name }), 303)
  }
}

const address = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

export const overviewAddress: Back = (_, locale, query) =>
  address('/demo', { lang: locale, ...query })
export const backTo = (lang: Locale, notice: NoticeName) => address('/demo', { lang, notice })

/** The form's shop page, for the same referral. */
export const shopAddress: Back = (request, lang, query) => {
  const { tenant = '' } = request.params as Record<string, string>
  const referral = textIn(request.body, 'Empfehlungsnummer', 'empfehlungsnummer')
  const recipient = textIn(request.body, 'Empfaengernummer', 'empfaengernummer')
  return address(`/demo/shop/${encodeURIComponent(tenant)}`, {
    lang,
    ...referral,
    ...recipient,
    ...query,
  })
}

/** A single text of a query or form under its name, if present. */
export function textIn<const Name extends string>(
  from: unknown,
  field: string,
  name: Name,
): { [N in Name]?: string } {
  const value = (from as Record<string, unknown> | null)?.[field]
  const text = typeof value === 'string' ? value.trim().slice(0, 80) : ''
  return (text === '' ? {} : { [name]: text }) as { [N in Name]?: string }
}

export function languageOf(request: FastifyRequest): Locale {
  const { lang } = request.query as Record<string, unknown>
  return lang === 'de' || lang === 'en' ? lang : localeOf(request)
}

export function sendPage(reply: FastifyReply, locale: Locale, html: string): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Language', locale)
    .header('Vary', 'Accept-Language')
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Lets a page's forms post to one more origin, and say whence they come. */
export function allowForms(reply: FastifyReply, origin: string): void {
  const name = 'content-security-policy'
  const policy = String(reply.getHeader(name))
  reply.header(name, policy.replace("form-action 'self'", `form-action 'self' ${origin}`))
  // Under the app's same-origin such a form would send `Origin: null`.
  reply.header('referrer-policy', 'strict-origin')
}
