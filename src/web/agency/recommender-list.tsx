import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { loadChoices } from './load-report.ts'
import { askReport, bodyOf, readReport, reportSpec } from './read-report.ts'
import { sortsOf } from './report-columns.tsx'

export const recommenderLists = ['empfehler', 'empfehlungen', 'leads'] as const
export type RecommenderList = (typeof recommenderLists)[number]

/** Referrers, their recommendations, or who accepted them. */
export async function loadRecommenders(page: PageContext, request: Request, list: RecommenderList) {
  const spec = reportSpec(sortsOf[list])
  const query = readReport(request, spec)
  const all = { params: { agency: 'alle' }, body: bodyOf(query) }
  const [report, choices] = await Promise.all([
    askReport(query, spec, () =>
      list === 'empfehler'
        ? callApi(page, 'listAgencyReport', { params: { list }, body: bodyOf(query) })
        : list === 'leads'
          ? callApi(page, 'listAgencyLeads', all)
          : callApi(page, 'listAgencyReferrals', all),
    ),
    loadChoices(page),
  ])
  return { list, query, report, choices }
}
