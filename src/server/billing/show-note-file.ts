import * as contract from '../../contract/verkaufspartner-listen.ts'
import { checkedPdf } from './show-invoice-file.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { documentTitles } from '../gateways/invoice-files/invoice-document.ts'
import { serve } from '../serve.ts'
import { findNoteFiles } from './note-store.ts'
import { partnerOf } from '../sales-partner/session.ts'

export const showPartnerNotePdf = serve(contract.showPartnerNotePdf, (call) => send(call, 'pdf'))
export const showPartnerNoteXml = serve(contract.showPartnerNoteXml, (call) => send(call, 'xml'))

async function send(call: Call<{ id: string }, unknown, unknown>, ending: 'pdf' | 'xml') {
  const { partnerId } = partnerOf(call.caller)
  const noteId = call.params.id
  if (!isUuid(noteId)) throw fail('not-found')
  const files = await call.transaction((tx) =>
    findNoteFiles(tx, call.tenant.code, partnerId, noteId),
  )
  if (!files) throw fail('not-found')
  const title = documentTitles[files.kind as keyof typeof documentTitles]
  const name = `${title}-${files.number}.${ending}`.replaceAll(/[^\w.-]/g, '-')
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(ending === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8')
  await call.reply.send(ending === 'pdf' ? checkedPdf(files) : files.xml)
  return undefined
}
