import { useTexts } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { LogLink } from './log-link.tsx'
import type { Seller } from './seller-calls.ts'

/** What the log says about a seller or one of its people, newest first. */
export function SellerEvents({
  title,
  events,
  id,
}: {
  title: string
  events: Seller['events']
  id: string
}) {
  const t = useTexts('consoleSellers')
  return (
    <RecordPart title={title}>
      {events.length === 0 ? (
        <p className="text-muted">{t('events.none')}</p>
      ) : (
        <EventList
          label={title}
          events={events.map(({ by, ...event }) => ({ ...event, who: by }))}
        />
      )}
      <LogLink id={id} />
    </RecordPart>
  )
}
