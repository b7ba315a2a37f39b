import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { readChange, sayField, sayValue, type RowWords } from './audit-change.ts'
import { Changes } from './changes.tsx'
import { namedCode } from './named-codes.ts'
import { recordTarget } from './record-target.ts'
import { settingLog } from './setting-log.ts'
import { useAuditWords } from './use-audit-words.ts'
import { usePlace } from './use-place.ts'
import { whoIs } from './who-is.ts'

export type AuditRow = AnswerOf<Endpoints['listAudit']>['rows'][number]

/** What a row is about, and the way there for those who may see it. */
export function AuditSubject({
  row: { subjectKind: kind, subjectId: id, names },
}: {
  row: Pick<AuditRow, 'subjectKind' | 'subjectId' | 'names'>
}) {
  const words = useAuditWords()
  const target = recordTarget({ kind, id }, usePlace())
  const text = `${words.subject(kind)} ${names[id] ?? id}`
  return target ? (
    <TextLink {...target} inText>
      {text}
    </TextLink>
  ) : (
    text
  )
}

export function AuditRecord({ row, close }: { row: AuditRow; close: PageTarget }) {
  const { locale } = usePage()
  const t = useTexts('console')
  const own = useTexts('consoleAudit')
  const words = useAuditWords()
  const roles = (row.actorRole ?? '')
    .split(' ')
    .map((said) => operatorRoles.find((role) => role === said))
    .flatMap((role) => (role ? [t(`role.${role}`)] : []))
  const { changes, rest } = readChange(row.details)
  const said: RowWords = {
    names: row.names,
    named: namedCode,
    ...(row.action === 'tenant-changed' ? { setting: settingLog } : {}),
  }
  const subject = <AuditSubject row={row} />
  return (
    <RecordPanel
      title={own('row', { number: row.number })}
      state={null}
      close={close}
      facts={[
        [own('at'), formatDateTime(row.at, locale)],
        [own('who'), whoIs(row, t)],
        [own('id'), row.actorId],
        [t('field.roles'), roles.join(', ')],
        [own('support'), row.support ? own('yes') : null],
        [own('action'), words.action(row.action)],
        [own('subjectKind'), subject],
        [t('field.reason'), row.reason],
        [own('session'), row.sessionId],
        [own('request'), row.requestId],
      ]}
    >
      {changes.length === 0 ? null : (
        <RecordPart title={own('change')}>
          <Changes changes={changes} words={said} />
        </RecordPart>
      )}
      {Object.keys(rest).length === 0 ? null : (
        <RecordPart title={own('details')}>
          <dl className="record-facts">
            {Object.entries(rest).map(([field, value]) => (
              <div key={field} className="contents">
                <dt className="text-muted">{sayField(field, locale, said)}</dt>
                <dd className="min-w-0 wrap-anywhere">{sayValue(field, value, locale, said)}</dd>
              </div>
            ))}
          </dl>
        </RecordPart>
      )}
    </RecordPanel>
  )
}
