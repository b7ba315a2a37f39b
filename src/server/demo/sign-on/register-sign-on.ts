import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebBundle } from '../../../contract/page-context.ts'
import type { Deps } from '../../context.ts'
import { fail } from '../../errors.ts'
import { pageUrl } from '../../tenant/tenant-origin.ts'
import { languageOf, sendPage } from '../answer-demo.ts'
import { makeProvider, type SignOnProvider } from './make-provider.ts'
import { signOnPeople } from './sign-on-people.ts'

const folder = '/demo/sso'

/** The demo's OpenID provider with its user selection page, created on demand. */
export async function registerSignOn(
  demo: FastifyInstance,
  deps: Deps,
  bundle: () => Promise<WebBundle>,
): Promise<void> {
  let made: Promise<SignOnProvider> | null = null
  const provider = () => (made ??= open(deps))
  demo.get(`${folder}/anmelden/:login`, async (request, reply) => {
    const { login } = request.params as { login: string }
    const open = await (await provider()).isOpen(request.raw, reply.raw)
    const { tenant } = await client(deps)
    const { code, name, theme } = tenant
    const page = {
      kind: 'sign-on',
      locale: languageOf(request),
      tenant: { code, name, theme },
      people: open
        ? signOnPeople.map(({ id, firstName, lastName, agency, employee }) => ({
            name: `${firstName} ${lastName}`,
            agency,
            employee,
            url: `${folder}/anmelden/${encodeURIComponent(login)}/als/${id}`,
          }))
        : [],
    } as const
    return sendPage(reply, page.locale, (await bundle()).renderDemoPage(page, reply.nonce))
  })
  demo.get(`${folder}/anmelden/:login/als/:person`, async (request, reply) => {
    const { person: id } = request.params as { person: string }
    const person = signOnPeople.find((one) => one.id === id)
    const used = await provider()
    if (!person || !(await used.isOpen(request.raw, reply.raw))) throw fail('not-found')
    return reply.redirect(await used.choose(request.raw, reply.raw, person), 303)
  })
  await demo.register(async (raw) => {
    // The provider parses its forms itself.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const used = await provider()
      reply.hijack()
      const { raw: asked } = request
      // The provider expects its own path, and derives its prefix from originalUrl.
      Object.assign(asked, { originalUrl: asked.url, url: asked.url?.slice(folder.length) || '/' })
      used.handle(asked, reply.raw)
    }
    raw.route({ method: ['GET', 'POST', 'OPTIONS'], url: `${folder}/*`, handler })
  })
}

async function client(deps: Deps) {
  const tenants = await deps.tenants.all()
  const tenant = tenants.find(({ sso }) => sso?.issuer === folder)
  if (!tenant?.sso) throw fail('not-found')
  return { tenant, sso: tenant.sso }
}

async function open(deps: Deps): Promise<SignOnProvider> {
  const { tenant, sso } = await client(deps)
  return makeProvider({
    issuer: new URL(folder, deps.publicOrigin).href,
    clientId: sso.clientId,
    redirectUris: tenant.locales.map((locale) =>
      pageUrl(deps.publicOrigin, tenant, locale, 'AgencyLogin'),
    ),
    loginUrl: (id) => `${folder}/anmelden/${id}`,
    people: signOnPeople,
  })
}
