import { redirect, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Notice } from '../ui/notice.tsx'
import { textOf } from '../ui/form/rules.ts'
import { useSaidOnce } from '../ui/use-said-once.ts'
import { SessionList, type Sessions } from './session-list.tsx'

// The page of one's own sessions, of any kind.

type Calls = {
  listSessions(page: PageContext): Promise<{ sessions: Sessions }>
  endSession(page: PageContext, id: string): Promise<{ ended: number }>
}

export const loadSessions = ({ context }: LoaderFunctionArgs, kind: Calls) =>
  kind.listSessions(pageOf(context))

export async function endSession(
  { request, context }: ActionFunctionArgs,
  kind: Calls,
  name: PageName,
): Promise<Response> {
  const page = pageOf(context)
  const { ended } = await kind.endSession(page, textOf(await request.formData(), 'id'))
  return redirect(href(page.tenant, page.locale, name, { ended }))
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('sessions')('title'), robots: 'noindex' }
}

type How = Omit<Parameters<typeof SessionList>[0], 'sessions'>

export function OwnSessions(how: How) {
  const { sessions } = useLoaderData<{ sessions: Sessions }>()
  const [search] = useSearchParams()
  useSaidOnce('ended')
  const t = useTexts('sessions')
  const ended = Number(search.get('ended') ?? 0)
  return (
    <>
      {ended > 0 ? <Notice tone="success" title={t('ended', { count: ended })} live /> : null}
      <SessionList sessions={sessions} {...how} />
    </>
  )
}
