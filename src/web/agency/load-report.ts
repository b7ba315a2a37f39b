import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../runtime/api.ts'
import type { Choice } from '../ui/table/table-types.ts'

/** Employees only for users who may see them. */
export async function loadChoices(
  page: PageContext,
): Promise<{ products: Choice[]; employees: Choice[] }> {
  const mayChoose = abilitiesOf(page.agencyUser?.role ?? null).can('read', 'employees')
  const [products, people] = await Promise.all([
    callApi(page, 'listProducts', {}),
    mayChoose ? callApi(page, 'listEmployees', {}) : [],
  ])
  return {
    products: products.map(({ id, title }) => ({ value: id, title })),
    employees: people.map((one) => ({
      value: one.employeeNumber,
      title: `${one.firstName} ${one.lastName}`,
    })),
  }
}
