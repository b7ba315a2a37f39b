import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showPartnerOrderRecord } from '../../contract/verkaufspartner-akten.ts'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { NoteLinks } from './note-words.tsx'

type Event = AnswerOf<typeof showPartnerOrderRecord>['events'][number]

/** History of an order or document. @param ownId of the record's own document */
export function PartnerStory({ events, ownId }: { events: readonly Event[]; ownId?: string }) {
  const t = useTexts('salesPartner')
  const items = events.map(({ at, step, note }) => {
    const isCorrection = note?.kind === 'self-billed-credit'
    const key = `step.${step}${isCorrection ? '.correction' : ''}` as TextKey<'salesPartner'>
    return {
      at,
      who: null,
      title: (
        <>
          {t(key)}
          {note === null || note.id === ownId ? null : (
            <>
              {' · '}
              <NoteLinks notes={[note]} />
            </>
          )}
        </>
      ),
    }
  })
  return (
    <RecordPart title={t('record.story')}>
      <EventList label={t('record.story')} events={items} />
    </RecordPart>
  )
}
