import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { actOnSessions, loadSessions, OwnSessions } from '../access/sessions-page.tsx'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'

const calls: Parameters<typeof loadSessions>[1] = {
  page: 'Sessions',
  home: 'Dashboard',
  hasPasskeys: ({ tenant }) => !tenant.autoLogin,
  listSessions: (page) => callApi(page, 'listSessions', {}),
  endSession: (page, id) => callApi(page, 'endOwnSession', { params: { id } }),
  listPasskeys: (page) => callApi(page, 'listOwnPasskeys', {}),
  beginPasskey: (page, body) => callApi(page, 'beginOwnPasskey', { body }),
  addPasskey: (page, body) => callApi(page, 'addOwnPasskey', { body }),
  endPasskey: (page, id, body) => callApi(page, 'endOwnPasskey', { params: { id }, body }),
}

export { meta } from '../access/sessions-page.tsx'
export const loader = (asked: LoaderFunctionArgs) => loadSessions(asked, calls)
export const action = (asked: ActionFunctionArgs) => actOnSessions(asked, calls)

export function Component() {
  const { tenant, user } = usePage()
  const t = useTexts('sessions')
  return (
    <PageColumn narrow>
      <div>
        <TextLink page="Settings">{t('back')}</TextLink>
        <h1 className="page-title mt-2">{t('title')}</h1>
        <p className="mt-3 text-lg">
          {t('intro')} {tenant.autoLogin ? null : t('password')}
        </p>
      </div>
      <OwnSessions
        page="Sessions"
        mayEnd={user?.supportAccess !== true}
        button={buttonClass('secondary')}
      />
    </PageColumn>
  )
}
