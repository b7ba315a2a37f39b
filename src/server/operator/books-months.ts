import * as contract from '../../contract/betrieb-buecher.ts'
import { say, type Said } from '../../domain/say.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit } from '../base/audit-store.ts'
import type { Keys } from '../base/keys.ts'
import {
  closeMonth,
  draftMonth,
  isBeforeClosed,
  readClosedFile,
  type NotClosable,
} from '../books/close-month.ts'
import { hashOf } from '../books/write-files.ts'
import { listClosedMonths, type FileFormat } from '../books/month-store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { readSnapshot } from '../db/read-snapshot.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'

const texts = {
  'no-accounting': {
    de: 'Die Angaben zur Finanzbuchhaltung fehlen in den Einstellungen.',
    en: 'The settings lack the facts of the bookkeeping.',
  },
  'not-over': {
    de: 'Der Monat ist noch nicht seit einer Stunde vorbei.',
    en: 'The month has not been over for an hour.',
  },
  closed: { de: 'Der Monat ist festgeschrieben.', en: 'The month is closed.' },
  'not-next': {
    de: 'Vorher ist ein anderer Monat festzuschreiben.',
    en: 'Another month has to be closed before it.',
  },
  'not-checked': {
    de: 'Seit dem Ende des Monats wurden die Bücher nicht geprüft.',
    en: 'The books were not checked since the month ended.',
  },
  differs: {
    de: 'Die letzte Prüfung hat Abweichungen gefunden.',
    en: 'The last check found differences.',
  },
} satisfies Record<NotClosable, Said>

export const closeBooksMonth = serve(contract.closeBooksMonth, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body, caller, now, deps } = call
    personOf(call)
    const by = { actor: actorOf(caller), reason: body.reason, now, keys: deps.keys }
    const done = await closeMonth(tx, tenant, params.month, by)
    if (typeof done === 'string')
      throw fail('validation', { fields: [{ field: 'monat', message: say(texts[done], call) }] })
    return done
  }),
)

export const showBooksMonthFile = serve(contract.showBooksMonthFile, async (call) => {
  const { tenant, params, caller, now, reply } = call
  const { month, format, part } = params
  const { deps } = call
  const asked = { month, format, part: Number(part) }
  const found = await readSnapshot(deps.db, tenant.code, (tx) =>
    readFile(tx, tenant, asked, { now, keys: deps.keys }),
  )
  if (!found) throw fail('not-found')
  await call.transaction((tx) =>
    audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'books-file-fetched',
      subjectKind: 'books-month',
      subjectId: month,
      details: { format, part: asked.part, state: found.state, hash: hashOf(found.content) },
    }),
  )
  const { content } = found
  const kind = format === 'datev' ? 'EXTF_Buchungsstapel' : 'Buchungen'
  // Nobody takes for final what is written anew at each press.
  const draft = found.state === 'open' ? 'Entwurf_' : ''
  const name = `${draft}${kind}_${tenant.code}_${month}_${part}.csv`
  reply
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  await reply.send(content)
  return undefined
})

/** Closed, or of a month before all that are. */
async function readFile(
  tx: Tx,
  { code, accounting }: Tenant,
  { month, format, part }: { month: string; format: FileFormat; part: number },
  { now, keys }: { now: Temporal.Instant; keys: Keys },
): Promise<{ content: Buffer; state: 'closed' | 'open' } | null> {
  const closed = await readClosedFile(tx, code, { month, format, part })
  if (closed) return { content: closed, state: 'closed' }
  if (!accounting || !isBeforeClosed(await listClosedMonths(tx, code), month)) return null
  const files = await draftMonth(tx, code, { month, accounting, now, keys })
  const draft = files.find((one) => one.format === format && one.part === part && one.lines > 0)
  return draft ? { content: draft.content, state: 'open' } : null
}
