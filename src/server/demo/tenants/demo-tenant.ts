import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import type { Localised } from '../../../domain/tenant.ts'
import type { Agent } from '../../catalogue/agent-store.ts'
import type { VoucherTerms } from '../../catalogue/store.ts'
import type { StoredTenant } from '../../tenant/read-tenant.ts'
import type { NewCampaign } from '../../catalogue/campaign-store.ts'

/** A demo tenant's initial data, written once by seed-demo.ts. */
export type DemoTenant = {
  tenant: StoredTenant
  products: DemoProduct[]
  rewardOptions: DemoRewardOption[]
  agents?: Agent[] // whom customers can recommend through
  campaigns?: NewCampaign[]
  catalogue?: string[] | undefined // files in demo/catalogue, imported like an operator's
  entries?: Partial<DemoContent> // content beside the settings' texts
  agencies?: DemoAgency[]
  salesPartners?: DemoSalesPartner[]
  commissionPlans?: { group: string; cents: number; validFrom: string }[]
  voucherPools: { optionId: string; cents: number; count: number }[] // codes are generated
}

export type DemoContent = Pick<ContentEntries, 'category' | 'footnote' | 'teaser' | 'text'>

export type DemoProduct = {
  id: string // as in the page's path, e.g. '101'
  externalId: string // the provider's product id in feeds
  title: Localised
  inSentence: Localised // accusative with article: "das Solardach"
  description: Localised
  category: string // wire `Kategorie`
  commission: string // `plan;cents`
  picture: string // SVG below /brand/{tenant}/
  previewPicture: string // PNG 1200x630 below /brand/{tenant}/
  position: number
}

export type DemoAgency = {
  number: string
  name: string
  email: string
  phone: string
  street: string
  houseNumber: string
  zip: string
  city: string
  people: DemoAgencyPerson[] // the owner first
}

export type DemoAgencyPerson = {
  email: string
  password: string
  salutation: string
  firstName: string
  lastName: string
  employeeNumber: string
  agentId: string | null // whom customers find them as
}

export type DemoSalesPartner = {
  number: string
  company: string | null
  firstName: string
  lastName: string
  email: string
  password: string
  phone: string | null
  street: string
  houseNumber: string
  zip: string
  city: string
  vatId: string | null
  taxNumber: string | null
  smallBusiness: boolean
  iban: string
  orders: {
    externalNumber: string
    product: string // the provider's id
    released: 'last-month' | 'now' | 'later' | 'cancelled'
  }[]
}

export type DemoRewardOption = {
  id: string
  kind: 'cash' | 'voucher'
  title: Localised
  text: Localised
  picture: string
  startsOn: string // ISO date
  endsOn: string | null
  displayEndsOn: string | null
  denominations: number[] // cents, empty for cash
  voucher?: VoucherTerms
  position: number
}
