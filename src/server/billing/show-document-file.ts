import { createHash } from 'node:crypto'
import * as invoices from '../../contract/agentur-rechnungen.ts'
import * as notes from '../../contract/verkaufspartner-listen.ts'
import { agencyUserOf } from '../agency/session.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { documentTitles } from '../gateways/invoice-files/invoice-document.ts'
import { partnerOf } from '../sales-partner/session.ts'
import { serve } from '../serve.ts'
import { findFiles, type DocumentFiles, type KindName } from './document-store.ts'

type Asked = Call<{ id: string }, unknown, unknown>

const partyOf: Record<KindName, (caller: Asked['caller']) => string> = {
  invoices: (caller) => agencyUserOf(caller).agencyId,
  notes: (caller) => partnerOf(caller).partnerId,
}

export const showInvoicePdf = serve(invoices.showInvoicePdf, (call) =>
  send(call, 'invoices', 'pdf'),
)
export const showInvoiceXml = serve(invoices.showInvoiceXml, (call) =>
  send(call, 'invoices', 'xml'),
)
export const showPartnerNotePdf = serve(notes.showPartnerNotePdf, (call) =>
  send(call, 'notes', 'pdf'),
)
export const showPartnerNoteXml = serve(notes.showPartnerNoteXml, (call) =>
  send(call, 'notes', 'xml'),
)

/** The stored PDF; throws if its hash differs, since it must not go out as an invoice. */
export function checkedPdf({ number, pdf, pdf_hash }: DocumentFiles): Buffer {
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_hash)
    throw new Error(`The stored file of invoice ${number} does not match its fingerprint`)
  return pdf
}

async function send(call: Asked, kind: KindName, ending: 'pdf' | 'xml') {
  const partyId = partyOf[kind](call.caller)
  const { id } = call.params
  if (!isUuid(id)) throw fail('not-found')
  const files = await call.transaction((tx) =>
    findFiles(tx, call.tenant.code, kind, { partyId, id }),
  )
  if (!files) throw fail('not-found')
  const name = `${documentTitles[files.kind]}-${files.number}.${ending}`
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`)
    .type(ending === 'pdf' ? 'application/pdf' : 'application/xml; charset=utf-8')
  await call.reply.send(ending === 'pdf' ? checkedPdf(files) : files.xml)
  return undefined
}
