import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { PageAnswer } from '../../contract/page-context.ts'

const policy = 'Content-Security-Policy'

const kept = new Map<string, string>()
const mostKept = 1_000

/** A source of the policy. The same few texts stand in all pages of a tenant. */
function sourceOf(text: string): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const source = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  kept.set(text, source)
  return source
}

/** Allows what stands in a built page by its hash, so that its bytes are the same for everybody; no nonce is left to guess. */
export function allowInline(reply: FastifyReply, inline: PageAnswer['inline']): void {
  const sources = (texts: string[] = []) => texts.filter((text) => text !== '').map(sourceOf)
  allow(reply, sources(inline?.scripts), sources(inline?.styles))
}

/** For what is written anew for each answer: a nonce, made when a page asks for it. */
export function allowNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const sources = [`'nonce-${nonce}'`]
  allow(reply, sources, sources)
  return nonce
}

function allow(reply: FastifyReply, scripts: readonly string[], styles: readonly string[]): void {
  const written = String(reply.getHeader(policy) ?? '')
    .replace("script-src 'self'", (self) => [self, ...scripts].join(' '))
    .replace("style-src 'self'", (self) => [self, ...styles].join(' '))
  reply.header(policy, written)
}
