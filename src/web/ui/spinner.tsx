import { useNavigation } from 'react-router'

/** Appears after 300 ms; the label is for screen readers, to whom `PendingBar` says it. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="appear-late inline-flex">
      <span
        aria-hidden="true"
        className="size-5 animate-[spin_800ms_linear_infinite] rounded-full border-2 border-current border-r-transparent"
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A region that stays, for what is in it to be announced. */
export function PendingBar({ label }: { label: string }) {
  const { state } = useNavigation()
  return (
    <div aria-live="polite" aria-atomic>
      {state === 'idle' ? null : (
        <span className="appear-late fixed inset-x-0 top-0 z-50 block h-1 overflow-hidden bg-tint">
          <span className="block h-full w-1/4 animate-[slide_1200ms_ease-in-out_infinite] bg-accent" />
          <span className="sr-only">{label}</span>
        </span>
      )}
    </div>
  )
}
