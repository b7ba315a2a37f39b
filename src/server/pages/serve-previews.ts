import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOptions } from '../access/cookies.ts'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import { localeOf } from '../serve.ts'
import { makePreview, previewCookie, previewMinutes, readPreview } from '../team/preview.ts'
import { answerErrorPage } from './answer-error-page.ts'
import { isOwnForm } from './own-origin.ts'
import { sendPlainPage } from './plain-page.ts'

const words = {
  de: {
    title: 'Weiter zur Vorschau',
    text: 'Der Entwurf ist von diesem Gerät aus eine Stunde lang zu sehen.',
    open: 'Vorschau öffnen',
  },
  en: {
    title: 'On to the preview',
    text: 'The draft can be seen on this device for an hour.',
    open: 'Open the preview',
  },
}

// As links of the built pages (web/referral/open-link.tsx): pressed once somebody sees it.
const press = `const form=document.forms[0],press=()=>{if(document.visibilityState==='visible'){removeEventListener('visibilitychange',press);form.submit()}}
addEventListener('visibilitychange',press);press()`

/** /vorschau?t=…: a link of the console to a draft on its own host. It shows a button, whose press opens the draft for an hour. */
export function servePreviews(app: FastifyInstance, deps: Deps): void {
  const openedBy = async (request: FastifyRequest) => {
    const tenant = await deps.tenants.byHost(request.host)
    const { t } = request.query as { t?: unknown }
    const session =
      tenant?.isDraft && typeof t === 'string'
        ? await readPreview(deps, 'link', tenant.code, t)
        : null
    return tenant && session !== null ? { tenant, session } : null
  }
  const unknown = (request: FastifyRequest, reply: FastifyReply) =>
    answerErrorPage(request, reply, fail('unknown-tenant'))

  app.get('/vorschau', async (request, reply) => {
    if (!(await openedBy(request))) return unknown(request, reply)
    const locale = localeOf(request)
    const { title, text, open } = words[locale]
    reply.header('Referrer-Policy', 'no-referrer')
    return sendPlainPage(reply, {
      locale,
      title,
      body: `<p>${text}</p><form method="post"><button class="button">${open}</button></form><script nonce="${reply.nonce}">${press}</script>`,
    })
  })

  app.post('/vorschau', async (request, reply) => {
    if (!isOwnForm(deps, request)) return answerErrorPage(request, reply, fail('not-authorised'))
    const opened = await openedBy(request)
    if (!opened) return unknown(request, reply)
    return reply
      .setCookie(previewCookie, makePreview(deps, 'cookie', opened.tenant.code, opened.session), {
        ...cookieOptions(deps.publicOrigin),
        maxAge: previewMinutes * 60,
      })
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .redirect('/', 303)
  })
}
