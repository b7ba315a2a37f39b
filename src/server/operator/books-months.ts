import * as contract from '../../contract/betrieb-buecher.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { closeMonth, readClosedFile, type NotClosable } from '../books/close-month.ts'
import { actorOf } from '../context.ts'
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
    const { tenant, params, body, caller, now } = call
    personOf(call)
    const { reason } = body
    const done = await closeMonth(tx, tenant, params.month, { actor: actorOf(caller), reason, now })
    if (typeof done === 'string')
      throw fail('validation', { fields: [{ field: 'monat', message: say(texts[done], call) }] })
    return done
  }),
)

export const showBooksMonthFile = serve(contract.showBooksMonthFile, async (call) => {
  const { tenant, params, caller, now, reply } = call
  const { month, format, part } = params
  const content = await call.transaction(async (tx) => {
    const found = await readClosedFile(tx, tenant.code, { month, format, part: Number(part) })
    if (!found) throw fail('not-found')
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'books-file-fetched',
      subjectKind: 'books-month',
      subjectId: month,
      details: { format, part: Number(part) },
    })
    return found
  })
  const name = `${format === 'datev' ? 'EXTF_Buchungsstapel' : 'Buchungen'}_${tenant.code}_${month}_${part}.csv`
  reply
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  await reply.send(content)
  return undefined
})
