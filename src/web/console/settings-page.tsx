import { wire } from 'virtual:wire-office'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
  useSearchParams,
} from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { sectionNames, settingSections, type SettingSection } from '../../domain/tenant-settings.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { fileIn } from '../ui/form/file-field.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { attend, Here } from './here.tsx'
import { Proof, proofNeeded } from './proof.tsx'
import { SettingChanges } from './setting-changes.tsx'
import { SettingForm } from './setting-form.tsx'
import { readSettings } from './setting-values.ts'
import { reasonRules, type Plan } from './settings.ts'
import { TenantOverview } from './tenant-overview.tsx'
import { TenantState } from './tenant-state.tsx'
import { useTypedSettings } from './use-typed-settings.ts'

addCalls(wire)

type Answer =
  | FormAnswer
  | { plan: Plan }
  | { typed: Record<string, unknown> }
  | { url: string }
  | { key: string }

const keyRules = { ...reasonRules, name: [required, maxLength(64)] }

/** At the platform the address names the tenant; at a tenant it is that one. */
const placeOf = (params: Readonly<Record<string, string | undefined>>) => {
  const tenant = params['mandant'] ?? ''
  return { tenant, params: { code: params['code'] ?? tenant } }
}
const endOf = /^end-key:([0-9a-f-]{36})$/
const pageAt = (code: string | undefined) =>
  code === undefined ? 'ConsoleSettings' : 'ConsoleTenant'

export async function loader(asked: LoaderFunctionArgs) {
  const place = placeOf(asked.params)
  const [found, here] = await Promise.all([
    callApi(pageOf(asked.context), 'showSettings', place),
    attend(asked, 'settings', place.params.code),
  ])
  return { found, here }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const asked = { ...placeOf(params) }
  const ended = endOf.exec(intent)?.[1]
  const rules = { save: reasonRules, key: keyRules, publish: reasonRules, delete: reasonRules }
  const errors = checkForm(form, ended ? reasonRules : (rules[intent as keyof typeof rules] ?? {}))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const back = (done: string) =>
    redirect(
      href(page.tenant, page.locale, pageAt(params['code']), {
        mandant: asked.tenant,
        ...(params['code'] ? { code: params['code'] } : {}),
        done,
      }),
    )
  try {
    if (intent === 'check') return await check(page, form, asked)
    if (intent === 'edit') return data({ typed: wantedOf(form).settings ?? {} })
    if (intent === 'recheck') return await recheck(page, form, asked)
    if (intent === 'preview') return await callApi(page, 'previewTenant', asked)
    const reason = textOf(form, 'reason')
    if (intent === 'key')
      return await callApi(page, 'createTenantKey', {
        ...asked,
        body: { name: textOf(form, 'name'), reason },
      })
    if (ended) {
      const { tenant, params: at } = asked
      await callApi(page, 'endTenantKey', {
        tenant,
        params: { ...at, id: ended },
        body: { reason },
      })
      return back('keyEnded')
    }
    const version = Number(textOf(form, 'version'))
    if (intent === 'publish') {
      const sharesOnPurpose = textOf(form, 'shares') === 'yes'
      await callApi(page, 'publishTenant', { ...asked, body: { version, sharesOnPurpose, reason } })
      return back('published')
    }
    if (intent === 'delete') {
      await callApi(page, 'deleteTenant', { ...asked, body: { reason } })
      const values = { mandant: asked.tenant, done: 'deleted' }
      return redirect(href(page.tenant, page.locale, 'ConsoleTenants', values))
    }
    await callApi(page, 'saveSettings', { ...asked, body: { ...wantedOf(form), version, reason } })
    return back('saved')
  } catch (error) {
    const answer = refused(form, error, { Datei: 'file', Name: 'name' })
    if (intent !== 'save' || answer.data.code !== proofNeeded) return answer
    // What is about to be saved stays in sight while the passkey is asked for.
    const plan = await plannedOf(page, form, asked)
    return data(
      { ...answer.data, plan: { ...plan, version: Number(textOf(form, 'version')) } },
      403,
    )
  }
}

async function check(page: PageContext, form: FormData, asked: ReturnType<typeof placeOf>) {
  const section = sectionOf(textOf(form, 'section'))
  const file = section === null ? ((await fileIn(form, 'file')?.text()) ?? '') : null
  const body =
    section === null
      ? { file: file ?? '' }
      : { settings: await readSettings(form, settingSections[section]) }
  const plan = await callApi(page, 'checkSettings', { ...asked, body })
  return data({ plan: { ...plan, file } })
}

/** What was checked before, as its form sends it. */
function wantedOf(form: FormData) {
  const file = textOf(form, 'file')
  return file
    ? { file }
    : { settings: JSON.parse(textOf(form, 'settings') || '{}') as Record<string, unknown> }
}

/** After somebody else's change: the same, beside what they made of it. */
async function recheck(page: PageContext, form: FormData, asked: ReturnType<typeof placeOf>) {
  return data({ plan: await plannedOf(page, form, asked) })
}

async function plannedOf(page: PageContext, form: FormData, asked: ReturnType<typeof placeOf>) {
  const plan = await callApi(page, 'checkSettings', { ...asked, body: wantedOf(form) })
  return { ...plan, file: textOf(form, 'file') || null }
}

const sectionOf = (text: string | null): SettingSection | null =>
  sectionNames.find((one) => one === text) ?? null

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('consoleTenants')('settings.title')
  return { title: loaded ? `${title} – ${loaded.found.name}` : title, robots: 'noindex' }
}

const said = ['created', 'saved', 'published', 'keyEnded'] as const

export function Component() {
  const { found } = useLoaderData<typeof loader>()
  const answer = useActionData<Answer>()
  const [search] = useSearchParams()
  const { code } = useParams()
  const t = useTexts('consoleTenants')
  const at = search.get('bereich')
  const section = at === 'datei' && code ? 'datei' : sectionOf(at)
  const done = said.find((one) => one === search.get('done'))
  const refusal = answer && 'errors' in answer ? answer : undefined
  const plan = answer && 'plan' in answer ? answer.plan : null
  const before = useTypedSettings(plan, section)
  const typed = answer && 'typed' in answer ? answer.typed : before
  const isProving = refusal?.values['intent'] ?? ''
  return (
    <ConsoleFrame
      title={code ? found.name : t('settings.title')}
      actions={
        <>
          <Here />
          <TenantState isDraft={found.isDraft} />
        </>
      }
    >
      {done && !answer ? <Notice tone="success" live title={t(`done.${done}`)} /> : null}
      <Proof answer={refusal} form={isProving} />
      {plan || refusal?.values['intent'] === 'save' ? (
        <SettingChanges plan={plan} answer={refusal} />
      ) : section === null ? (
        <TenantOverview
          found={found}
          answer={refusal}
          url={answer && 'url' in answer ? answer.url : null}
          apiKey={answer && 'key' in answer ? answer.key : null}
        />
      ) : (
        <SettingForm key={section} section={section} found={found} typed={typed} answer={refusal} />
      )}
    </ConsoleFrame>
  )
}
