import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

export type TimelineStep = {
  title: string
  text?: ReactNode
  state: 'done' | 'current' | 'ahead' | 'failed' // failed: ended for good
}

/** Steps of a process, top to bottom. `labels` name the states for screen readers. */
export function Timeline({
  steps,
  labels,
}: {
  steps: TimelineStep[]
  labels: Record<TimelineStep['state'], string>
}) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.title}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-4 pb-5 last:pb-0"
        >
          {index < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className={`absolute top-7 bottom-0 left-3.25 w-0.5 ${step.state === 'done' ? 'bg-success' : 'bg-hairline'}`}
            />
          ) : null}
          <Marker state={step.state} />
          <div className="min-w-0">
            <p className={step.state === 'ahead' ? 'text-muted' : 'font-bold'}>
              {step.title}
              <span className="sr-only"> ({labels[step.state]})</span>
            </p>
            {step.text ? <div className="text-base text-muted">{step.text}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

const markers = {
  done: 'bg-success text-surface',
  current: 'border-2 border-primary bg-surface',
  ahead: 'border-2 border-hairline bg-surface',
  failed: 'bg-danger text-surface',
} as const

function Marker({ state }: { state: TimelineStep['state'] }) {
  return (
    <span
      aria-hidden="true"
      className={`z-1 mt-0.5 grid size-7 shrink-0 place-items-center rounded-full ${markers[state]}`}
    >
      {state === 'done' ? <Check className="size-4" strokeWidth={3} /> : null}
      {state === 'failed' ? <X className="size-4" strokeWidth={3} /> : null}
      {state === 'current' ? <span className="size-2.5 rounded-full bg-primary" /> : null}
    </span>
  )
}
