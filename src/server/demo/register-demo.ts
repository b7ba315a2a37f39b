import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebBundle } from '../../contract/page-context.ts'
import { pagePath } from '../../contract/paths.ts'
import { readQuery } from '../../contract/read-input.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Locale } from '../../domain/tenant.ts'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { cookieOptions } from '../access/cookies.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { DevInbox } from '../gateways/mail/dev-inbox.ts'
import type { InboxMail } from '../gateways/mail/dev-inbox-process.ts'
import { orderLabels } from '../order/order-labels.ts'
import { operatorSession } from '../team/session.ts'
import { makeAdvanceClock } from './advance-clock.ts'
import {
  allowForms,
  answerDemo,
  backTo,
  languageOf,
  overviewAddress,
  sendPage,
  shopAddress,
  textIn,
} from './answer-demo.ts'
import { isOwnCaller } from './check-caller.ts'
import {
  clockBody,
  consoleBody,
  contractBody,
  decodeDemo,
  mailsQuery,
  readAdvance,
  releaseBody,
} from './demo-calls.ts'
import { readNotice } from './demo-notice.ts'
import { readInbox } from './read-inbox.ts'
import { registerSignOn } from './sign-on/register-sign-on.ts'

export type DemoOptions = {
  inbox: Pick<DevInbox, 'list' | 'uiUrl'> | null // null: an external mail server
  drain: () => Promise<unknown> // resolves when no job is left
  runSweeps: (tenants?: readonly string[]) => Promise<unknown>
  bundle: () => Promise<WebBundle>
}

const operator: Actor = { kind: 'operator', id: 'demo' }

/**
 * Registers demo mode (domain.md section 7): pages and calls to play provider, operator, bank and time. Only in demo mode do
 * these paths exist. What they do is loaded when it is first asked for.
 */
export async function registerDemo(
  app: FastifyInstance,
  deps: Deps,
  options: DemoOptions,
): Promise<void> {
  await app.register(async (demo) => {
    demo.addHook('onRequest', async (request) => {
      if (!isOwnCaller(request)) throw fail('not-authorised')
    })
    registerPages(demo, deps, options)
    registerTime(demo, deps, options)
    registerTrade(demo, deps)
    registerMoney(demo, deps)
    registerConsole(demo, deps)
    await registerSignOn(demo, deps, options.bundle)
  })
}

function registerPages(demo: FastifyInstance, deps: Deps, { inbox, bundle }: DemoOptions): void {
  demo.get('/demo', async (request, reply) => {
    const locale = languageOf(request)
    const message = readNotice(request.query as Record<string, unknown>, locale)
    const { readOverview } = await import('./read-overview.ts')
    const page = await readOverview(deps, { locale, inboxUrl: inbox?.uiUrl ?? null, message })
    allowForms(reply, page.consoleOrigin)
    return sendPage(reply, locale, (await bundle()).renderDemoPage(page, reply.nonce))
  })
  demo.get('/demo/shop/:tenant', async (request, reply) => {
    const locale = languageOf(request)
    const tenant = await tenantOf(deps, request)
    const { readShop } = await import('./read-shop.ts')
    const page = await readShop(deps, tenant, locale, {
      ...textIn(request.query, 'empfehlungsnummer', 'referralNumber'),
      ...textIn(request.query, 'empfaengernummer', 'recipientNumber'),
      ...textIn(request.query, 'verkaufspartner', 'salesPartnerNumber'),
      ...textIn(request.query, 'auftrag', 'orderNumber'),
      failed: (request.query as Record<string, unknown>)['problem'] !== undefined,
    })
    return sendPage(reply, locale, (await bundle()).renderDemoPage(page, reply.nonce))
  })
  demo.get('/demo/inbox', async (request, reply) => {
    const locale = languageOf(request)
    if (!inbox) throw fail('not-found')
    const { id } = textIn(request.query, 'mail', 'id')
    const page = await readInbox(deps, inbox, locale, id)
    return sendPage(reply, locale, (await bundle()).renderDemoPage(page, reply.nonce))
  })
  demo.get('/demo/preview', async (request, reply) => {
    const locale = languageOf(request)
    const { renderMail, renderDemoPage } = await bundle()
    const { previewMail } = await import('./preview-mail.ts')
    const page = await previewMail(deps, renderMail, locale, {
      ...textIn(request.query, 'tenant', 'tenant'),
      ...textIn(request.query, 'mail', 'template'),
      ...textIn(request.query, 'in', 'mailLocale'),
      ...textIn(request.query, 'to', 'beneficiary'),
    })
    return sendPage(reply, locale, renderDemoPage(page, reply.nonce))
  })
  demo.get('/demo/mails', async (request, reply) => {
    const { to } = decodeDemo(mailsQuery, readQuery(mailsQuery, request.query), languageOf(request))
    if (!inbox) throw fail('not-found')
    const mails = await inbox.list(to)
    return reply.header('Cache-Control', 'no-store').send(mails.map(wireMail))
  })
}

function registerTime(demo: FastifyInstance, deps: Deps, options: DemoOptions): void {
  const advanceClock = makeAdvanceClock(deps, {
    ...options,
    tenants: () => deps.tenants.codes(),
    isDue: async (code, at) => (await import('../run-sweeps.ts')).isDue(deps, code, at),
  })
  demo.post('/demo/clock', (request, reply) =>
    answerDemo(request, reply, overviewAddress, async (locale) => {
      const { advance } = decodeDemo(clockBody, request.body, locale)
      const now = await advanceClock(readAdvance(advance, deps.clock.now(), locale))
      return {
        body: { Now: now.toString({ smallestUnit: 'millisecond' }) },
        back: backTo(locale, 'clock'),
      }
    }),
  )
}

function registerTrade(demo: FastifyInstance, deps: Deps): void {
  demo.post('/demo/shop/:tenant/contract', (request, reply) =>
    answerDemo(request, reply, shopAddress, async (locale) => {
      const tenant = await tenantOf(deps, request)
      const contract = decodeDemo(contractBody, request.body, locale)
      const { concludeContract } = await import('./conclude-contract.ts')
      const number = await concludeContract(deps, tenant, contract, operator, locale)
      return {
        body: { Auftragsnummer: number },
        back: shopAddress(request, locale, { auftrag: number }),
      }
    }),
  )
  demo.post('/demo/history/:tenant', (request, reply) =>
    answerDemo(request, reply, overviewAddress, async (locale) => {
      const tenant = await tenantOf(deps, request)
      const { demoTenants } = await import('./demo-tenants.ts')
      const { makeHistory } = await import('./make-history.ts')
      const known = demoTenants.find((one) => one.tenant.code === tenant.code)
      const orders = known ? await makeHistory(deps, tenant, known, operator) : 0
      return { body: { Auftraege: orders }, back: backTo(locale, 'history') }
    }),
  )
  demo.get('/demo/shop/:tenant/customer', async (request, reply) => {
    await tenantOf(deps, request)
    const { number = '' } = textIn(request.query, 'number', 'number')
    reply.header('Cache-Control', 'no-store')
    return isCustomer(number) ? reply.send({ Number: number }) : reply.code(404).send({})
  })
  demo.post('/demo/release/:tenant', (request, reply) =>
    answerDemo(request, reply, overviewAddress, async (locale) => {
      const tenant = await tenantOf(deps, request)
      const { orderNumber } = decodeDemo(releaseBody, request.body, locale)
      const number = orderNumber.toUpperCase()
      const { releaseOrder } = await import('../reward/release-order.ts')
      const released = await withTenant(deps.db, tenant.code, (tx) =>
        releaseOrder(tx, deps, tenant, number, operator),
      )
      if (released.kind === 'unknown') throw fail('not-found', { fields: [orderField(locale)] })
      if (released.kind === 'refused')
        throw fail('validation', { fields: [orderField(locale, released.state)] })
      const body = { Auftragsnummer: number, Status: orderLabels.released }
      return { body, back: backTo(locale, 'released') }
    }),
  )
}

function registerMoney(demo: FastifyInstance, deps: Deps): void {
  demo.post('/demo/payout/:tenant', (request, reply) =>
    answerDemo(request, reply, overviewAddress, async (locale) => {
      const { code } = await tenantOf(deps, request)
      const { findPayers } = await import('./demo-caller.ts')
      const { payDue } = await import('../payout/play-both.ts')
      const { preparer, approvers } = await findPayers(deps, operator)
      const batch = await payDue(deps, code, preparer, {}, approvers)
      if (!batch) return { body: { Batch: null }, back: backTo(locale, 'nothing-due') }
      return { body: { Batch: batch.batchId, File: batch.file }, back: backTo(locale, 'payout') }
    }),
  )
  demo.post('/demo/payout/:tenant/:batch/executed', (request, reply) =>
    answerDemo(request, reply, overviewAddress, async (locale) => {
      const { code } = await tenantOf(deps, request)
      const batch = batchOf(request)
      const { findPayers } = await import('./demo-caller.ts')
      const { executePayout } = await import('./execute-payout.ts')
      const { preparer } = await findPayers(deps, operator)
      const { settled, alreadyDone, refused } = await executePayout(deps, code, batch, preparer)
      const body = {
        Batch: batch,
        Settled: settled,
        AlreadyDone: alreadyDone,
        Refused: refused.length,
      }
      return { body, back: backTo(locale, 'executed') }
    }),
  )
  demo.get('/demo/payout/:tenant/:batch/file', async (request, reply) => {
    const { code } = await tenantOf(deps, request)
    const batch = batchOf(request)
    const { readBatchFile } = await import('../payout/batch-file.ts')
    const file = await readBatchFile(deps, code, batch)
    return reply
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="${batch}.xml"`)
      .type('application/xml; charset=utf-8')
      .send(file)
  })
}

/** The console as one of its roles, on its own host alone, as is the session's cookie. */
function registerConsole(demo: FastifyInstance, deps: Deps): void {
  demo.post('/demo/konsole', (request, reply) => {
    if (!deps.tenants.isConsole(request.host)) throw fail('not-found')
    return answerDemo(request, reply, overviewAddress, async (locale) => {
      const { role } = decodeDemo(consoleBody, request.body, locale)
      const { openConsole } = await import('./open-console.ts')
      const { token, validUntil } = await openConsole(deps, role)
      const { routes } = await deps.tenants.get(platformCode)
      reply.setCookie(operatorSession.cookie, token, {
        ...cookieOptions(deps.publicOrigin),
        maxAge: sessionLifetimes.operator.hours * 3600,
      })
      return {
        body: { Token: token, GueltigBis: validUntil },
        back: pagePath(routes, locale, 'ConsoleStart'),
      }
    })
  })
}

/** Fields for scripts (domain.md section 7); the sender is for the inbox page. */
function wireMail({ To, Subject, Text, Html, Links, ReceivedAt }: InboxMail): InboxMail {
  return { To, Subject, Text, Html, Links, ReceivedAt }
}

/** The demo's provider knows customer numbers that begin with 1, as FN12345678. */
const isCustomer = (number: string) => /^[A-Z]*1\d*$/.test(number)

const tenantOf = (deps: Deps, request: FastifyRequest) =>
  deps.tenants.get((request.params as Record<string, string>)['tenant'] ?? '')

/** Batch ids are capitals and digits; anything else must not get into a header. */
function batchOf(request: FastifyRequest): string {
  const { batch = '' } = request.params as Record<string, string>
  const spelled = batch.toUpperCase()
  if (!/^[A-Z0-9-]{1,40}$/.test(spelled)) throw fail('not-found')
  return spelled
}

const orderTexts = {
  unknown: { de: 'Einen solchen Auftrag gibt es nicht.', en: 'There is no such order.' },
  reported: {
    de: 'Der Auftrag ist erst gemeldet; der Anbieter muss ihn bestätigen.',
    en: 'The order is only reported; the provider has to confirm it.',
  },
  cancelled: { de: 'Der Auftrag ist storniert.', en: 'The order is cancelled.' },
}

function orderField(locale: Locale, state: string = 'unknown'): { field: string; message: string } {
  const text =
    state in orderTexts ? orderTexts[state as keyof typeof orderTexts] : orderTexts.unknown
  return { field: 'Auftragsnummer', message: text[locale] }
}
