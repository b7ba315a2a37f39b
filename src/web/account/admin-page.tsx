import { KeyRound } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { askSupport } from './log-in-silently.ts'
import { problemOf } from '../access/password-link.ts'
import { safeTarget } from '../access/safe-target.ts'

const headers = { 'Referrer-Policy': 'no-referrer' }

type Loaded = { state: 'asks' | 'over'; back?: string }

/**
 * Our links carry the token behind the #, unseen by servers and proxies (CLI: admin token). A token in the query or path is moved there:
 * merely opening the link (mail scanner, prefetch) uses nothing up.
 */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get('token') || params.adminLoginToken || ''
  const page = pageOf(context)
  if (token !== '') throw askSupport(page, token)
  return data<Loaded>({ state: 'asks', back: query.get('redirect') ?? '' }, { headers })
}

async function logIn(page: PageContext, token: string, back: string) {
  const over = () => data<Loaded>({ state: 'over' }, { status: 410, headers })
  try {
    const user = await callApi(page, 'loginAsAdmin', { query: { token } })
    if (user.token === null) return over()
    page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    problemOf(error)
    return over()
  }
  return redirect(safeTarget(page, back), { headers })
}

/** Opens the support access; or turns a session from local storage (migrate-token.ts) into a cookie, or drops it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const token = textOf(form, 'token')
  const back = textOf(form, 'back')
  if (token !== '') return logIn(page, token, back)
  const kept = textOf(form, 'kept')
  if (!page.user && kept !== '') {
    page.startSession('user', kept, null)
    try {
      const { tokenValidUntil } = await callApi(page, 'showUser', {})
      page.startSession('user', kept, tokenValidUntil)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      page.endSession('user')
    }
  }
  return redirect(safeTarget(page, textOf(form, 'back')), { headers })
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('account')('admin.title'), robots: 'noindex' }
}

export function Component() {
  const t = useTexts('account')
  const loaded = useLoaderData<Loaded>()
  const answer = useActionData<Loaded>()
  const token = useTokenBehindHash()
  if (loaded.state === 'asks' && answer?.state !== 'over')
    return (
      <MessagePage
        mark={<KeyRound className="size-10" />}
        title={t('admin.title')}
        text={t(token === '' ? 'admin.noToken' : 'admin.text')}
      >
        {token === '' ? null : (
          <PageForm id="support" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="back" value={loaded.back} />
            <SubmitButton>{t('admin.open')}</SubmitButton>
          </PageForm>
        )}
      </MessagePage>
    )
  return (
    <MessagePage
      mark={<KeyRound className="size-10" />}
      title={t('admin.expiredTitle')}
      text={t('admin.expiredText')}
    >
      <PageLink page="Login" className={buttonClass('secondary')}>
        {t('toLogin')}
      </PageLink>
    </MessagePage>
  )
}

/** Removed from the address at once, to keep it out of the history. */
function useTokenBehindHash(): string {
  const token = useSyncExternalStore(noChange, readHash, () => '')
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}

const noChange = () => () => undefined
let found = ''
const readHash = () => (found = location.hash.slice(1) || found)
