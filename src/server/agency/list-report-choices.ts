import { listReportChoices as endpoint } from '../../contract/agentur-berichte.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { fullName } from '../../domain/person.ts'
import { isOffered } from '../catalogue/product-view.ts'
import { listProductTitles } from '../catalogue/store.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'
import { listUserNames } from './user-store.ts'

export const listReportChoices = serve(endpoint, ({ tenant, caller, locale, transaction }) => {
  const { agencyId, role } = agencyUserOf(caller)
  const maySee = abilitiesOf(role).can('read', 'employees')
  return transaction(async (tx) => {
    const [products, people] = await together([
      () => listProductTitles(tx, tenant.code),
      async () => (maySee ? listUserNames(tx, tenant.code, agencyId) : []),
    ])
    return {
      products: products
        .filter((row) => isOffered(tenant, row))
        .map((row) => ({ id: row.product_id, title: row.title[locale] })),
      employees: people
        .toSorted((a, b) => Number(a.left_at !== null) - Number(b.left_at !== null))
        .map((one) => ({
          employeeNumber: one.employee_number,
          name: fullName({ firstName: one.first_name, lastName: one.last_name }),
        })),
    }
  })
})
