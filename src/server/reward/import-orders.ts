import { importOrders as endpoint } from '../../contract/auftraege.ts'
import { readKeyMaker } from '../base/audit-store.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { importLine, type LineCheck, type LineResult } from './import-order.ts'

export const mostLines = 1000

/**
 * The provider's order feed. Lines are imported in order, each in its own transaction, with results in the same order. An
 * interrupted call can be repeated. What concerns the operator who made the key is refused, as in a file of theirs (decision 665).
 * @param checkOf of an operator
 */
export const importOrdersWith = (
  checkOf: (deps: Deps, tenant: string, operatorId: string) => LineCheck,
) =>
  serve(endpoint, async (call) => {
    const { deps, tenant, locale, body, caller } = call
    if (body.length > mostLines) {
      const message =
        locale === 'de'
          ? `Höchstens ${mostLines} Aufträge je Aufruf.`
          : `At most ${mostLines} orders in a call.`
      throw fail('not-accepted', { status: 413, fields: [{ field: '', message }] })
    }
    const actor = actorOf(caller)
    const maker = await withTenant(deps.db, tenant.code, (tx) =>
      readKeyMaker(tx, tenant.code, actor),
    )
    const context = {
      source: 'feed',
      actor,
      locale,
      ...(maker ? { check: checkOf(deps, tenant.code, maker) } : {}),
    } as const
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
