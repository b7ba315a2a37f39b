import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { endSession, loadSessions, OwnSessions } from '../access/sessions-page.tsx'
import { callApi } from '../runtime/api.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const calls: Parameters<typeof loadSessions>[1] = {
  listSessions: (page) => callApi(page, 'listSalesPartnerSessions', {}),
  endSession: (page, id) => callApi(page, 'endSalesPartnerSession', { params: { id } }),
}

export { meta } from '../access/sessions-page.tsx'
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
