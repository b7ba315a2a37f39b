import { wire } from 'virtual:wire-seldom'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { endSession, loadSessions, OwnSessions } from '../access/sessions-page.tsx'
import { addCalls, callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'

addCalls(wire)

const calls: Parameters<typeof loadSessions>[1] = {
  listSessions: (page) => callApi(page, 'listSessions', {}),
  endSession: (page, id) => callApi(page, 'endOwnSession', { params: { id } }),
}

export { meta } from '../access/sessions-page.tsx'
export const loader = (asked: LoaderFunctionArgs) => loadSessions(asked, calls)
export const action = (asked: ActionFunctionArgs) => endSession(asked, calls, 'Sessions')

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
      <Card>
        <OwnSessions mayEnd={user?.supportAccess !== true} button={buttonClass('secondary')} />
      </Card>
    </PageColumn>
  )
}
