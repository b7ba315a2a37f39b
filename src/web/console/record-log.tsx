import type { LoaderFunctionArgs } from 'react-router'
import type { RecordKind } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { readChange } from './audit-change.ts'
import { Changes } from './changes.tsx'
import { LogLink } from './log-link.tsx'
import { whoIs } from './who-is.ts'

export type Log = AnswerOf<Endpoints['listRecordLog']>

/** What the log says about the record that a page opens; null without one. */
export async function loadLog(
  { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>,
  kind: RecordKind,
  id: string | null,
): Promise<Log | null> {
  if (id === null) return null
  const asked = { tenant: params['mandant'] ?? '', params: { kind, id } }
  return callApi(pageOf(context), 'listRecordLog', asked)
}

/** A record's own part of the log. @param id what the whole log is searched for, by those who may read it */
export function RecordLog({ log: { events, names }, id }: { log: Log; id: string }) {
  const t = useTexts('console')
  return (
    <RecordPart title={t('log.title')}>
      {events.length === 0 ? (
        <p className="text-muted">{t('log.none')}</p>
      ) : (
        <EventList
          label={t('log.title')}
          events={events.map(({ at, title, by, byKind, reason, details }) => {
            const who = whoIs({ actorName: by, actorKind: byKind }, t)
            const { changes } = readChange(details ?? {})
            const more =
              changes.length > 0 ? <Changes changes={changes} words={{ names }} isDense /> : null
            return { at, title, who, reason, more }
          })}
        />
      )}
      <LogLink id={id} />
    </RecordPart>
  )
}
