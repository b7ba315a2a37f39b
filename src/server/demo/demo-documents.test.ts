import { expect, test } from 'vitest'
import { bgv, telko } from './demo-tenants.ts'

test.each([bgv, telko])(
  'invoices and credit notes of $tenant.name show the register entry and VAT ID of its imprint',
  ({ tenant: { company, legal, agencyBilling, salesPartners } }) => {
    const parties = [agencyBilling?.seller, salesPartners?.buyer].filter(Boolean)
    expect(parties).toHaveLength(1)
    for (const party of parties) {
      expect(party?.registerEntry).toBe(`${company?.court}, ${company?.number}`)
      expect(legal.imprint.de).toContain(party?.registerEntry)
      expect(legal.imprint.de).toContain(party?.vatId)
    }
  },
)
