import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { campaignOf, type Campaign } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { isNumber, parseCode } from '../../domain/numbers.ts'
import { isExpired } from '../../domain/referral.ts'
import { flatHeaders, type QuickAnswer } from '../base/answer-first.ts'
import { safetyHeaders } from '../base/safety-headers.ts'
import type { Deps } from '../context.ts'
import { countHosts } from '../check-request.ts'
import { isPerson } from '../is-person.ts'
import { isStopped, noteUnknown } from '../limit-reads.ts'
import type { LogFrequent } from '../log-request.ts'
import { localeOf } from '../serve.ts'
import { recipientPage } from './click-referral.ts'
import { countClick } from './count-click.ts'

// The usual click, answered ahead of the framework: a person's, on a referral that runs. All else is the routes' (click-referral.ts,
// register-pages.ts), which then answer as if this were not here. It has no page's headers, cookies or compression, and a counted id.

const search = String.raw`(?:\?([\w.&=-]{1,400}))?$`
const byNumber = new RegExp(
  String.raw`^/api/v1/([a-z0-9-]{1,40})/empfehlen/click/([0-9A-Z]{16})${search}`,
)
const byCode = new RegExp(String.raw`^/k/([0-9A-Z]{4}-?[0-9A-Z]{4})${search}`, 'i')

export const clickRoutes = {
  number: '/api/v1/:tenant/empfehlen/click/:number',
  code: '/k/:code',
} as const

/** Headers that the routes judge. */
const judged = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'authorization',
  'x-authorization',
  'x-only-look',
] as const

/** More wait as all requests do, and are refused with them. */
const mostInHand = 2_000

type Asked = { said: Campaign | null; recipient: string | null } & (
  | { tenant: string; number: string }
  | { code: string }
)

/** Reads a click that needs none of the routes' care; null: it may. */
export function readQuickClick({
  method,
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'
>): Asked | null {
  if (method !== 'GET' || httpVersion !== '1.1') return null
  const [, tenant, number, ofNumber] = byNumber.exec(url) ?? []
  const [, typed, ofCode] = tenant ? [] : (byCode.exec(url) ?? [])
  if (!tenant && !typed) return null
  if (judged.some((name) => headers[name] !== undefined)) return null
  if (!/^[\w.-]+(?::\d{1,5})?$/.test(headers.host ?? '') || countHosts({ rawHeaders }) !== 1)
    return null
  const query = readQuery(ofNumber ?? ofCode ?? '')
  if (!query) return null
  const { empfaengernummer, ...campaign } = query
  const said = campaignOf(campaign)
  if (tenant && number) {
    const isGood = isNumber(number) && (!empfaengernummer || isNumber(empfaengernummer))
    return isGood ? { tenant, number, said, recipient: empfaengernummer ?? null } : null
  }
  const code = parseCode(typed ?? '')
  return code === null ? null : { code, said, recipient: null }
}

const known = /^(?:channel|c|pk_campaign|mtm_campaign|empfaengernummer)$/

function readQuery(text: string): Record<string, string> | null {
  const query: Record<string, string> = {}
  for (const part of text === '' ? [] : text.split('&')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (!known.test(name) || value === '' || more.length > 0 || query[name] !== undefined)
      return null
    query[name] = value
  }
  return query
}

/** @param addressOf who sent a request (base/read-address.ts) */
export function quickClick(
  deps: Deps,
  addressOf: (request: IncomingMessage) => string,
  log: LogFrequent,
): QuickAnswer {
  const always = flatHeaders({
    ...safetyHeaders(deps.publicOrigin),
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  })
  const process = randomBytes(6).toString('base64url')
  let answered = 0
  let inHand = 0
  const isNumberStopped = (tenant: string, request: IncomingMessage) =>
    isStopped(deps, tenant, 'number', { address: addressOf(request) })

  return (request, response, ends) => {
    const asked = readQuickClick(request)
    if (!asked || !isPerson(request)) return null
    const isByNumber = 'number' in asked
    if (isByNumber && isNumberStopped(asked.tenant, request)) return null
    if (inHand >= mostInHand) return null
    inHand += 1
    return answer(asked, isByNumber).finally(() => (inHand -= 1))

    async function answer(asked: Asked, isByNumber: boolean): Promise<boolean> {
      const began = performance.now()
      const { headers } = request
      const host = headers.host ?? ''
      const tenant =
        'number' in asked
          ? await deps.tenants.get(asked.tenant).catch(() => null)
          : await deps.tenants.byHost(host)
      const isUsual = tenant && !tenant.isDraft && !tenant.matomo && tenant.clickTarget !== 'shop'
      if (!isUsual || deps.tenants.isConsole(host)) return false
      const guesser = isByNumber ? null : { address: addressOf(request) }
      const mayGuess = () => !guesser || !isStopped(deps, tenant.code, 'code', guesser)
      if (!mayGuess()) return false
      const { said, recipient } = asked
      const clicked = await countClick(deps, tenant.code, {
        ...('number' in asked
          ? { by: 'number', named: asked.number }
          : { by: 'code', named: asked.code }),
        ...wayOf(said),
        recipient,
        source: isByNumber ? 'Einsprungslink' : 'KurzURL',
      })
      // At once, and asked again: of many guesses together none goes beyond the limit.
      if (!clicked && guesser) noteUnknown(deps, tenant.code, guesser, 'code')
      if (!clicked || clicked.state === 'cancelled' || !mayGuess()) return false
      if (isExpired(Temporal.PlainDate.from(clicked.valid_until), deps.clock.today())) return false
      const id = `${process}${(answered += 1).toString(36)}`
      const location = recipientPage(deps, tenant, localeOf(request), clicked.number, said)
      response.writeHead(302, [...always, ...ends, 'X-Request-Id', id, 'Location', location]).end()
      const route = isByNumber ? clickRoutes.number : clickRoutes.code
      log({ id, route, status: 302, began, tenant: tenant.code })
      return true
    }
  }
}
