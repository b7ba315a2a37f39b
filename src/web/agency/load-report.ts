import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import type { ReportChoices } from './report-section.tsx'

export async function loadChoices(page: PageContext): Promise<ReportChoices> {
  const { products, employees } = await callApi(page, 'listReportChoices', {})
  return {
    products: products.map(({ id, title }) => ({ value: id, title })),
    employees: employees.map(({ employeeNumber, name }) => ({
      value: employeeNumber,
      title: name,
    })),
  }
}
