import type { LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showAgencyRecord } from '../../contract/agentur-akten.ts'
import type { ReportName } from '../../contract/agentur-berichte.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import type { PageTarget } from '../runtime/page-link.tsx'

export type AgencyRecord = { list: ReportName } & AnswerOf<typeof showAgencyRecord>

/** The row named by the address, if any. */
export async function loadRecord(
  page: PageContext,
  list: ReportName,
  params: LoaderFunctionArgs['params'],
): Promise<AgencyRecord | null> {
  const id = params['nummer']
  if (!id) return null
  return { list, ...(await callApi(page, 'showAgencyRecord', { params: { list, id } })) }
}

export function recordTarget(list: ReportName, id: string): PageTarget {
  if (list === 'auftraege') return { page: 'AgencyOrder', values: { nummer: id } }
  if (list === 'praemien') return { page: 'AgencyReward', values: { nummer: id } }
  const which = list === 'empfehler' ? {} : { liste: list }
  return { page: 'AgencyReferrer', values: { nummer: id, ...which } }
}
