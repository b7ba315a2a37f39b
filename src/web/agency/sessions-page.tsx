import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { inArea } from '../access/in-area.ts'
import {
  actOnSessions,
  loadSessions,
  meta as ofSessions,
  OwnSessions,
} from '../access/sessions-page.tsx'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'

const calls: Parameters<typeof loadSessions>[1] = {
  page: 'AgencySessions',
  home: 'AgencyHome',
  isMissing: ({ agencyUser }) => agencyUser?.passkeyMissing === true,
  listSessions: (page) => callApi(page, 'listAgencySessions', {}),
  endSession: (page, id) => callApi(page, 'endAgencySession', { params: { id } }),
  listPasskeys: (page) => callApi(page, 'listAgencyPasskeys', {}),
  beginPasskey: (page, body) => callApi(page, 'beginAgencyPasskey', { body }),
  addPasskey: (page, body) => callApi(page, 'addAgencyPasskey', { body }),
  endPasskey: (page, id, body) => callApi(page, 'endAgencyPasskey', { params: { id }, body }),
}

export const meta = inArea('agency', ofSessions)
export const loader = (asked: LoaderFunctionArgs) => loadSessions(asked, calls)
export const action = (asked: ActionFunctionArgs) => actOnSessions(asked, calls)

export function Component() {
  const { agencyUser } = usePage()
  const t = useTexts('sessions')
  return (
    <AgencyFrame title={t('title')} intro={t('deskIntro')}>
      <OwnSessions
        page="AgencySessions"
        recommendsPasskey={agencyUser?.role !== 'employee'}
        className="max-w-3xl"
      />
    </AgencyFrame>
  )
}
