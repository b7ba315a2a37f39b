import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { platformCode } from '../../domain/platform.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act } from './act.tsx'
import { jobNames, wordOf } from './person-words.ts'
import { useAbility } from './use-place.ts'

type Dead = AnswerOf<Endpoints['listDeadJobs']>

const rules = { reason: [required, maxLength(500)] }

/** Jobs that used up their tries: why, and one more go for one, or a preview of all of a kind. */
export function DeadJobs({
  dead,
  jobs,
  answer,
}: {
  dead: Dead
  jobs: AnswerOf<Endpoints['showOperations']>['jobs']
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant } = useParams()
  const t = useTexts('consoleOperations')
  const mayRetry = useAbility().can('update', 'operations')
  if (dead.rows.length === 0) return <p className="text-muted">{t('dead.none')}</p>
  const form = { rules, labels: { reason: t('why') }, answer }
  const several = jobs.filter((one) => one.dead > 1)
  return (
    <>
      {mayRetry ? null : <p className="mb-3 text-muted">{t('dead.noRight')}</p>}
      {mayRetry && several.length > 0 ? (
        <div className="person-acts mb-3">
          {several.map(({ kind, dead: count }) => (
            <PageForm
              key={kind}
              id={`select-${kind}`}
              rules={{}}
              labels={{}}
              answer={undefined}
              draft={false}
              isShort
            >
              <input type="hidden" name="intent" value="select" />
              <input type="hidden" name="kind" value={kind} />
              <SubmitButton kind="secondary">
                {t('retryKind', { kind: wordOf(jobNames, kind, locale), count })}
              </SubmitButton>
            </PageForm>
          ))}
        </div>
      ) : null}
      <ul className="grid gap-4">
        {dead.rows.map((row) => (
          <li key={row.id} className="border-t border-hairline pt-3 wrap-anywhere">
            <p className="font-semibold">
              {wordOf(jobNames, row.kind, locale)}
              {mandant === platformCode ? ` · ${row.tenant}` : ''}
            </p>
            <p className="dt-hint">
              {t('dead.line', { time: formatDateTime(row.diedAt, locale), count: row.attempts })}
            </p>
            {row.error ? <p lang="en">{row.error}</p> : null}
            {mayRetry ? (
              <div className="person-acts mt-2">
                <Act id={`retry-${row.id}`} title={t('retry')} {...form}>
                  <input type="hidden" name="job" value={row.id} />
                  <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
                </Act>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {dead.totalCount > dead.rows.length ? (
        <p className="mt-3 text-muted">
          {t('dead.more', { shown: dead.rows.length, count: dead.totalCount })}
        </p>
      ) : null}
    </>
  )
}
