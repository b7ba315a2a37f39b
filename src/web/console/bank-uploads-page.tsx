import { wire } from 'virtual:wire-office'
import { useLoaderData, useParams } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { addCalls, callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { TextLink } from '../ui/text-link.tsx'
import { BankUpload, BankUploadState } from './bank-upload.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { useFollow } from './use-follow.ts'

addCalls(wire)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const id = new URL(request.url).searchParams.get('datei')
  const [{ files }, found] = await Promise.all([
    callApi(page, 'listBankUploads', { tenant }),
    id === null ? null : callApi(page, 'showBankUpload', { tenant, params: { id } }),
  ])
  return { files, found }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleBankUploads')('title'), robots: 'noindex' }
}

export function Component() {
  const { files, found } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankUploads')
  useFollow(found?.state === 'waiting' || found?.state === 'running')
  return (
    <ConsoleFrame
      title={t('title')}
      intro={t('intro')}
      actions={
        <PageLink page="ConsoleBankLines" values={{ mandant }} className={controlClass()}>
          {t('back')}
        </PageLink>
      }
    >
      {found ? <BankUpload key={found.id} found={found} /> : null}
      <section aria-labelledby="files-title">
        <h2 id="files-title" className="record-h2">
          {t('last')}
        </h2>
        {files.length === 0 ? <p>{t('none')}</p> : null}
        <ul className="record-rows">
          {files.map((file) => (
            <li key={file.id}>
              <span className="min-w-0 wrap-anywhere">
                <TextLink page="ConsoleBankUploads" values={{ mandant, datei: file.id }} inText>
                  {file.name ?? t('unnamed')}
                </TextLink>
              </span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
                <BankUploadState state={file.state} />
                {[formatDateTime(file.madeAt, locale), file.madeBy].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </ConsoleFrame>
  )
}
