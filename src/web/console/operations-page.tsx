import { wire } from 'virtual:wire-office'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import { OperationFigures } from './operation-figures.tsx'
import { jobNames, wordOf } from './person-words.ts'
import { whyNone } from './selection.ts'
import { WaitingSelections } from './waiting-selections.tsx'

addCalls(wire)

export type Operations = AnswerOf<Endpoints['showOperations']>

const mostShown = 25

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const [found, dead, { selections }] = await Promise.all([
    callApi(page, 'showOperations', { tenant }),
    callApi(page, 'listDeadJobs', { tenant, body: { pageSize: mostShown } }),
    callApi(page, 'listSelections', { tenant }),
  ])
  // Another one after each change, so that forms are closed and empty again.
  return { found, dead, selections, key: crypto.randomUUID() }
}

const rules = { reason: [required, maxLength(500)] }

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const selected = await selectKind(page, params['mandant'] ?? '', form)
  if (selected) return selected
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  try {
    const { retried } = await callApi(page, 'retryJobs', {
      tenant,
      body: { job: textOf(form, 'job'), reason: textOf(form, 'reason') },
    })
    return redirect(
      href(page.tenant, page.locale, 'ConsoleOperations', { mandant: tenant, retried }),
    )
  } catch (error) {
    return refused(form, error, { Grund: 'reason' })
  }
}

/** All of a kind: freezes them and opens their preview. */
async function selectKind(page: PageContext, tenant: string, form: FormData) {
  if (textOf(form, 'intent') !== 'select') return null
  try {
    const { id } = await callApi(page, 'selectJobs', {
      tenant,
      body: { kind: textOf(form, 'kind') },
    })
    return redirect(
      href(page.tenant, page.locale, 'ConsoleSelection', { mandant: tenant, stapel: id }),
    )
  } catch (error) {
    return refused(form, error, { Ids: 'selected' })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleOperations')('title'), robots: 'noindex' }
}

export function Component() {
  const { found, dead, selections, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const none = whyNone(answer)
  const [search] = useSearchParams()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleOperations')
  const retried = /^\d+$/.test(search.get('retried') ?? '') ? Number(search.get('retried')) : null
  return (
    <ConsoleFrame title={t('title')}>
      {retried === null || answer ? null : (
        <Notice
          tone={retried === 0 ? 'info' : 'success'}
          live
          title={retried === 0 ? t('retry.nothing') : t('retry.done', { count: retried })}
        />
      )}
      {none ? <Notice tone="info" live title={none} /> : null}
      <WaitingSelections kind="jobs" selections={selections} mandant={mandant} />
      <Health health={found.health} />
      <RecordPart title={t('jobs')}>
        <Jobs jobs={found.jobs} />
      </RecordPart>
      <RecordPart title={t('dead')}>
        <DeadJobs key={key} dead={dead} jobs={found.jobs} answer={answer} />
      </RecordPart>
      <OperationFigures found={found}>
        <p className="mt-2">
          <TextLink page="ConsoleMails" values={{ mandant }}>
            {t('mails.all')}
          </TextLink>
        </p>
        <p className="dt-hint mt-1">{t('mail.bounce')}</p>
      </OperationFigures>
    </ConsoleFrame>
  )
}

const tones = { gut: 'success', verspaetet: 'info', gestoert: 'danger' } as const

/** How it is, in one sentence. */
function Health({ health }: Pick<Operations, 'health'>) {
  const t = useTexts('consoleOperations')
  const [first, ...others] = health.reasons.map((reason) => t(`reason.${reason}`))
  return (
    <Notice tone={tones[health.state]} title={t(`health.${health.state}`, { reason: first ?? '' })}>
      {others.length > 0 ? <p>{t('also', { reasons: others.join(' ') })}</p> : null}
    </Notice>
  )
}

function Jobs({ jobs }: Pick<Operations, 'jobs'>) {
  const { locale } = usePage()
  const t = useTexts('consoleOperations')
  if (jobs.length === 0) return <p className="text-muted">{t('jobs.none')}</p>
  return (
    <ul className="record-rows">
      {jobs.map(({ kind, oldest, ...counts }) => (
        <li key={kind}>
          <span className="min-w-0 font-semibold wrap-anywhere">
            {wordOf(jobNames, kind, locale)}
          </span>
          <span className="min-w-0 wrap-anywhere text-muted">
            {[
              ...(['waiting', 'retrying', 'running', 'dead'] as const)
                .filter((state) => counts[state] > 0)
                .map((state) => t(`jobs.${state}`, { count: counts[state] })),
              t('jobs.since', { time: formatDateTime(oldest, locale) }),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
