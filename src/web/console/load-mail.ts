import type { LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { loadLog } from './record-log.tsx'

/** The mail that a page opens and, after it, its part of the log: opening it is in there. */
export async function loadMail(
  asked: Pick<LoaderFunctionArgs, 'context' | 'params'>,
  id: string | null,
) {
  if (id === null) return { mail: null, log: null }
  const tenant = asked.params['mandant'] ?? ''
  const mail = await callApi(pageOf(asked.context), 'showMail', { tenant, params: { mail: id } })
  return { mail, log: await loadLog(asked, 'mail', id) }
}
