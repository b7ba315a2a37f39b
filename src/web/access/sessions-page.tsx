import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { textOf } from '../ui/form/rules.ts'
import { useSaidOnce } from '../ui/use-said-once.ts'
import { PasskeySection, type OwnPasskeys } from './passkey-section.tsx'
import { passwordOf } from './password-rules.ts'
import { readAnswer } from './read-answer.ts'
import { SessionList, type Sessions } from './session-list.tsx'

// The page of one's own sessions and passkeys, of any kind.

type Options = Record<string, unknown>
type Calls = {
  page: PageName
  home: PageName // opens once the passkey that was missing is made
  hasPasskeys?(page: PageContext): boolean // default: yes
  isMissing?(page: PageContext): boolean // whether a passkey has to be made before anything else; default: no
  listSessions(page: PageContext): Promise<Sessions>
  endSession(page: PageContext, id: string): Promise<{ ended: number }>
  listPasskeys(page: PageContext): Promise<OwnPasskeys>
  beginPasskey(page: PageContext, body: { password?: string }): Promise<{ options: Options }>
  addPasskey(page: PageContext, body: { name: string; answer: Options }): Promise<unknown>
  endPasskey(page: PageContext, id: string, body: { password?: string }): Promise<unknown>
}

type Loaded = Sessions & { passkeys: OwnPasskeys | null; isMissing: boolean }

export async function loadSessions({ context }: LoaderFunctionArgs, kind: Calls): Promise<Loaded> {
  const page = pageOf(context)
  const hasPasskeys = kind.hasPasskeys?.(page) ?? true
  const isMissing = kind.isMissing?.(page) ?? false
  const [open, passkeys] = await Promise.all([
    isMissing ? { sessions: [], more: 0 } : kind.listSessions(page),
    hasPasskeys ? kind.listPasskeys(page) : null,
  ])
  return { ...open, passkeys, isMissing }
}

export async function actOnSessions({ request, context }: ActionFunctionArgs, kind: Calls) {
  const page = pageOf(context)
  const form = await request.formData()
  const password = passwordOf(form, 'password')
  const proof = password ? { password } : {}
  const id = textOf(form, 'id')
  const to = (name: PageName, values: Record<string, string | number>) =>
    redirect(href(page.tenant, page.locale, name, values))
  try {
    switch (textOf(form, 'intent')) {
      case 'begin-passkey':
        return await kind.beginPasskey(page, proof)
      case 'add-passkey':
        await kind.addPasskey(page, { name: textOf(form, 'device'), answer: readAnswer(form) })
        return kind.isMissing?.(page) ? to(kind.home, {}) : to(kind.page, { passkey: 'added' })
      case 'end-passkey':
        await kind.endPasskey(page, id, proof)
        return to(kind.page, { passkey: 'removed' })
      default: {
        const { ended } = await kind.endSession(page, id)
        return to(kind.page, { ended })
      }
    }
  } catch (error) {
    return refused(form, error, { name: 'device' })
  }
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('sessions')('title'), robots: 'noindex' }
}

type How = Omit<Parameters<typeof SessionList>[0], keyof Sessions> & {
  page: PageName
  recommendsPasskey?: boolean
  className?: string
}

const said = ['added', 'removed'] as const

export function OwnSessions({ page, recommendsPasskey = false, className = '', ...how }: How) {
  const { sessions, more, passkeys, isMissing } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  useSaidOnce('ended')
  useSaidOnce('passkey')
  const t = useTexts('sessions')
  const own = useTexts('passkeys')
  const ended = Number(search.get('ended') ?? 0)
  const done = said.find((one) => one === search.get('passkey'))
  return (
    <div className={`flex flex-col gap-6 ${className}`}>
      {ended > 0 ? <Notice tone="success" title={t('ended', { count: ended })} live /> : null}
      {done ? <Notice tone="success" title={own(`done.${done}`)} live /> : null}
      {isMissing ? null : (
        <Card>
          <SessionList sessions={sessions} more={more} {...how} />
        </Card>
      )}
      {passkeys ? (
        <Card>
          <PasskeySection
            own={passkeys}
            page={page}
            mayChange={how.mayEnd ?? true}
            isMissing={isMissing}
            isRecommended={recommendsPasskey}
            button={how.button}
            answer={answer}
          />
        </Card>
      ) : null}
    </div>
  )
}
