import { partnerVat, signedTotal } from '../../domain/commission.ts'
import { particularsOf } from '../../domain/company.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { DocumentRow } from '../gateways/invoice-files/invoice-document.ts'
import { billPartnerOrders } from '../order/partner-order-store.ts'
import { lockPartner, type Partner } from '../sales-partner/store.ts'
import type { DraftLine } from './draft-document.ts'
import { listEarningPartners, listOpenCommissions, type LedgerCommission } from './entry-store.ts'
import type { Kind } from './kind.ts'
import { postNotes } from './note-payment-store.ts'

/**
 * The partner sells, the tenant buys and writes the document (section 14(2) UStG). Corrections are set off by the next payment,
 * so no mail asks for money.
 */
export function partnerNotes(tenant: Tenant): Kind<Partner, LedgerCommission> | null {
  const { code, salesPartners: terms } = tenant
  if (!terms) return null
  const { address, ...buyer } = terms.buyer
  return {
    bill: 'self-billed',
    credit: 'self-billed-credit',
    dueDays: terms.dueDays,
    subject: 'partner-note',
    counted: 'orders',
    listParties: (tx) => listEarningPartners(tx, code),
    // Locked, as in payouts (payout/partner-store.ts).
    keepParty: (tx, id) => lockPartner(tx, code, id),
    listOpen: (tx, id, before) => listOpenCommissions(tx, code, id, before),
    taxesReward: false,
    vatPercent: (partner) =>
      partnerVat({ smallBusiness: partner.small_business }, terms.vatPercent),
    contentOf: (partner, { lines, totals }) => ({
      seller: {
        name: partner.company ?? `${partner.first_name} ${partner.last_name}`,
        street: `${partner.street} ${partner.house_number}`,
        zip: partner.zip,
        city: partner.city,
        number: partner.number,
        email: partner.email,
        vatId: partner.vat_id,
        taxNumber: partner.tax_number,
        registerEntry: null,
        // Documents are immutable, and an IBAN is nowhere in clear.
        iban: partner.iban_mask,
        bic: '',
      },
      buyer: { ...buyer, ...address, number: null, particulars: particularsOf(tenant) },
      rows: lines.map(rowOf),
      vat: totals.vat.filter(({ percent }) => percent > 0),
      untaxed: 'small-business',
      flatTax: tenant.flatTaxForPartners,
    }),
    async mailOf(_, partner, { id, paper, number, dueOn, draft }) {
      if (paper !== 'self-billed') return null
      return {
        template: 'salesPartnerNote',
        to: partner.email,
        locale: partner.language,
        data: {
          firstName: partner.first_name,
          noteNumber: number,
          amount: formatCents(draft.totals.totalCents, partner.language),
          expectedOn: dueOn.toString(),
          link: { link: { page: 'SalesPartnerBilling' } },
        },
        dedupeKey: `partner-note|${id}`,
      }
    },
    async post(tx, { id, paper, at, draft: { lines, totals } }) {
      if (paper === 'self-billed')
        await billPartnerOrders(
          tx,
          code,
          lines.map(({ orderNumber }) => orderNumber),
          id,
        )
      const written = { note_id: id, cents: signedTotal({ kind: paper, ...totals }) }
      await postNotes(tx, code, [written], 'written', 'written', at)
    },
  }
}

function rowOf(line: DraftLine<LedgerCommission>): DocumentRow {
  const happened = line.side === 'billed' ? 'freigegeben' : 'storniert'
  return {
    text: `Provision: ${line.title.de}`,
    detail:
      `Auftrag ${line.externalNumber}, Vertrag vom ${formatGermanDate(line.contractOn)}, ` +
      `${happened} am ${formatGermanDate(line.happenedOn)}`,
    reference: line.orderNumber,
    quantity: 1,
    unitCents: line.feeCents,
    vatPercent: line.vatPercent === 0 ? null : line.vatPercent,
  }
}
