import { Clock } from 'lucide-react'
import { PostButton } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import { formatInstant } from './format-instant.ts'
import type { Overview } from './overview.ts'

export const jumps = ['P1D', 'P28D', 'P84D'] as const

const dayMs = 86_400_000

export function ClockPanel({ page }: { page: Overview }) {
  const { locale } = page
  const texts = demoTexts[locale].overview
  const { day, time } = formatInstant(page.now, locale)
  return (
    <section className="clock" aria-labelledby="clock">
      <h2 id="clock" className="clock-title">
        <Clock aria-hidden="true" size="1.15em" /> {texts.clock}
      </h2>
      <p className="clock-now">
        <time dateTime={page.now}>
          <span className="clock-time">{time}</span> <span className="clock-day">{day}</span>
        </time>
      </p>
      <p className="clock-ahead">{ahead(page)}</p>
      <fieldset className="clock-jump">
        <legend>{texts.jump}</legend>
        <div className="clock-buttons">
          {jumps.map((jump) => (
            <JumpButton key={jump} jump={jump} locale={locale} className="button light" />
          ))}
        </div>
      </fieldset>
      <p className="clock-note">{texts.clockNote}</p>
    </section>
  )
}

export function JumpButton(props: {
  jump: keyof (typeof demoTexts)[Overview['locale']]['overview']['jumps']
  locale: Overview['locale']
  className: string
  long?: boolean
}) {
  const { jump, locale, className, long } = props
  const texts = demoTexts[locale].overview
  const length = texts.jumps[jump]
  const whole = texts.jumpLabel(length)
  return (
    <PostButton
      action="/demo/clock"
      locale={locale}
      fields={{ Advance: jump }}
      className={className}
      {...(long ? {} : { label: whole })}
    >
      {long ? whole : length}
    </PostButton>
  )
}

function ahead({ now, realNow, locale }: Overview): string {
  const texts = demoTexts[locale].overview
  const lead = Date.parse(now) - Date.parse(realNow)
  if (lead < 60_000) return texts.onTime
  // A winter-time change makes a day an hour longer, so round to whole days.
  const days = Math.round(lead / dayMs)
  return days === 0 ? texts.aheadLess : texts.ahead(days)
}
