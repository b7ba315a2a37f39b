import { Ban, Check, CircleDashed, Clock, Hourglass } from 'lucide-react'

const icons = { ok: Check, waits: Clock, held: Hourglass, bad: Ban, neutral: CircleDashed }
export type Tone = keyof typeof icons

/** What state a row is in: an icon for the eye that runs down a list, and the one word for it. */
export function StateBadge({ tone, text }: { tone: Tone; text: string }) {
  const Icon = icons[tone]
  return (
    <span className={`state-badge state-${tone}`}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {text}
    </span>
  )
}
