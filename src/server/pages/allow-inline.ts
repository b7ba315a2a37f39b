import { createHash } from 'node:crypto'
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
  const sources = (texts: string[] = []) =>
    texts.flatMap((text) => (text === '' ? [] : [` ${sourceOf(text)}`])).join('')
  const written = String(reply.getHeader(policy) ?? '')
    .replace(/(?<=script-src [^;]*) 'nonce-[^']*'/, sources(inline?.scripts))
    .replace(/(?<=style-src [^;]*) 'nonce-[^']*'/, sources(inline?.styles))
  reply.header(policy, written)
}
