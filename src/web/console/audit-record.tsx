import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { readChange, sayField, sayValue, type Change } from './audit-change.ts'
import { useAuditWords } from './use-audit-words.ts'

export type AuditRow = AnswerOf<Endpoints['listAudit']>['rows'][number]

export const actorKinds = [
  'operator',
  'system',
  'referrer',
  'recipient',
  'reward',
  'agency-user',
  'sales-partner',
  'api-key',
  'anyone',
] as const

export function whoIs(row: AuditRow, t: Translate<'console'>): string {
  const kind = actorKinds.find((one) => one === row.actorKind)
  return row.actorName ?? (kind ? t(`actor.${kind}`) : row.actorKind)
}

export function AuditRecord({
  row,
  close,
}: {
  row: AuditRow
  close: Record<string, string | readonly string[]>
}) {
  const { locale } = usePage()
  const t = useTexts('console')
  const words = useAuditWords()
  const roles = (row.actorRole ?? '')
    .split(' ')
    .map((said) => operatorRoles.find((role) => role === said))
    .flatMap((role) => (role ? [t(`role.${role}`)] : []))
  const { changes, rest } = readChange(row.details)
  return (
    <RecordPanel
      title={t('audit.row', { number: row.number })}
      state={null}
      close={{ page: 'ConsoleAudit', values: close }}
      facts={[
        [t('audit.at'), formatDateTime(row.at, locale)],
        [t('audit.who'), whoIs(row, t)],
        [t('audit.id'), row.actorId],
        [t('field.roles'), roles.join(', ')],
        [t('audit.support'), row.support ? t('audit.yes') : null],
        [t('audit.action'), words.action(row.action)],
        [t('audit.subjectKind'), `${words.subject(row.subjectKind)} ${row.subjectId}`],
        [t('field.reason'), row.reason],
        [t('audit.session'), row.sessionId],
        [t('audit.request'), row.requestId],
      ]}
    >
      {changes.length === 0 ? null : <Changes changes={changes} />}
      {Object.keys(rest).length === 0 ? null : (
        <RecordPart title={t('audit.details')}>
          <dl className="record-facts">
            {Object.entries(rest).map(([field, value]) => (
              <div key={field} className="contents">
                <dt className="text-muted">{sayField(field, locale)}</dt>
                <dd className="min-w-0 wrap-anywhere">{sayValue(field, value, locale)}</dd>
              </div>
            ))}
          </dl>
        </RecordPart>
      )}
    </RecordPanel>
  )
}

/** What differs, field by field. What was not there, or is no more, is said so. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const { locale } = usePage()
  const t = useTexts('console')
  const say = (field: string, value: unknown) =>
    value === undefined || value === null ? t('audit.nothing') : sayValue(field, value, locale)
  return (
    <RecordPart title={t('audit.change')}>
      <dl className="grid gap-2">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="border-t border-hairline pt-2">
            <dt className="text-[0.8125rem] text-muted wrap-anywhere">{sayField(field, locale)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
              <del className="min-w-0 text-muted no-underline">
                <span className="sr-only">{t('audit.before')}: </span>
                {say(field, before)}
              </del>
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              <ins className="min-w-0 font-semibold no-underline">
                <span className="sr-only">{t('audit.after')}: </span>
                {say(field, after)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </RecordPart>
  )
}
