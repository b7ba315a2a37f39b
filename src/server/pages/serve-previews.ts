import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import { makePreview, previewCookie, previewMinutes, readPreview } from '../team/preview.ts'
import { answerErrorPage } from './answer-error-page.ts'

/** GET /vorschau?t=…: opens a draft on its own host, for an hour, by a link of the console. */
export function servePreviews(app: FastifyInstance, deps: Deps): void {
  app.get('/vorschau', async (request, reply) => {
    const tenant = await deps.tenants.byHost(request.host)
    const { t } = request.query as { t?: unknown }
    const session =
      tenant?.isDraft && typeof t === 'string'
        ? await readPreview(deps, 'link', tenant.code, t)
        : null
    if (!tenant || session === null) return answerErrorPage(request, reply, fail('unknown-tenant'))
    return reply
      .setCookie(previewCookie, makePreview(deps, 'cookie', tenant.code, session), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.publicOrigin.startsWith('https:'),
        maxAge: previewMinutes * 60,
      })
      .header('Cache-Control', 'no-store')
      .redirect('/')
  })
}
