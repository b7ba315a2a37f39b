import { KeyRound, LogIn } from 'lucide-react'
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
import { href, ownAddress } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { PressAtOnce } from '../ui/form/press-at-once.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { askSupport, ownerParam } from './take-token-away.ts'
import { problemOf } from '../access/password-link.ts'
import { safeTarget } from '../access/safe-target.ts'

const headers = { 'Referrer-Policy': 'no-referrer' }

type Loaded = { state: 'owner' | 'asks' | 'over'; back?: string }

/**
 * Our links carry the token behind the #, unseen by servers and proxies (CLI: admin token). A token in the query or path is moved there:
 * merely opening the link (mail scanner, prefetch) uses nothing up. The provider's login leads here, too: its button needs no script.
 */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get('token') || params.adminLoginToken || ''
  const page = pageOf(context)
  if (byProvider(page, query)) return data<Loaded>({ state: 'owner' }, { headers })
  if (token !== '') throw askSupport(page, token)
  return data<Loaded>({ state: 'asks', back: query.get('redirect') ?? '' }, { headers })
}

const byProvider = ({ tenant }: PageContext, query: URLSearchParams) =>
  tenant.autoLogin && query.has(ownerParam)

/** By the provider's word; its user takes the place of whoever is logged in. */
async function logInOwner(page: PageContext, query: URLSearchParams) {
  try {
    const token = query.get('token') ?? ''
    const user = await callApi(page, 'loginAsAdmin', { query: { token, kind: 'inhaber' } })
    if (user.token !== null) page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    // Silently: a page that needs a login says so itself.
    if (!(error instanceof ApiError)) throw error
  }
  return redirect(
    ownAddress(page, query.get('redirect')) ?? href(page.tenant, page.locale, 'Homepage'),
    { headers },
  )
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

/** Opens what the link is for; or turns a session from local storage (migrate-token.ts) into a cookie, or drops it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const query = new URL(request.url).searchParams
  if (byProvider(page, query)) return logInOwner(page, query)
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

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  const t = texts('account')
  return { title: t(loaded?.state === 'owner' ? 'owner.title' : 'admin.title'), robots: 'noindex' }
}

export function Component() {
  const t = useTexts('account')
  const loaded = useLoaderData<Loaded>()
  const answer = useActionData<Loaded>()
  const token = useTokenBehindHash()
  if (loaded.state === 'owner') return <FromProvider />
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

function FromProvider() {
  const { tenant } = usePage()
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<LogIn className="size-10" />}
      title={t('owner.title')}
      text={t('owner.text', { name: tenant.name })}
    >
      <PressAtOnce form="owner" />
      <PageForm id="owner" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <SubmitButton>{t('owner.submit')}</SubmitButton>
      </PageForm>
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
