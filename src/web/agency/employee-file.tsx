import { FileUp } from 'lucide-react'
import type { PageContext } from '../../contract/page-context.ts'
import { decodeText } from '../../domain/decode-text.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { FileField, fileIn } from '../ui/form/file-field.tsx'

export type FileReport = {
  csv: string
  dryRun: boolean
  missing: string[]
  added: number
  refused: number
  lines: {
    line: number
    outcome: 'neu' | 'wieder' | 'vorhanden' | 'fehler'
    reason: string | null
    name: string
    email: string
  }[]
}

/** First a dry run of the chosen file, then, with the same text, the import. */
export async function readFile(page: PageContext, form: FormData) {
  const dryRun = textOf(form, 'intent') === 'file'
  const file = fileIn(form, 'file')
  if (dryRun && !file) return invalid(form, { file: { rule: 'rule.required' } })
  const typed = form.get('csv')
  const csv =
    dryRun && file
      ? decodeText(new Uint8Array(await file.arrayBuffer())).slice(0, 200_000)
      : typeof typed === 'string'
        ? typed
        : ''
  try {
    const report = await callApi(page, 'importEmployees', { body: { csv, dryRun } })
    return { report: { csv, dryRun, ...report } satisfies FileReport }
  } catch (error) {
    form.delete('csv')
    return refused(form, error, { csv: 'file' })
  }
}

/** Bulk import: the file, what it would do, and what it did. */
export function EmployeeFile({
  report,
  answer,
}: {
  report: FileReport | null
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agency')
  return (
    <Card>
      <h2 className="mb-2 text-xl font-bold">{t('file.title')}</h2>
      <p className="mb-5">{t('file.intro')}</p>
      {report ? (
        <Report report={report} />
      ) : (
        <PageForm
          id="employee-file"
          rules={{}}
          labels={{ file: t('file.file') }}
          answer={answer}
          draft={false}
          files
        >
          <input type="hidden" name="intent" value="file" />
          <FileField name="file" accept=".csv,text/csv,text/plain" hint={t('file.hint')} />
          <SubmitButton kind="secondary">
            <FileUp aria-hidden="true" className="size-5" />
            {t('file.check')}
          </SubmitButton>
        </PageForm>
      )}
    </Card>
  )
}

function Report({ report }: { report: FileReport }) {
  const t = useTexts('agency')
  const { dryRun, missing, added, refused: bad, lines, csv } = report
  if (missing.length > 0)
    return (
      <>
        <Notice tone="danger" live title={t('file.missing', { columns: missing.join(', ') })} />
        <Again />
      </>
    )
  return (
    <>
      <Notice
        tone={dryRun || added === 0 ? 'info' : 'success'}
        live
        title={t(dryRun ? 'file.would' : 'file.did', { count: added })}
      >
        {bad > 0 ? <p>{t('file.bad', { count: bad })}</p> : null}
      </Notice>
      <ul className="my-5 rounded-field border border-hairline" aria-label={t('file.lines')}>
        {lines.map((one) => (
          <li
            key={one.line}
            className="border-b border-hairline px-3 py-2 text-base last:border-b-0"
          >
            <span className="font-semibold wrap-anywhere">
              {t('file.line', { line: one.line, name: one.name || one.email })}
            </span>
            <span className={`block ${one.outcome === 'fehler' ? 'text-danger' : 'text-muted'}`}>
              {t(`file.${one.outcome}`)}
              {one.reason ? ` ${one.reason}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {dryRun && added > 0 ? (
        <PageForm
          id="employee-file-add"
          rules={{}}
          labels={{}}
          answer={undefined}
          draft={false}
          files
        >
          <input type="hidden" name="intent" value="file-add" />
          <input type="hidden" name="csv" value={csv} />
          <div className="flex flex-col gap-3 md:flex-row">
            <SubmitButton>{t('file.add', { count: added })}</SubmitButton>
            <PageLink page="AgencyEmployees" className={buttonClass('secondary')} reloadDocument>
              {t('cancel')}
            </PageLink>
          </div>
        </PageForm>
      ) : (
        <Again />
      )}
    </>
  )
}

function Again() {
  const t = useTexts('agency')
  return (
    <PageLink
      page="AgencyEmployees"
      reloadDocument
      className={`${buttonClass('secondary')} mt-4 w-full md:w-auto`}
    >
      {t('file.again')}
    </PageLink>
  )
}
