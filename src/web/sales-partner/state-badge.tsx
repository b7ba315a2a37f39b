const tones = {
  good: 'bg-success-tint text-success',
  open: 'bg-tint text-primary',
  over: 'bg-background text-muted',
}

/** What state a row is in, for the eye that runs down a list; its word says the same. */
export function StateBadge({ tone, text }: { tone: keyof typeof tones; text: string }) {
  return (
    <span
      className={`inline-block rounded-field px-2 py-0.5 text-base font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {text}
    </span>
  )
}
