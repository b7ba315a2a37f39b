import { createHash } from 'node:crypto'
import * as contract from '../../contract/agentur-rechnungen.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { documentTitles } from '../gateways/invoice-files/invoice-document.ts'
import { serve } from '../serve.ts'
import { findInvoiceFiles } from './invoice-store.ts'
import { agencyUserOf } from '../agency/session.ts'

export type InvoiceFiles = NonNullable<Awaited<ReturnType<typeof findInvoiceFiles>>>

/** The PDF as it was written; throws when the stored one is another, which must not reach anybody as an invoice. */
export function checkedPdf({ number, pdf, pdf_hash }: InvoiceFiles): Buffer {
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_hash)
    throw new Error(`The stored file of invoice ${number} does not match its fingerprint`)
  return pdf
}

export const showInvoicePdf = serve(contract.showInvoicePdf, (call) => send(call, 'pdf'))
export const showInvoiceXml = serve(contract.showInvoiceXml, (call) => send(call, 'xml'))

async function send(call: Call<{ id: string }, unknown, unknown>, ending: 'pdf' | 'xml') {
  const { agencyId } = agencyUserOf(call.caller)
  const invoiceId = call.params.id
  if (!isUuid(invoiceId)) throw fail('not-found')
  const files = await call.transaction((tx) =>
    findInvoiceFiles(tx, call.tenant.code, { agencyId, invoiceId }),
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
