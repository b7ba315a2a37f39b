import { particularsOf } from '../../domain/company.ts'
import type { AddressScheme } from '../../domain/electronic-address.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { rewardNames } from '../../domain/reward-names.ts'
import { say, type Said } from '../../domain/say.ts'
import type { RewardWord, Tenant } from '../../domain/tenant.ts'
import { findAgency, type Agency } from '../agency/store.ts'
import { listAgencyUsers } from '../agency/user-store.ts'
import type { DocumentRow, PublicBuyer } from '../gateways/invoice-files/invoice-document.ts'
import type { DraftLine } from './draft-document.ts'
import { listBilledAgencies, listOpenRewards, type LedgerReward } from './entry-store.ts'
import type { Kind } from './kind.ts'
import { lockOpenCredits } from './set-off-store.ts'

type Addressed = Agency & { street: string; zip: string; city: string }

/** Section 14(4) UStG requires the customer's name and full address. */
export const isAddressed = (agency: Agency): agency is Addressed =>
  Boolean(agency.street && agency.zip && agency.city)

/** Agencies are billed their referrals' rewards and a fee for each, by mail to their own address. */
export function agencyInvoices(tenant: Tenant): Kind<Addressed, LedgerReward> | null {
  const { code, agencyBilling: billing, vatModel } = tenant
  if (!billing) return null
  const { address, ...seller } = billing.seller
  return {
    bill: 'invoice',
    credit: 'credit',
    dueDays: billing.dueDays,
    subject: 'invoice',
    counted: 'rewards',
    listParties: (tx) => listBilledAgencies(tx, code),
    async keepParty(tx, id) {
      const agency = await findAgency(tx, code, id)
      return !agency || isAddressed(agency) ? agency : { waits: agency.number }
    },
    listOpen: (tx, id, before) => listOpenRewards(tx, code, id, before, billing.feeCents),
    lockCredits: (tx, id) => lockOpenCredits(tx, code, id),
    vatPercent: () => billing.vatPercent,
    taxesReward: vatModel === 'own',
    contentOf: (agency, { lines }) => ({
      seller: { ...seller, ...address, number: null, particulars: particularsOf(tenant) },
      buyer: {
        name: agency.name,
        street: [agency.street, agency.house_number].filter(Boolean).join(' '),
        zip: agency.zip,
        city: agency.city,
        number: agency.number,
        email: agency.email,
        vatId: agency.vat_id,
        taxNumber: null,
        registerEntry: null,
      },
      publicBuyer: publicBuyerOf(tenant, agency),
      rows: rowsOf(lines, tenant.rewardWord),
      ownRewards: lines.some(({ taxesReward, rewardCents }) => taxesReward && rewardCents > 0),
    }),
    async mailOf(tx, { agency_id, email }, { id, paper, number, dueOn, dueCents, draft }) {
      const people = await listAgencyUsers(tx, code, agency_id)
      const locale = people.find(({ role }) => role === 'owner')?.language ?? 'de'
      return {
        template: 'agencyInvoice',
        to: email,
        locale,
        data: {
          documentKind: paper,
          vatModel: draft.lines.some((line) => line.taxesReward) ? 'own' : 'agency',
          invoiceNumber: number,
          amount: formatCents(dueCents, locale),
          expectedOn: dueOn.toString(),
          link: { link: { page: 'AgencyInvoices' } },
        },
        dedupeKey: `agency-invoice|${id}`,
      }
    },
  }
}

/** An agency with a Leitweg-ID is a public buyer. */
function publicBuyerOf(tenant: Tenant, agency: Agency): PublicBuyer | null {
  const { leitweg_id: leitwegId, e_address_scheme: scheme, e_address: id } = agency
  const { agencyBilling: billing, invoiceContact, contact } = tenant
  if (leitwegId === null || !billing) return null
  const { name, email } = billing.seller
  return {
    leitwegId,
    address:
      scheme && id ? { scheme: scheme as AddressScheme, id } : { scheme: 'EM', id: agency.email },
    contact: {
      name: invoiceContact.name ?? name,
      phone: invoiceContact.phone ?? contact.phone,
      email,
    },
  }
}

const happened = { released: 'freigegeben', cancelled: 'storniert', expired: 'verfallen' } as const

const feeName: Said = {
  de: 'Servicegebühr je Prämie',
  bonus: { de: 'Servicegebühr je Bonus' },
  en: 'Service fee per reward',
}

type Line = Omit<DraftLine<LedgerReward>, keyof LedgerReward> &
  Pick<LedgerReward, 'rewardId' | 'beneficiary' | 'referralNumber' | 'orderNumber'> &
  Pick<LedgerReward, 'externalNumber' | 'billedNumber' | 'feeCents'>

/** A row per reward, then one per fee amount and rate. */
export function rowsOf(lines: readonly Line[], rewardWord: RewardWord): DocumentRow[] {
  // In the language of its law, without address.
  const inGerman = (text: Said) =>
    say(text, { locale: 'de', tenant: { address: 'Sie', rewardWord } })
  const rewards = lines.map((line) => ({
    text: `${inGerman(rewardNames[line.beneficiary === 'recipient' ? 'recipient' : 'referrer'])} zum Auftrag ${line.externalNumber ?? line.orderNumber}`,
    detail: [
      `Empfehlung ${line.referralNumber}, ${happened[line.event]} am ${formatGermanDate(line.happenedOn)}`,
      ...(line.side === 'credited' && line.billedNumber ? [`Rechnung ${line.billedNumber}`] : []),
    ].join(' · '),
    reference: line.rewardId,
    quantity: 1,
    unitCents: line.rewardCents,
    vatPercent: line.taxesReward ? line.vatPercent : null,
  }))
  const fees = Map.groupBy(
    lines.filter(({ feeCents }) => feeCents > 0),
    ({ feeCents, vatPercent }) => `${feeCents}|${vatPercent}`,
  )
  return [
    ...rewards,
    ...[...fees.values()].map((some) => ({
      text: inGerman(feeName),
      detail: null,
      reference: null,
      quantity: some.length,
      unitCents: some[0]!.feeCents,
      vatPercent: some[0]!.vatPercent,
    })),
  ]
}
