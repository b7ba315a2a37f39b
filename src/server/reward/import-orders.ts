import { importOrders as endpoint } from '../../contract/auftraege.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { importLine, type LineResult } from './import-order.ts'

const mostLines = 1000

/**
 * The provider's order feed. Lines are imported in order, each in its own transaction, with results in the same order. An
 * interrupted call can be repeated.
 */
export const importOrders = serve(endpoint, async (call) => {
  const { deps, tenant, locale, body } = call
  if (body.length > mostLines) {
    const message =
      locale === 'de'
        ? `Höchstens ${mostLines} Aufträge je Aufruf.`
        : `At most ${mostLines} orders in a call.`
    throw fail('not-accepted', { status: 413, fields: [{ field: '', message }] })
  }
  const context = { source: 'feed', actor: actorOf(call.caller), locale } as const
  const results: LineResult[] = []
  for (const line of body) {
    results.push(await importLine(deps, tenant, line, context))
  }
  return {
    results,
    created: results.filter(({ result }) => result === 'neu').length,
    failed: results.filter(({ result }) => result === 'fehler').length,
  }
})
