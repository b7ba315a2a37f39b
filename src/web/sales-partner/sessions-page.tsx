import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { inArea } from '../access/in-area.ts'
import {
  actOnSessions,
  loadSessions,
  meta as ofSessions,
  OwnSessions,
} from '../access/sessions-page.tsx'
import { callApi } from '../runtime/api.ts'
import { useTexts } from '../runtime/texts.ts'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const calls: Parameters<typeof loadSessions>[1] = {
  page: 'SalesPartnerSessions',
  home: 'SalesPartnerWelcome',
  isMissing: ({ salesPartner }) => salesPartner?.passkeyMissing === true,
  listSessions: (page) => callApi(page, 'listSalesPartnerSessions', {}),
  endSession: (page, id) => callApi(page, 'endSalesPartnerSession', { params: { id } }),
  listPasskeys: (page) => callApi(page, 'listSalesPartnerPasskeys', {}),
  beginPasskey: (page, body) => callApi(page, 'beginSalesPartnerPasskey', { body }),
  addPasskey: (page, body) => callApi(page, 'addSalesPartnerPasskey', { body }),
  endPasskey: (page, id, body) => callApi(page, 'endSalesPartnerPasskey', { params: { id }, body }),
}

export const meta = inArea('salesPartner', ofSessions)
export const loader = (asked: LoaderFunctionArgs) => loadSessions(asked, calls)
export const action = (asked: ActionFunctionArgs) => actOnSessions(asked, calls)

export function Component() {
  const t = useTexts('sessions')
  return (
    <SalesPartnerFrame title={t('title')} intro={t('deskIntro')}>
      <OwnSessions page="SalesPartnerSessions" recommendsPasskey className="max-w-3xl" />
    </SalesPartnerFrame>
  )
}
