import { wire } from 'virtual:wire-office'
import { redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { largestOrderFile, orderFileTemplate } from '../../domain/order-file.ts'
import { formatCents } from '../../domain/money.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { linkClass } from '../ui/button.tsx'
import { FileField, fileIn, toBase64 } from '../ui/form/file-field.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ForbiddenActs } from './act.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { OrderFile, OrderFileState, startRules } from './order-file.tsx'
import { stopRules } from './stop-act.tsx'
import { useFollow } from './use-follow.ts'
import { useAbility } from './use-place.ts'

addCalls(wire)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const search = new URL(request.url).searchParams
  const id = search.get('datei')
  const isWaiting = search.get('stand') === 'wartet'
  const [{ files }, found] = await Promise.all([
    callApi(page, 'listOrderFiles', { tenant, query: isWaiting ? { state: 'wartet' } : {} }),
    id === null ? null : callApi(page, 'showOrderFile', { tenant, params: { id } }),
  ])
  return { files, found, isWaiting }
}

// As the server would answer; said before anything is sent.
const tooLarge = new ApiError({
  code: errorCodes.notAccepted,
  status: 413,
  message: '',
  fields: [],
  details: {},
  retryAfterSeconds: null,
})

export async function action({ context, request, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const to = { tenant, params: { id: textOf(form, 'id') } }
  let id = to.params.id
  try {
    if (intent === 'upload') {
      const file = fileIn(form, 'file')
      if (!file) return invalid(form, { file: { rule: 'rule.required' } })
      if (file.size > largestOrderFile) throw tooLarge
      const name = file.name.slice(-120) || 'datei.csv'
      const body = { name, file: await toBase64(file) }
      id = (await callApi(page, 'checkOrderFile', { tenant, body })).id
    } else {
      const errors = checkForm(form, intent === 'stop' ? stopRules : startRules)
      if (Object.keys(errors).length > 0) return invalid(form, errors)
      const body = { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') }
      if (intent === 'stop') await callApi(page, 'stopOrderFile', { ...to, body })
      else if (intent === 'approve') await callApi(page, 'approveOrderFile', { ...to, body })
      else await callApi(page, 'startOrderFile', { ...to, body })
    }
  } catch (error) {
    return refused(form, error, { file: 'file', name: 'file' })
  }
  return redirect(
    href(page.tenant, page.locale, 'ConsoleOrderFiles', { mandant: tenant, datei: id }),
  )
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleOrderFiles')('title'), robots: 'noindex' }
}

export function Component() {
  const { files, found, isWaiting: onlyWaiting } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleOrderFiles')
  const isWorking = found?.state === 'checking' || found?.state === 'running'
  useFollow(isWorking)
  return (
    <ConsoleFrame
      title={t('title')}
      intro={t('intro')}
      actions={
        <PageLink page="ConsoleOrders" values={{ mandant }} className={controlClass()}>
          {t('back')}
        </PageLink>
      }
    >
      {found ? (
        <OrderFile key={found.id} found={found} answer={answer} />
      ) : onlyWaiting ? null : (
        <Upload answer={answer} />
      )}
      {files.length > 0 || onlyWaiting ? (
        <section aria-labelledby="files-title">
          <h2 id="files-title" className="record-h2">
            {t(onlyWaiting ? 'waiting' : 'last')}
          </h2>
          {files.length > 0 ? <Files files={files} /> : <p>{t('waitingNone')}</p>}
          {onlyWaiting ? (
            <p className="mt-3">
              <TextLink page="ConsoleOrderFiles" values={{ mandant }} inText>
                {t('toLast')}
              </TextLink>
            </p>
          ) : null}
        </section>
      ) : null}
    </ConsoleFrame>
  )
}

function Upload({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('consoleOrderFiles')
  const ability = useAbility()
  if (!ability.can('create', 'orders'))
    return <ForbiddenActs titles={[t('check')]} why={t('noRight')} />
  const shown =
    answer?.code === errorCodes.notAccepted ? { ...answer, message: t('large') } : answer
  return (
    <PageForm
      id="upload"
      rules={{}}
      labels={{ file: t('file') }}
      answer={shown}
      draft={false}
      files
      isShort
    >
      <input type="hidden" name="intent" value="upload" />
      <p>
        {t('status')}{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(orderFileTemplate)}`}
          download={t('templateName')}
          className={linkClass('inText')}
        >
          {t('template')}
        </a>
      </p>
      <FileField name="file" accept=".csv,text/csv,text/plain" hint={t('hint')} isLarge />
      <SubmitButton>{t('check')}</SubmitButton>
    </PageForm>
  )
}

function Files({ files }: { files: ReturnType<typeof useLoaderData<typeof loader>>['files'] }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleOrderFiles')
  // What a second person decides about.
  const sumsOf = ({ isAsked, cents, found }: (typeof files)[number]) =>
    isAsked
      ? [
          cents > 0 && t('brings', { amount: formatCents(cents, locale) }),
          found.lostCents > 0 && t('takesBack', { amount: formatCents(found.lostCents, locale) }),
        ]
      : []
  return (
    <ul className="record-rows">
      {files.map((file) => (
        <li key={file.id}>
          <span className="min-w-0 wrap-anywhere">
            <TextLink page="ConsoleOrderFiles" values={{ mandant, datei: file.id }} inText>
              {file.name}
            </TextLink>
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <OrderFileState {...file} />
            {[
              t('lines', { count: file.lines, shown: formatCount(file.lines, locale) }),
              formatDateTime(file.madeAt, locale),
              file.madeBy,
              ...sumsOf(file),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
