import type { ReactNode } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { formatTime, localDayOf } from './format-date.ts'
import { formatDay } from './table/format-day.ts'

export type EventItem = {
  at: string // ISO instant
  title: ReactNode
  who: string | null
  reason?: string | null
  more?: ReactNode
}

/** History, newest first: by day, with time, actor and reason. */
export function EventList({ label, events }: { label: string; events: readonly EventItem[] }) {
  const { locale } = usePage()
  const days = [...Map.groupBy(events, ({ at }) => localDayOf(at))]
  return (
    <ol aria-label={label} className="event-days">
      {days.map(([day, items]) => (
        <li key={day}>
          <p className="event-day">{formatDay(day, locale)}</p>
          <ol>
            {items.map((item, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- what happened stays where it is
              <li key={index} className="event">
                <time dateTime={item.at} className="event-time">
                  {formatTime(item.at)}
                </time>
                <div className="min-w-0">
                  <p className="wrap-anywhere">{item.title}</p>
                  {item.who ? <p className="dt-hint">{item.who}</p> : null}
                  {item.reason ? <p className="event-reason">{item.reason}</p> : null}
                  {item.more ? <div className="mt-2">{item.more}</div> : null}
                </div>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
