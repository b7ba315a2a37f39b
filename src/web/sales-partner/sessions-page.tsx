import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { inArea } from '../access/in-area.ts'
import {
  endSession,
  loadSessions,
  meta as ofSessions,
  OwnSessions,
} from '../access/sessions-page.tsx'
import { callApi } from '../runtime/api.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const calls: Parameters<typeof loadSessions>[1] = {
  listSessions: (page) => callApi(page, 'listSalesPartnerSessions', {}),
  endSession: (page, id) => callApi(page, 'endSalesPartnerSession', { params: { id } }),
}

export const meta = inArea('salesPartner', ofSessions)
export const loader = (asked: LoaderFunctionArgs) => loadSessions(asked, calls)
export const action = (asked: ActionFunctionArgs) =>
  endSession(asked, calls, 'SalesPartnerSessions')

export function Component() {
  const t = useTexts('sessions')
  return (
    <SalesPartnerFrame title={t('title')} intro={t('deskIntro')}>
      <Card className="max-w-3xl">
        <OwnSessions />
      </Card>
    </SalesPartnerFrame>
  )
}
