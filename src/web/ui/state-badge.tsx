import { Ban, Check, CircleDashed, Clock, Hourglass } from 'lucide-react'

const icons = { ok: Check, waits: Clock, held: Hourglass, bad: Ban, neutral: CircleDashed }
export type Tone = keyof typeof icons

/** A row's state: an icon for quick scanning, and one word. */
export function StateBadge({ tone, text }: { tone: Tone; text: string }) {
  const Icon = icons[tone]
  return (
    <span className={`state-badge state-${tone}`}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {text}
    </span>
  )
}
