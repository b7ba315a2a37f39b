import { createHash } from 'node:crypto'
import { BERLIN } from '../../domain/dates.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { answerBy } from '../../domain/review.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { insertClaim, type ClaimFile, type Claimant } from '../base/claim-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { importOrder } from '../reward/import-order.ts'
import { findOthersOrder, listWithoutOrder, type WithoutOrder } from './history-store.ts'
import { pastDeps } from './past-deps.ts'

const signedDaysLater = 2 // after the acceptance

/** Three claims of different kinds for the console: due soon, with a file, and about somebody else's contract. */
export async function leaveClaims(tx: Tx, deps: Deps, tenant: Tenant, actor: Actor): Promise<void> {
  const today = deps.clock.today()
  const found = await listWithoutOrder(tx, tenant.code, {
    from: today.subtract({ days: 80 }).toString(),
    to: today.subtract({ days: 20 }).toString(),
    limit: 3,
  })
  const [lost, contact, wrong] = found
  if (!lost || !contact || !wrong) return
  const make = claimMaker(tx, deps, tenant)

  // The provider's contract names an address that nobody recommended to.
  const externalNumber = `BV-${numberFrom(bytes(lost.recipient, 10)).slice(0, 8)}`
  const contractOn = signedOn(lost)
  await importOrder(
    tx,
    pastDeps(deps, at(Temporal.PlainDate.from(contractOn).add({ days: 1 }), 4)),
    tenant,
    {
      externalNumber,
      productExternalId: lost.product_external_id,
      email: 'andere.adresse@rueckblick.example',
      contractOn,
      status: 'abgeschlossen',
    },
    'feed',
    actor,
  )
  await make(lost, 'account', 12, {
    externalNumber: externalNumber.toLowerCase().replace('-', ' '),
    contractOn: Temporal.PlainDate.from(contractOn).add({ days: 1 }).toString(),
    note: 'Der Vertrag ist seit Wochen unterschrieben, bei mir steht nichts davon.',
  })
  const file = { type: 'application/pdf', content: confirmation(signedOn(contact)) } as const
  await make(contact, 'recipient', 5, { contractOn: signedOn(contact), file })
  const others = await findOthersOrder(tx, tenant.code, wrong.referral)
  await make(wrong, 'account', 1, { externalNumber: others ?? 'R-0815', contractOn: null })
}

const at = (day: Temporal.PlainDate, hour: number) =>
  day.toZonedDateTime({ timeZone: BERLIN, plainTime: { hour } }).toInstant()
const signedOn = ({ accepted_on }: WithoutOrder) =>
  Temporal.PlainDate.from(accepted_on).add({ days: signedDaysLater }).toString()
const bytes = (text: string, many: number) =>
  createHash('sha256').update(`rueckblick claim ${text}`).digest().subarray(0, many)

function claimMaker(tx: Tx, deps: Deps, tenant: Tenant) {
  return async (
    { account, recipient, referral, product_id }: WithoutOrder,
    kind: Claimant['kind'],
    daysAgo: number,
    said: {
      externalNumber?: string
      contractOn: string | null
      note?: string
      file?: ClaimFile
    },
  ): Promise<void> => {
    const day = deps.clock.today().subtract({ days: daysAgo })
    const madeAt = at(day, 10)
    const claimant = { kind, id: kind === 'account' ? account : recipient }
    const id = uuidv7(madeAt.epochMilliseconds)
    await insertClaim(
      tx,
      tenant.code,
      {
        id,
        claimant,
        referralNumber: referral,
        productId: product_id,
        externalNumber: said.externalNumber ?? null,
        contractOn: said.contractOn,
        note: said.note ?? null,
        answerBy: answerBy(day, tenant.reviewDays),
        at: madeAt,
      },
      said.file ?? null,
    )
    await audit(tx, tenant.code, {
      at: madeAt,
      actor: { kind: kind === 'account' ? 'referrer' : 'recipient', id: claimant.id },
      action: 'claim-made',
      change: { before: { state: null }, after: { state: 'open' } },
      subjectKind: 'claim',
      subjectId: id,
      details: { referral, file: said.file?.type ?? null },
    })
  }
}

/** A page that says when the contract was signed. */
function confirmation(day: string): Buffer {
  const words = `BT /F1 18 Tf 60 760 Td (Bergvogel: Antrag vom ${day} angenommen) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
